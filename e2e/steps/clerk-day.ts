import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'
import type { Hands } from './hands.ts'
import { textToSupport } from './mailbox.ts'
import { newClient, operate, postEvents, ops } from './operations.ts'
import { dispute, payOrder, placeOrder } from './ordering.ts'
import { call, signedInClient } from './sign-in.ts'

/** The clerk's work on the shown order or conversation; `words` is the search that found it. */
type Act = (hands: Hands, words: string) => Promise<void>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const note = (page: Page) => page.getByLabel('Note for staff')
const isDone = (page: Page, step: string) => expect(page.getByText(`Done: ${step}`)).toBeVisible()

/** Submits the form of the next step. */
async function send(hands: Hands, step: string): Promise<void> {
  await hands.submit(button(hands.page, step))
  await isDone(hands.page, step)
}

/** Opens a step from the list below the next one. */
async function chooseStep(hands: Hands, step: string): Promise<void> {
  const { page } = hands
  await hands.goToStep()
  await hands.press(button(page, step))
  await expect(page.getByRole('heading', { name: step, exact: true })).toBeFocused()
}

const assign: Act = async (hands) => {
  const { page } = hands
  const nerds = page.getByRole('radiogroup', { name: 'Nerd' }).getByRole('radio')
  await expect(nerds.first()).toBeVisible()
  await hands.goToStep()
  await hands.choose(nerds.and(page.locator(':enabled')).first())
  await hands.submit(button(page, /^Assign /))
  await isDone(page, 'Assign a Nerd')
}

const replace: Act = async (hands) => {
  await chooseStep(hands, 'Find another Nerd')
  await hands.type(note(hands.page), ['She is ill'])
  await send(hands, 'Find another Nerd')
}

