import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, expectAccessible } from '../steps/browser.ts'
import { cutBelow, cutOff, setTextSize } from '../steps/cut-off.ts'
import { signInAtDesk, staff, test } from '../steps/desk.ts'
import { operate, ops } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

test('[DESK-02][DESK-03][DESK-04] staff answer a question at the desk by keyboard, and find the client who asked', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client)
  await page.goto(`${webPaths.orders()}/${order.id}/messages`)
  await page.getByLabel('Your message').fill('Where is my essay?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('Where is my essay?')

  const desk = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await signInAtDesk(desk, staff.lead, deskPaths.conversations())
  await expect(desk.getByRole('heading', { name: 'Conversations' })).toBeVisible()

  await desk.getByRole('heading', { name: 'Choose a conversation' }).waitFor()
  await desk.keyboard.press('f')
  await desk.keyboard.type(client.phone)
  // Before the search the row may be the only one.
  await expect(desk).toHaveURL(/[?&]q=/)
  const row = desk.getByRole('navigation', { name: 'Conversations', exact: true }).getByRole('link')
  await expect(row).toHaveCount(1)
  await row.focus()
  await desk.keyboard.press('Enter')
  const field = desk.getByLabel(/^Your answer to/)
  await expect(desk.getByRole('log', { name: 'Messages' })).toContainText('Where is my essay?')
  await desk.keyboard.press('r')
  await desk.keyboard.type('It comes at 6.')
  // The draft outlives a reload.
  await desk.reload()
  await expect(field).toHaveValue('It comes at 6.')
  await desk.locator('input[type=file]').setInputFiles({
    name: 'outline.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The outline'),
  })
  await expect(desk.getByRole('button', { name: 'Remove outline.txt' })).toBeVisible()
  await expectAccessible(desk)
  await field.press('Control+Enter')
  await expect(field).toHaveValue('')
  await expect(desk.getByText('Nothing waits for an answer')).toBeVisible()

  await expect(log).toContainText('It comes at 6.')
  await expect(log.getByRole('link', { name: /outline\.txt/ })).toBeVisible()
  await expect(desk.getByRole('log', { name: 'Messages' })).toContainText(/read /)

  await desk.getByRole('heading', { name: 'Conversations' }).focus()
  await desk.keyboard.press('/')
  await desk.keyboard.type(client.phone)
  const found = desk.locator('main [data-row]')
  await expect(found).toHaveCount(1)
  await desk.keyboard.press('Enter')
  await expect(found).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'Contact' })).toBeVisible()
  await expect(desk.getByRole('link', { name: /Where is my essay|It comes at 6/ })).toBeVisible()
  await expectAccessible(desk)

  await desk.goto(`${process.env.DESK_URL}${deskPaths.order(order.id)}`)
  await expect(desk.getByRole('log', { name: 'Messages' })).toContainText('It comes at 6.')
  await expectAccessible(desk)
  await desk.context().close()
})

