import type { OrderFile } from '@nerdify/contract/files.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { offeredServices } from '@nerdify/domain/catalog/services.ts'
import type { OrderAction } from '@nerdify/domain/orders/order-actions.ts'
import { orderActionNames } from '@nerdify/domain/orders/order-actions.ts'
import { refundRequestDays } from '@nerdify/domain/orders/refund-period.ts'
import { afterEach, expect, test } from 'vitest'
import { followPaymentLink } from '../testing/card-page.ts'
import { change, payOrder } from '../testing/coupon-calls.ts'
import { bookCardPayment, operate, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { startSession } from '../sign-in/sessions.ts'
import { send, signedInPerson, type TestPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const hourMs = 3_600_000

/** How an order comes into a state: by what operations set, by being paid, by events, and by time that passes. */
interface Way {
  set?: Record<string, unknown>
  /** Paid by card on the provider's page; `part` is a booked payment of so many cents, which is less than the price. */
  paid?: true
  part?: number
  events?: readonly string[]
  hours?: number
}

const ways: Record<string, Way> = {
  unpaid: {},
  'unpaid, its deadline over': { hours: 13 },
  'unpaid, a promo': { set: { isPromo: true } },
  'unpaid, complex': { set: { is_complex: true } },
  declined: { events: ['decline'] },
  paid: { paid: true },
  'nerd found': { paid: true, events: ['nerd_found'] },
  'quality check': { paid: true, events: ['quality_check'] },
  'final touches': { paid: true, events: ['final_touches'] },
  sent: { paid: true, events: ['send'] },
  accepted: { paid: true, events: ['send', 'accept'] },
  'revision requested': { paid: true, events: ['send', 'request_revision'] },
  'on revision': { paid: true, events: ['send', 'request_revision', 'accept_revision'] },
  'revision sent': { paid: true, events: ['send', 'request_revision', 'accept_revision', 'complete_revision'] },
  'revision accepted': {
    paid: true,
    events: ['send', 'request_revision', 'accept_revision', 'complete_revision', 'accept'],
  },
  'refund requested in work': { paid: true, events: ['request_refund'] },
  'refund requested, sent': { paid: true, events: ['send', 'request_refund'] },
  'refund declined in work': { paid: true, events: ['nerd_found', 'request_refund', 'decline_refund'] },
  'refund declined, sent': { paid: true, events: ['send', 'request_refund', 'decline_refund'] },
  refunded: { paid: true, events: ['send', 'request_refund', 'accept_refund'] },
  'partly paid': { part: 1000 },
  'partly paid, its deadline over': { part: 1000, hours: 13 },
  'partly paid, refund requested': { part: 1000, events: ['request_refund'] },
  'partly paid, refunded': { part: 1000, events: ['request_refund', 'accept_refund'] },
  deleted: { events: ['delete'] },
  'deleted, its deadline over': { events: ['delete'], hours: 13 },
  'sent, too long ago for a refund': { paid: true, events: ['send'], hours: refundRequestDays * 24 + 1 },
}

/** What the server made of a try: it took it, or refused it with a status. */
type Outcome = 'taken' | number

const outcomeOf = ({ status }: { status: number }): Outcome => (status === 200 || status === 201 ? 'taken' : status)

/** One try of what an action leads to, as the screens do it. */
type Try = (person: TestPerson, order: Order) => Promise<Outcome>

const patch =
  (body: Record<string, unknown>): Try =>
  async (person, order) =>
    outcomeOf(await change(person, order, body))

const rate: Try = (person, order) => patch({ action: 'client_feedback', mark: order.mark === 4 ? 5 : 4 })(person, order)

/** Adds one that may be added, and takes it back. */
const addServices: Try = async (person, order) => {
  for (const tag of offeredServices.filter((key) => order.services[key]?.active !== true)) {
    if (outcomeOf(await change(person, order, { action: 'service_add', tag })) !== 'taken') continue
    return patch({ action: 'service_delete', tag })(person, order)
  }
  return 409
}

/** The kinds of files that the order's client can read now. */
async function readableFiles(person: TestPerson, order: Order): Promise<string[]> {
  const { status, body } = await person.send<OrderFile[]>('GET', `/api/v3/orders/${order.id}/files`)
  return status === 200 ? body.map(({ type }) => type) : []
}

/** Every action with its try, in an order in which the earlier ones leave the later ones something to try. */
const tries: Record<OrderAction, Try> = {
  download: async (person, order) =>
    (await readableFiles(person, order)).includes('file_final_draft') ? 'taken' : 404,
  files: async (person, order) => outcomeOf(await person.send('GET', `/api/v3/orders/${order.id}/files`)),
  receipt: async (person, order) => {
    const { pathname } = new URL(order.payment_link)
    const page = await person.send<string>('GET', webPaths.receipts(pathname.split('/')[2] ?? ''))
    return page.status === 200 && page.body.includes(`$${order.client_paid.toFixed(2)}`) ? 'taken' : 404
  },
  // The form begins with these three (CAB-10).
  order_again: async (person, { priceName: type, subject, size }) => {
    const { clock } = await testProduct()
    const deadline = new Date(clock.now() + 48 * hourMs).toISOString()
    return outcomeOf(await person.send('POST', '/api/v3/orders', { type, subject, size, deadline }))
  },
  tip: async (person, order) => outcomeOf(await person.send('GET', `/api/v3/orders/${order.id}/tip_form`)),
  pay: async (_person, { payment_link }) => {
    const { location } = await followPaymentLink(payment_link)
    return location.includes('/c/pay/') ? 'taken' : 409
  },
  edit: (person, order) => patch({ size: order.size === '3 Pages' ? '2 Pages' : '3 Pages' })(person, order),
  choose_deadline: async (person, order) => {
    const { clock } = await testProduct()
    return patch({ deadline: new Date(clock.now() + 48 * hourMs).toISOString() })(person, order)
  },
  add_services: addServices,
  change_rating: rate,
  rate,
  accept: patch({ action: 'accept' }),
  request_revision: patch({ action: 'request_revision', note: 'Two sources more' }),
  request_refund: patch({ action: 'request_refund', note: 'Not what I asked for' }),
}

/** Reading one's own files and ordering anew are refused to nobody: they are tried where they are offered. */
const neverRefused: readonly OrderAction[] = ['files', 'order_again']

/** Where the server takes more than a button of the same name stands for: what else leads there. */
const alsoTaken: Partial<Record<OrderAction, (order: Order) => boolean>> = {
  // The form changes it too.
  choose_deadline: ({ actions }) => actions.includes('edit'),
  // They are a step of the form.
  add_services: ({ actions, client_paid: paid }) =>
    paid === 0 && (actions.includes('edit') || actions.includes('choose_deadline') || actions.includes('pay')),
  // One call rates and changes the rating; the prompt asks for a rating too (STATE-13).
  rate: ({ actions, isCanShowRating }) => isCanShowRating || actions.includes('change_rating'),
  change_rating: ({ actions, isCanShowRating }) => isCanShowRating || actions.includes('rate'),
}

async function orderBy({
  set,
  paid,
  part,
  events = [],
  hours = 0,
}: Way): Promise<{ person: TestPerson; order: Order }> {
  const person = await signedInPerson()
  let order = await person.order()
  if (set !== undefined) expect((await operate('PATCH', `/orders/${order.id}`, set)).status).toBe(200)
  if (paid) order = await payOrder(person, order)
  if (part !== undefined) await bookCardPayment(person, order, part)
  if (events.length > 0) await postEvents(order, ...events)
  const form = new FormData()
  form.set('type', 'file_final_draft')
  form.set('file', new Blob(['%PDF-1.4\n'.padEnd(2_000)], { type: 'application/pdf' }), 'essay.pdf')
  const { url, settings, clock } = await testProduct()
  const added = await fetch(`${url}/api/ops/orders/${order.id}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.operationsToken}` },
    body: form,
  })
  expect([added.ok, await added.text()]).toEqual([true, expect.anything()])
  if (hours === 0) return { person, order }
  clock.advance(hours * hourMs)
  return { person: await signedInAnew(person), order }
}

