import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../steps/browser.ts'
import { holdCall } from '../steps/hold-call.ts'
import { addOrderFile, postEvents, ops } from '../steps/operations.ts'
import {
  cards,
  chooseJobType,
  chooseSubject,
  describeTask,
  getItDone,
  goToCardPage,
  payOrder,
  payWith,
  placeOrder,
} from '../steps/ordering.ts'
import { signedInClient } from '../steps/sign-in.ts'
import { pressBlocked } from '../steps/press-blocked.ts'

const card = (page: Page) => page.getByRole('article').first()
const dialog = (page: Page) => page.getByRole('dialog')
/** Opens the first card's details, and from there a row's link. */
async function openFromDetails(page: Page, row: string) {
  await card(page)
    .getByRole('link', { name: /^Details/ })
    .click()
  await dialog(page).getByRole('button', { name: row }).click()
}

/** A card's button labels, without the order number for screen readers. */
const buttonsOf = (within: Locator): Promise<string[]> =>
  within.evaluate((node) =>
    [...node.querySelectorAll('a, button')]
      .filter((each) => each.closest('h2') === null)
      .map((each) => {
        const number = each.querySelector('span + span')?.textContent ?? ''
        return each.textContent.replace(number, '').trim()
      }),
  )

test('[RATE-02][PAY-09][PAY-11] orders, pays, follows, downloads, rates, tips, revises and refunds', async ({
  page,
}) => {
  const client = await signedInClient(page)
  await chooseJobType(page, 'Essay writing')
  await chooseSubject(page, 'History')
  const orderId = await getItDone(page)
  await describeTask(page, 'Causes of the French Revolution', client.email)
  await goToCardPage(page)
  await payWith(page, cards.good)
  await page.waitForURL(`**${webPaths.orderThankYou(orderId)}`)

  // From here on the open page updates without a reload.
  await page.goto(webPaths.orders())
  await expect(card(page)).toContainText('Finding your Nerd')
  await expect(card(page)).toContainText('Expected on')
  for (const [event, status] of [
    ['nerd_found', 'Nerd found'],
    ['quality_check', 'Quality check'],
  ] as const) {
    await postEvents(orderId, event)
    await expect(card(page).getByRole('listitem').filter({ hasText: status })).toHaveAttribute('aria-current', 'step')
  }
  await addOrderFile(orderId, 'file_final_draft', 'essay.pdf')
  await postEvents(orderId, 'send')
  await expect(card(page)).toContainText('Completed on')

  const arriving = page.waitForEvent('download')
  await card(page)
    .getByRole('link', { name: /^Download/ })
    .click()
  expect((await arriving).suggestedFilename()).toBe('essay.pdf')
  await expect(dialog(page)).toContainText('How was your Nerd’s work?')
  await page.goBack()

  await card(page).getByRole('link', { name: /^Rate/ }).click()
  await pressBlocked(dialog(page).getByRole('button', { name: 'Send rating' }))
  await expect(dialog(page)).toContainText('Choose from 1 to 5 stars first.')
  await dialog(page).getByRole('radio', { name: '5 of 5, great' }).check()
  await dialog(page).getByRole('textbox', { name: 'What went well?' }).fill('Clear and on time.')
  await dialog(page).getByRole('button', { name: 'Send rating' }).click()

  await expect(dialog(page)).toContainText('The same amount is credited back to your balance.')
  await pressBlocked(dialog(page).getByRole('button', { name: 'Choose a tip' }))
  await expect(dialog(page)).toContainText('Choose an amount first.')
  await dialog(page).getByRole('radio', { name: '$5 10%' }).check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Tip $5' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/c/pay/'))
  await payWith(page, cards.good)
  await page.waitForURL(/\/tips-success\/5$/)
  await expect(dialog(page)).toContainText('Your Nerd got your tip')
  await expect(dialog(page)).toContainText('We added $5 to your balance.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Back to my tasks' }).click()
  await page.waitForURL(`**${webPaths.orders()}`)

  await page.getByRole('link', { name: 'Completed', exact: true }).click()
  await expect(card(page).getByRole('img', { name: 'Rated 5 of 5' })).toBeVisible()
  expect(await buttonsOf(card(page))).toEqual(['Download', 'Order again', 'Details'])

  // Another good rating: the tip is paid, so it leads to thanks and offers none.
  await openFromDetails(page, 'Change rating')
  await expect(dialog(page).getByRole('radio', { name: '5 of 5, great' })).toBeChecked()
  await dialog(page).getByRole('radio', { name: '4 of 5, good' }).check()
  await dialog(page).getByRole('button', { name: 'Send rating' }).click()
  await expect(dialog(page)).toContainText('Thank you for your rating')
  await expect(dialog(page).getByRole('button', { name: /Tip/ })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Back to my tasks' }).click()
  await expect(card(page).getByRole('img', { name: 'Rated 4 of 5' })).toBeVisible()

  await openFromDetails(page, 'Request a revision')
  await dialog(page).getByRole('textbox', { name: 'What should change?' }).fill('Two sources more, please.')
  await page.locator('input[type=file]').setInputFiles({
    name: 'marked-up.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n'.padEnd(2_000)),
  })
  await expect(dialog(page).getByRole('button', { name: 'Remove marked-up.pdf' })).toBeVisible()
  // Closed by mistake: text and attachments are still there.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await openFromDetails(page, 'Request a revision')
  await expect(dialog(page).getByRole('textbox', { name: 'What should change?' })).toHaveValue(/Two sources/)
  await expect(dialog(page).getByRole('button', { name: 'Remove marked-up.pdf' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Request a revision' }).click()
  await expect(dialog(page)).toContainText('We have your request')
  await dialog(page).getByRole('button', { name: 'Back to my tasks' }).click()
  // An order on revision is an active task again.
  await page.getByRole('link', { name: 'Active', exact: true }).click()
  await expect(card(page)).toContainText('Revision requested')
  const deadline = new Date(Date.now() + 6 * 3_600_000).toISOString()
  await ops.postEvent(orderId, { event: 'accept_revision', deadline }, crypto.randomUUID())
  await expect(card(page)).toContainText('On revision')
  await addOrderFile(orderId, 'file_final_draft', 'essay-2.pdf')
  await postEvents(orderId, 'complete_revision')
  await page.getByRole('link', { name: 'Completed', exact: true }).click()
  await expect(card(page)).toContainText('Revision sent')
  await card(page)
    .getByRole('link', { name: /^Download/ })
    .click()
  await expect(dialog(page).getByRole('list', { name: 'From your Nerd' })).toContainText('essay-2.pdf')
  await expect(dialog(page).getByRole('list', { name: 'From you', exact: true })).toContainText('marked-up.pdf')
  await page.keyboard.press('Escape')

  await openFromDetails(page, 'Change rating')
  await expect(dialog(page).getByRole('radio', { name: '4 of 5, good' })).toBeChecked()
  await dialog(page).getByRole('radio', { name: '2 of 5, poor' }).check()
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  await expect(dialog(page)).toContainText("Ouch! We are sorry you're not satisfied with your Nerd's work.")
  await expect(dialog(page)).toContainText('1-\u20602 business days. Revisions are free.')
  for (const tag of ['Quality', 'Deadline', 'Support']) {
    await expect(dialog(page).getByRole('checkbox', { name: tag })).not.toBeChecked()
  }
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(3)
  await dialog(page).getByRole('checkbox', { name: 'Quality' }).check()
  await dialog(page).getByRole('textbox', { name: 'Tell us more' }).fill('The second source does not exist.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Send to QA' }).click()
  await expect(dialog(page)).toContainText('Our QA team will review your rating in 1-\u20602 business days')
  await dialog(page).getByRole('button', { name: 'Back to my tasks' }).click()
  await expect(card(page).getByRole('img', { name: 'Rated 2 of 5' })).toBeVisible()

  await openFromDetails(page, 'Ask for a refund')
  await dialog(page).getByRole('textbox', { name: 'What was wrong?' }).fill('A source was made up.')
  await dialog(page).getByRole('button', { name: 'Ask for a refund' }).click()
  await expect(dialog(page)).toContainText('We’ll review it in 3-\u20605 business days. You’ll hear from us by')
  await dialog(page).getByRole('button', { name: 'Back to my tasks' }).click()
  await expect(card(page)).toContainText('Refund requested')
  await postEvents(orderId, 'accept_refund')
  await expect(card(page)).toContainText('Refunded on')
  expect(await buttonsOf(card(page))).toEqual(['Download', 'Order again', 'Details'])

  // The bank has the money back, and operations have the client's words.
  await expect.poll(async () => (await ops.order(orderId)).refunded).toBe(48)
  const { mark, events } = await ops.order(orderId)
  expect(mark).toBe(2)
  const ratings = events.filter(({ event }) => event === 'client_feedback').map(({ data }) => data)
  expect(ratings).toEqual([
    { mark: 5, feedback: 'Clear and on time.' },
    { mark: 4 },
    { mark: 2, feedback: 'The second source does not exist.', tags: ['quality'] },
  ])
})

