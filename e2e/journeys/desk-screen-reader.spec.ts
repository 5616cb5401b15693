import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { expect } from '../steps/browser.ts'
import { signInAtDesk, staff, test } from '../steps/desk.ts'
import { operate } from '../steps/operations.ts'
import { payOrder, placeOrder } from '../steps/ordering.ts'
import { call, signedInClient } from '../steps/sign-in.ts'

test('[DESK-08] a screen reader names each stop and hears each result, from the queue to an answer', async ({
  page,
  browser,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client, { title: 'Tides of the Bay of Fundy', subject: 'Geography' })
  await payOrder(page, order)
  const { number } = await operate<{ number: string }>('GET', opsPaths.order(order.id))
  const body = { text: 'Can I send a map?' }
  await call('POST', messagePaths.orderMessages(order.id), { token: client.token, body })
  const nerd = `Mona ${number}`
  await operate('POST', opsPaths.nerds(), { name: nerd, rating: 4.9, subjects: ['Geography'] })

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
  await desk.keyboard.press('n')
  await expect(focused).toHaveRole('radio')
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
        - timer: /^The client can read it in/
        - button "Take it back"
  `)
  await heard('Nothing waits for an answer')
  await expect(focused).toHaveRole('textbox')
  await desk.context().close()
})