/** The order as its client sees it now. One that is deleted is not there, so its screens offer nothing; calls may still come. */
async function seenBy(person: TestPerson, order: Order): Promise<{ order: Order; isThere: boolean }> {
  const { status, body } = await person.send<Order>('GET', `/api/v3/orders/${order.id}`)
  if (status === 200) return { order: body, isThere: true }
  expect(status).toBe(404)
  return { order: { ...order, actions: [], isCanShowRating: false }, isThere: false }
}

/** The same person with a session of now: theirs may have ended meanwhile. */
async function signedInAnew(person: TestPerson): Promise<TestPerson> {
  const { product } = await testProduct()
  const token = await startSession(product, product.queries, { clientId: person.clientId, timeZone: null })
  return { ...person, token, send: (method, path, body) => send(method, path, { token, body }) }
}

test.each(Object.entries(ways))(
  '[CAB-04][CAB-10][CAB-11][RATE-06][STATE-12][STATE-18][STATE-19] %s: the server takes what the cabinet offers, and refuses what it does not',
  async (_name, way) => {
    const { person, order } = await orderBy(way)
    const found: string[] = []
    const wanted: string[] = []
    for (const [name, attempt] of Object.entries(tries) as [OrderAction, Try][]) {
      const { order: before, isThere } = await seenBy(person, order)
      const offered = before.actions.includes(name)
      if (!offered && isThere && neverRefused.includes(name)) continue
      if (!isThere && name === 'order_again') continue
      const outcome = await attempt(person, before)
      const taken = offered || alsoTaken[name]?.(before) === true
      wanted.push(`${name} ${offered ? 'offered' : 'not offered'}: ${taken ? 'taken' : 'refused'}`)
      const word = outcome === 'taken' ? outcome : [404, 409, 422].includes(outcome) ? 'refused' : `answered ${outcome}`
      found.push(`${name} ${offered ? 'offered' : 'not offered'}: ${word}`)
    }
    expect(found).toEqual(wanted)
  },
)

test('[CAB-04] every action of the cabinet is tried', () => {
  expect(Object.keys(tries).toSorted()).toEqual(orderActionNames.toSorted())
})