const extend: Act = async (hands) => {
  await chooseStep(hands, 'Extend the deadline')
  const later = new Date(Date.now() + 5 * 24 * 3_600_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${two(later.getUTCMonth() + 1)}${two(later.getUTCDate())}${later.getUTCFullYear()}`
  await hands.type(hands.page.getByLabel('New deadline'), [date, '0500PM'])
  await hands.type(note(hands.page), ['Agreed on the phone'])
  await send(hands, 'Extend the deadline')
}

/** Adds one file of the shown type. */
async function addFile(hands: Hands, name: string): Promise<void> {
  const { page } = hands
  // Until the order's files have loaded, Tab passes over the button.
  await expect(page.locator('[inert]')).toHaveCount(0)
  await hands.goToStep()
  const chooser = page.waitForEvent('filechooser')
  await hands.press(page.getByRole('button', { name: /^Add files of the Nerd/ }))
  const buffer = Buffer.from('%PDF-1.4\n'.padEnd(2_000))
  await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer })
  await expect(page.getByText(name)).toBeVisible()
}

/** Delivers with these files. */
const deliver =
  (step: string, ...files: readonly string[]): Act =>
  async (hands) => {
    for (const file of files) await addFile(hands, file)
    await expect(button(hands.page, step)).not.toHaveAttribute('aria-disabled')
    await send(hands, step)
  }

/** Delivers a late order with the credit shown beside the step: 10% of the payment in the first 12 hours. */
const deliverLate: Act = async (hands, number) => {
  const read = () => ops.order(number)
  const { client_id: clientId, client_paid: paid } = await read()
  const balance = async () => (await ops.client(clientId)).available_balance
  const before = await balance()
  const credit = Math.round(paid * 10) / 100
  await expect(hands.page.getByText(`$${credit.toFixed(2)} goes to the client’s balance`)).toBeVisible()
  await deliver('Deliver the work', 'final.pdf')(hands, number)
  expect((await read()).late_credited).toBe(credit)
  expect(await balance()).toBeCloseTo(before + credit)
}

const acceptRevision: Act = async (hands) => {
  await hands.goToStep()
  await send(hands, 'Accept the revision')
}

const declineRefund: Act = async (hands) => {
  const { page } = hands
  await hands.goToStep()
  await hands.choose(page.getByRole('radio', { name: 'Decline the refund' }))
  await hands.type(page.getByLabel('Tell the client why'), ['We checked it with a second Nerd: it is right.'])
  await send(hands, 'Decline the refund')
}

const grantRefund: Act = async (hands) => {
  await hands.goToStep()
  await hands.choose(hands.page.getByRole('radio', { name: 'Grant the refund' }))
  await send(hands, 'Grant the refund')
}

const refundPart: Act = async (hands) => {
  const { page } = hands
  await hands.goToStep()
  await hands.press(button(page, 'Give money back'))
  await hands.type(page.getByLabel('Amount in dollars'), ['5'])
  await hands.type(page.getByLabel('Reason, for staff'), ['A day late'])
  await hands.submit(button(page, 'Give it back'))
  await expect(page.getByText('The refund is on its way.')).toBeVisible()
}

const answerDispute: Act = async (hands) => {
  await hands.goToStep()
  await send(hands, 'Mark the dispute as answered')
}

const answer: Act = async (hands) => {
  const { page } = hands
  const field = page.getByLabel(/^Your answer to/)
  await expect(field).toBeVisible()
  await hands.type(field, ['Yes, it comes tonight.'], 'r')
  await hands.submit(button(page, 'Send as support'))
  await expect(field).toHaveValue('')
}

/** Finds the client by the global search and blocks them. */
const block: Act = async (hands, words) => {
  const { page } = hands
  await hands.search(page.getByLabel('Find a client or an order'), '/', words)
  await hands.open(page.locator('main [data-row]').filter({ hasText: words }))
  await hands.press(button(page, 'Block the client'))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Block the client' }))
  await expect(page.getByText('The client is blocked.')).toBeVisible()
}

/** A kind of work: its orders in a day, their events before it, and the event that it adds. */
interface Work {
  times: number
  before: readonly string[]
  act: Act
  event: string
}

const works = {
  assign: { times: 6, before: [], act: assign, event: 'nerd_found' },
  replace: { times: 1, before: ['nerd_found'], act: replace, event: 'reassign' },
  extend: { times: 1, before: ['nerd_found'], act: extend, event: 'extend_deadline' },
  deliver: { times: 3, before: ['nerd_found'], act: deliver('Deliver the work', 'final.pdf'), event: 'send' },
  deliverWithReport: {
    times: 1,
    before: ['nerd_found'],
    act: deliver('Deliver the work', 'final.pdf', 'report.pdf'),
    event: 'send',
  },
  // A seeded order after its deadline.
  deliverLate: { times: 1, before: [], act: deliverLate, event: 'send' },
  acceptRevision: {
    times: 2,
    before: ['nerd_found', 'send', 'request_revision'],
    act: acceptRevision,
    event: 'accept_revision',
  },
  declineRefund: { times: 1, before: ['request_refund'], act: declineRefund, event: 'decline_refund' },
  grantRefund: { times: 1, before: ['request_refund'], act: grantRefund, event: 'accept_refund' },
  refundPart: { times: 1, before: [], act: refundPart, event: 'refund' },
  dispute: { times: 1, before: ['nerd_found'], act: answerDispute, event: 'dispute_answered' },
  answer: { times: 1, before: [], act: answer, event: 'paid' },
} as const satisfies Record<string, Work>
type WorkName = keyof typeof works

interface DayOrder {
  number: string
  work: WorkName
}

/** Twenty orders that wait for a clerk, and the phone of a client without an order who sent a text. */
export interface ClerkDay {
  orders: readonly DayOrder[]
  phone: string
}

/** The number of a seeded order that is late with its Nerd. */
async function lateOrder(): Promise<string> {
  const path = `${opsPaths.queue()}?kind=work&late=true`
  const { results } = await operate<{ results: { number: string }[] }>('GET', path)
  const [first] = results
  if (first === undefined) throw new Error('no order is late: the journeys seed some with PROVE')
  return first.number
}

/** Creates the orders of a day; `page` is the client's. */
export async function prepareDay(page: Page): Promise<ClerkDay> {
  const client = await signedInClient(page)
  const auth = { token: client.token }
  const orders: DayOrder[] = []
  for (const [work, { times, before }] of Object.entries(works) as [WorkName, Work][]) {
    for (let time = 0; time < times; time += 1) {
      if (work === 'deliverLate') {
        orders.push({ number: await lateOrder(), work })
        continue
      }
      const order = await placeOrder(client)
      if (work === 'deliverWithReport') {
        const body = { action: 'service_add', tag: 'adv_plagreport' }
        await call('PATCH', apiPaths.order(order.id), { ...auth, body })
      }
      const cardPage = await payOrder(page, order)
      await postEvents(order.id, ...before)
      if (work === 'dispute') await dispute(cardPage)
      if (work === 'answer') {
        await call('POST', messagePaths.orderMessages(order.id), { ...auth, body: { text: 'Is it on its way?' } })
      }
      const { number } = await ops.order(order.id)
      orders.push({ number, work })
    }
  }
  const { phone } = await newClient()
  await textToSupport(phone, 'Do you do physics?')
  return { orders, phone }
}

/** Opens a row of the queue. */
async function openRow(hands: Hands, words: string, isLate: boolean): Promise<void> {
  const { page } = hands
  const rows = page.locator('tr[data-row]')
  await hands.search(page.getByLabel('Find in the queue'), 'f', words)
  await expect(rows.filter({ hasNotText: words })).toHaveCount(0)
  await expect(rows.first()).toBeVisible()
  if (isLate) await expect(rows.first()).toContainText(/late/)
  await hands.open(rows)
}

/** Works through a day's queue; returns the duration and the effort of each kind of work. */
export async function workThrough(hands: Hands, { orders, phone }: ClerkDay) {
  const { page, effort } = hands
  const efforts: Record<string, string> = {}
  const count = async (name: string, act: () => Promise<void>) => {
    const before = { ...effort }
    await act()
    const { keys, clicks, scrolls } = effort
    efforts[name] = `${keys - before.keys} keys, ${clicks - before.clicks} clicks, ${scrolls - before.scrolls} scrolls`
  }
  const fromQueue =
    (words: string, act: Act, isLate = false) =>
    async () => {
      await openRow(hands, words, isLate)
      await act(hands, words)
      await hands.leave()
      await expect(page.getByRole('heading', { name: 'Queue', exact: true })).toBeVisible()
    }
  const startedAt = Date.now()
  for (const { number, work } of orders) {
    await count(work, fromQueue(number, works[work].act, work === 'deliverLate'))
  }
  await count('answerText', fromQueue(phone, answer))
  await count('block', () => block(hands, phone))
  return { seconds: (Date.now() - startedAt) / 1000, efforts }
}

/** Expects each order to have the event of its work exactly once. */
export async function expectDayDone({ orders }: ClerkDay): Promise<void> {
  for (const { number, work } of orders) {
    const { events } = await ops.order(number)
    const matches = events.filter(({ event }) => event === works[work].event)
    expect(matches, `${number} ${work}`).toHaveLength(1)
  }
}