/** A paid order's card after these events; the domain tests all states. */
const states = [
  [[], 'Finding your Nerd', 'Expected on', ['Details']],
  [['nerd_found', 'quality_check', 'final_touches', 'send'], 'Sent', 'Completed on', ['Download', 'Rate', 'Details']],
  [
    ['accept', 'request_revision', 'accept_revision', 'complete_revision', 'request_refund', 'decline_refund'],
    'Revision sent',
    'Completed on',
    ['Download', 'Rate', 'Details'],
  ],
] as const

test('[CAB-06][CAB-07][CAB-10] (ux 47, ux 49, ux 50) shows the card of three states and its overlays', async ({
  page,
}) => {
  const client = await signedInClient(page)
  const order = await placeOrder(client, { title: 'Causes of the French Revolution', size: '3 Pages' })
  await page.goto(webPaths.orders())
  expect(await buttonsOf(card(page))).toEqual(['Pay $72.00', 'Edit'])
  await expect(card(page)).toContainText('Created on')
  await payOrder(page, order)
  await page.goto(webPaths.orders())

  // The Download button needs a delivered file (STATE-12): the client owns none before delivery.
  await addOrderFile(order.id, 'file_final_draft', 'essay.pdf')
  for (const [events, status, date, buttons] of states) {
    await postEvents(order.id, ...events)
    await expect(card(page)).toContainText(status)
    await expect(card(page)).toContainText(date)
    await expect.poll(() => buttonsOf(card(page))).toEqual(buttons)
    // The buttons are in one row.
    const tops = (await card(page).getByRole('link').all()).slice(1).map(async (act) => {
      const { y = 0, height = 0 } = (await act.boundingBox()) ?? {}
      return Math.round(y + height / 2)
    })
    expect(new Set(await Promise.all(tops)).size).toBe(1)
    if (status !== 'Sent') continue

    // Each button opens its overlay over the list, with its own address, and Escape returns the focus.
    for (const [button, title, path] of [
      [/^Download/, 'How was your Nerd’s work?', 'rating/f'],
      [/^Rate/, 'How was your Nerd’s work?', 'rating/f'],
      [/^Details/, 'Causes of the French Revolution', 'progress'],
    ] as const) {
      const opener = card(page).getByRole('link', { name: button })
      await opener.click()
      await expect(page).toHaveURL(`${webPaths.orders()}/${order.id}/${path}`)
      await expect(dialog(page).getByRole('heading', { name: title, level: 2 })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(page).toHaveURL(webPaths.orders())
      await expect(opener).toBeFocused()
    }
  }

  // Opened by its address: over the list in the address, without a request, and the page behind is inert.
  const ratingPath = `${webPaths.ordersFilter('paid')}/${order.id}/rating/4`
  await page.goto(ratingPath)
  await expect(dialog(page).getByRole('radio', { name: '4 of 5, good' })).toBeChecked()
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('radio', { name: '4 of 5, good' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog(page).getByRole('radio', { name: '3 of 5, fair' })).toBeChecked()
  expect((await ops.order(order.id)).mark).toBe(0)
  const reached = await page.evaluate(() => {
    const behind = document.querySelector<HTMLElement>('main article a')
    behind?.focus()
    return document.activeElement === behind
  })
  expect(reached).toBe(false)
  await page.setViewportSize({ width: 320, height: 480 })
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded()
  await expect(dialog(page).getByRole('button', { name: 'Next' })).toBeInViewport()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(webPaths.ordersFilter('paid'))
  await page.setViewportSize({ width: 390, height: 844 })

  // Without a parameter it opens as with `f`: no stars chosen.
  for (const path of [webPaths.orderRating(order.id), webPaths.orderRating(order.id, 'f')]) {
    await page.goto(path)
    await expect(dialog(page).getByRole('radio')).toHaveCount(5)
    await expect(dialog(page).getByRole('radio', { checked: true })).toHaveCount(0)
  }

  // An invalid mark, or a foreign order: the list stays.
  for (const path of [webPaths.orderRating(order.id, '6'), webPaths.orderRating(order.id, 'x')]) {
    await page.goto(path)
    await page.waitForURL(`**${webPaths.orders()}`)
    await expect(dialog(page)).toHaveCount(0)
  }

  // The prompt asks for the last unrated order; a star opens its rating, Back closes it, and a closed prompt stays
  // closed.
  await ops.changeOrder(order.id, { tags_add: ['no_feedback_1d'] }, crypto.randomUUID())
  await page.goto(webPaths.orders())
  const prompt = page.getByRole('region', { name: 'Rate your last task' })
  await expect(prompt).toContainText('How did your Nerd do on “Causes of the French Revolution”?')
  await expectAccessible(page)
  await prompt.getByRole('link', { name: '5 of 5, great' }).click()
  await expect(dialog(page).getByRole('radio', { name: '5 of 5, great' })).toBeChecked()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(prompt.getByRole('link', { name: '5 of 5, great' })).toBeFocused()
  await prompt.getByRole('button', { name: 'Don’t ask again' }).click()
  await expect(prompt).toHaveCount(0)
  await page.reload()
  await expect(card(page)).toBeVisible()
  await expect(prompt).toHaveCount(0)

  // The details show what the card has no room for; ordering again keeps type, subject, size and lead time.
  await card(page)
    .getByRole('link', { name: /^Details/ })
    .click()
  await expect(dialog(page)).toContainText('What happened so far')
  await expectAccessible(page)
  // After a declined refund.
  const appeal = 'Contact us'
  const changes = ['Request a revision', 'Receipt', 'Order again', 'Ask for a refund']
  const more = ['Accept the work', 'Write to us', 'Download', ...changes]
  await expect
    .poll(async () => (await buttonsOf(dialog(page))).filter((name) => name !== ''))
    .toEqual([appeal, ...more])
  await dialog(page).getByRole('link', { name: 'Order again' }).click()
  await page.waitForURL(`**${webPaths.newOrderForm('writing')}`)
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('History')
  await expect(page.getByRole('textbox', { name: 'Pages' })).toHaveValue('3')

  // Closed while a good rating is sent: the tip does not open over the list.
  await page.goto(webPaths.orders())
  await card(page).getByRole('link', { name: /^Rate/ }).click()
  await dialog(page).getByRole('radio', { name: '5 of 5, great' }).check()
  const rating = await holdCall(page, { method: 'PATCH', path: apiPaths.order(order.id) })
  await dialog(page).getByRole('button', { name: 'Send rating' }).click()
  await rating.request
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await rating.letGo()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page).toHaveURL(webPaths.orders())
  await page.getByRole('link', { name: 'Completed', exact: true }).click()
  await openFromDetails(page, 'Tip your Nerd')
  await expect(dialog(page)).toContainText('The same amount is credited back to your balance.')
})

/** Opens the details of a paid order, with the field that adds to its task. */
async function openTask(page: Page) {
  const order = await placeOrder(await signedInClient(page))
  await payOrder(page, order)
  await page.goto(webPaths.orders())
  await card(page)
    .getByRole('link', { name: /^Details/ })
    .click()
  return { order, more: dialog(page).getByRole('textbox', { name: 'Add to your task' }) }
}

test.describe('a failing line', () => {
  test.use({ consoleMay: { say: [/net::ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/] } })

  test('[EASE-12][CAB-11] sends offline changes once the line is back, but not during editing', async ({
    page,
    context,
  }) => {
    const { order, more } = await openTask(page)
    const add = dialog(page).getByRole('button', { name: 'Add it' })
    await more.fill('Use two')
    await context.setOffline(true)
    await add.click()
    const failure = dialog(page).getByText('Try again once you’re back online.')
    await expect(failure).toBeVisible()
    await more.fill('Use two sources.')
    await expect(failure).toHaveCount(0)
    await add.click()
    await expect(failure).toBeVisible()
    await context.setOffline(false)
    await expect(dialog(page).getByText('Added', { exact: true })).toBeVisible()
    const { details } = await ops.order(order.id)
    expect(details).toMatch(/Use two sources\.$/)
  })

  test('[FLOW-32][API-11] (ux 32) adds to a task once, also if the answer is lost', async ({ page }) => {
    const { order, more } = await openTask(page)
    await more.fill('Use two sources.')
    let isLost = false
    await page.route(`**${apiPaths.order(order.id)}`, async (route) => {
      if (isLost || route.request().method() !== 'PATCH') return route.continue()
      isLost = true
      await route.fetch()
      await expect(more).not.toBeEditable()
      return route.abort()
    })
    await dialog(page).getByRole('button', { name: 'Add it' }).click()
    // The open page updates without a reload.
    await expect(dialog(page).getByText('Use two sources.')).toBeVisible()
    await expect(more).toBeEditable()
    await expect(more).toHaveValue('Use two sources.')
    await dialog(page).getByRole('button', { name: 'Add it' }).click()
    await expect(dialog(page).getByText('Added', { exact: true })).toBeVisible()
    await expect(more).toHaveValue('')
    const { details } = await ops.order(order.id)
    expect(details?.match(/Use two sources\./g)).toHaveLength(1)
  })
})