test('[DESK-08] a screen reader names each stop and announces each result, from the queue to an answer', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client, { title: 'Tides of the Bay of Fundy', subject: 'Geography' })
  await payOrder(page, order)
  const { number } = await ops.order(order.id)
  const body = { text: 'Can I send a map?' }
  await call('POST', messagePaths.orderMessages(order.id), { token: client.token, body })
  const nerd = `Mona ${number}`
  await ops.addNerd({ name: nerd, rating: 4.9, subjects: ['Geography'] }, crypto.randomUUID())

  const desk = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await signInAtDesk(desk, staff.lead, `/?kind=nerd_search&q=${number}`)
  await expect(desk.getByRole('table')).toMatchAriaSnapshot(`
    - table "Open waits, soonest due first":
      - rowgroup:
        - row "Due Waits for Order Extras Deadline, Nerd Paid With"
      - rowgroup:
        - row:
          - rowheader
        - row /Tides/:
          - cell /^in /
          - cell /^Nerd to be found since/
          - rowheader /^Tides of the Bay of Fundy/
  `)
  await expect(desk.getByRole('status').filter({ hasText: '1 of 1 shown' })).toBeVisible()
  await desk.keyboard.press('j')
  const focused = desk.locator(':focus')
  await expect(focused).toHaveRole('row')
  await expect(focused).toHaveAccessibleName(/Nerd to be found .*Tides of the Bay of Fundy/)
  const heard = (text: string | RegExp) => expect(desk.getByRole('status').filter({ hasText: text })).toHaveCount(1)
  await desk.keyboard.press('t')
  await heard(`You have ${number}.`)

  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { level: 1, name: 'Tides of the Bay of Fundy' })).toBeFocused()
  await heard('You have it')
  // Before the Nerds have loaded, the key leads to the heading of the step.
  await expect(desk.getByRole('radio').first()).toBeVisible()
  await desk.keyboard.press('n')
  // A long register has a search field before its Nerds.
  await expect.poll(() => focused.getAttribute('type')).toMatch(/^(radio|search)$/)
  await desk.getByRole('radio', { name: new RegExp(nerd) }).press('Space')
  await desk.getByRole('button', { name: `Assign ${nerd}` }).press('Enter')
  await heard('Done: Assign a Nerd')
  await expect(focused).toHaveRole('heading')

  const log = desk.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('Can I send a map?')
  await desk.keyboard.press('r')
  await expect(focused).toHaveRole('textbox')
  await expect(focused).toHaveAccessibleName(/^Your answer to/)
  await desk.keyboard.type('Yes, please.')
  await desk.keyboard.press('Control+Enter')
  await expect(log).toMatchAriaSnapshot(`
    - log "Messages":
      - article:
        - paragraph: Can I send a map?
      - article:
        - paragraph: Yes, please.
  `)
  await heard('Nothing waits for an answer')
  await expect(focused).toHaveRole('textbox')
  await desk.context().close()
})

test('[DESK-08] every screen of the desk fits at 768 px, and with letters of 200 %', async ({ page, browser }) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client, { title: 'Tides of the Bay of Fundy' })
  await payOrder(page, order)
  const { number, client_id: clientId } = await ops.order(order.id)
  const body = { text: 'Can I send a map?' }
  await call('POST', messagePaths.orderMessages(order.id), { token: client.token, body })
  const { results } = await operate<{ results: { id: string }[] }>('GET', opsPaths.nerds())

  const desk = await (await browser.newContext({ viewport: { width: 768, height: 1024 } })).newPage()
  await signInAtDesk(desk, staff.lead, deskPaths.queue())
  await desk.getByRole('heading', { name: 'Queue' }).waitFor()
  const faults: string[] = []
  for (const path of [
    deskPaths.queue(),
    deskPaths.order(number),
    deskPaths.conversation(number),
    deskPaths.client(clientId),
    `${deskPaths.find()}?q=Tides`,
    deskPaths.nerds(),
    deskPaths.nerd(results[0]?.id ?? ''),
    deskPaths.newNerd(),
    deskPaths.coupons(),
    deskPaths.newCoupon(),
    deskPaths.prices(),
    deskPaths.books(),
    deskPaths.log(),
  ]) {
    await desk.goto(`${process.env.DESK_URL}${path}`)
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await expect(desk.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const [width, percent] of [
      [768, 100],
      [768, 200],
      [1280, 200],
    ] as const) {
      await setTextSize(desk, percent)
      await desk.setViewportSize({ width, height: 1024 })
      // Tables of figures and the dividers scroll sideways.
      const cut = [...(await desk.evaluate(cutOff, 'nav, :has(> table)')), ...(await desk.evaluate(cutBelow))]
      faults.push(...cut.map((fault) => `${path} at ${width} px, ${percent} %: ${fault}`))
    }
    await setTextSize(desk, 100)
  }
  expect(faults).toEqual([])
  await desk.context().close()
})
