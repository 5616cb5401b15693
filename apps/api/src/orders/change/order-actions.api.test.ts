import type { OrderFile } from '@nerdify/contract/files.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { offeredServices, type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isTooLateFor } from '@nerdify/domain/orders/additional-services.ts'
import type { OrderAction } from '@nerdify/domain/orders/order-actions.ts'
import { orderActionNames } from '@nerdify/domain/orders/order-actions.ts'
import type { ClientStatus } from '@nerdify/domain/orders/order-status.ts'
import { refundRequestDays } from '@nerdify/domain/orders/refund-period.ts'
import { afterEach, expect, test } from 'vitest'
import { followPaymentLink, payOnCardPage } from '../../testing/cards/card-page.ts'
import { paymentOf } from '../../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, payOrder, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { addNerdFile, bookCardPayment, operate, postEvents } from '../../testing/operations-calls.ts'
import { proofSample } from '../../testing/proof-size.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, signedInAnew, signedInPerson, type TestPerson } from '../../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const hourMs = 3_600_000

/**
 * How an order reaches a state: its creation, operations' changes, payment, events, later acts of client and bank, and
 * time.
 */
interface Way {
  made?: Record<string, unknown>
  set?: Record<string, unknown>
  /** Paid by card on the provider's page; `part` is a booked payment in cents, less than the price. */
  paid?: true
  part?: number
  /** A coupon makes it free: its link books it without a card. */
  free?: true
  events?: readonly string[]
  /** Services that the client adds to the paid order; `paidServices` are paid too. */
  services?: readonly ServiceKey[]
  paidServices?: readonly ServiceKey[]
  mark?: number
  /** Events after the rating. */
  later?: readonly string[]
  /** Refunds by operations without a request, in sequence: dollars, or services. */
  givenBack?: readonly { amount?: number; services?: readonly ServiceKey[] }[]
  disputed?: true
  /** Tagged by operations at the end. */
  putAway?: true
  hours?: number
}

const everyService: readonly ServiceKey[] = offeredServices

const ways: Record<string, Way> = {
  unpaid: {},
  'unpaid, its deadline over': { hours: 13 },
  'unpaid, dearer since its quote has lapsed': { hours: 6 },
  'unpaid, its deadline too short for its size by now': { hours: 9 },
  'unpaid, its subject not chosen yet': { made: { subject: undefined } },
  'unpaid, agreed with us without a subject': { made: { subject: undefined }, set: { isPromo: true, price: 40 } },
  'for nothing, sent': { free: true, events: ['send'] },
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
  'paid, a service added and not paid': { paid: true, services: ['adv_plagreport'] },
  'nerd found, a service of the search added too late': {
    paid: true,
    services: ['top_writer'],
    events: ['nerd_found'],
  },
  'paid, every service paid': { paid: true, paidServices: everyService },
  'sent, every service paid, one given back': {
    paid: true,
    paidServices: everyService,
    events: ['send'],
    givenBack: [{ services: ['adv_plagreport'] }],
  },
  'sent, all given back without a request': { paid: true, events: ['send'], givenBack: [{ amount: 48 }] },
  'sent, all given back bit by bit': { paid: true, events: ['send'], givenBack: [{ amount: 20 }, { amount: 28 }] },
  'sent, rated well': { paid: true, events: ['send'], mark: 5 },
  'sent, rated badly': { paid: true, events: ['send'], mark: 2 },
  'sent, rated well, disputed at the bank': { paid: true, events: ['send'], mark: 5, disputed: true },
  'revision requested, rated before': { paid: true, events: ['send'], mark: 5, later: ['request_revision'] },
  'refund requested on revision': {
    paid: true,
    events: ['send', 'request_revision', 'accept_revision', 'request_refund'],
  },
  'refund declined on revision': {
    paid: true,
    events: ['send', 'request_revision', 'accept_revision', 'request_refund', 'decline_refund'],
  },
  'partly paid, refund declined': { part: 1000, events: ['request_refund', 'decline_refund'] },
  'sent, then put away': { paid: true, events: ['send'], putAway: true },
  'sent, too long ago for a refund': { paid: true, events: ['send'], hours: refundRequestDays * 24 + 1 },
}

/** The server's answer to a try: accepted, or refused with a status. */
type Outcome = 'taken' | number

const outcomeOf = ({ status }: { status: number }): Outcome => (status === 200 || status === 201 ? 'taken' : status)

/** A try of an action's call, as the screens send it. */
type Try = (person: TestPerson, order: Order) => Promise<Outcome>

const patch =
  (body: Record<string, unknown>): Try =>
  async (person, order) =>
    outcomeOf(await change(person, order, body))

const rate: Try = (person, order) => patch({ action: 'client_feedback', mark: order.mark === 4 ? 5 : 4 })(person, order)

/** Adds a service and removes it again. */
const addServices: Try = async (person, order) => {
  const isToBeHad = (key: ServiceKey) => !order.services[key].active || order.services[key].refunded
  for (const tag of offeredServices.filter(isToBeHad)) {
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

/** Every action with its try, ordered so that earlier ones leave work for later ones. */
const tries: Record<OrderAction, Try> = {
  download: async (person, order) =>
    (await readableFiles(person, order)).includes('file_final_draft') ? 'taken' : 404,
  files: async (person, order) => outcomeOf(await person.send('GET', `/api/v3/orders/${order.id}/files`)),
  receipt: async (person, order) => {
    if (order.receipt_link === null) return 404
    const page = await person.send<string>('GET', new URL(order.receipt_link).pathname)
    return page.status === 200 && page.body.includes('Receipt No. ') ? 'taken' : 404
  },
  // The form begins with these three (CAB-10).
  order_again: async (person, { priceName: type, subject, size }) => {
    const { clock } = await testProduct()
    const deadline = new Date(clock.now() + 48 * hourMs).toISOString()
    return outcomeOf(await person.send('POST', '/api/v3/orders', { type, subject, size, deadline }))
  },
  tip: async (person, order) => {
    const { status, body: form } = await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)
    if (status !== 200) return status
    const { url } = await testProduct()
    const body = new URLSearchParams({ ...form.fields, amount: String(form.options[0]?.amount) })
    return outcomeOf(await fetch(url + webPaths.payTip(), { method: 'POST', body }))
  },
  pay: async (_person, { id, payment_link }) => {
    let { location } = await followPaymentLink(payment_link)
    // If the price changed, a page announces it first; there the same link leads to the payment (PRICE-12).
    const repricedPages = [webPaths.orderRepriced(id), webPaths.orderPaymentRepriced(id)]
    if (repricedPages.includes(location)) location = (await followPaymentLink(payment_link)).location
    return location.includes('/c/pay/') ? 'taken' : 409
  },
  edit: (person, order) => patch({ size: order.size === '3 Pages' ? '2 Pages' : '3 Pages' })(person, order),
  choose_deadline: async (person, order) => {
    const { clock } = await testProduct()
    return patch({ deadline: new Date(clock.now() + 48 * hourMs).toISOString() })(person, order)
  },
  answer_deadline: patch({ action: 'decline_deadline' }),
  add_services: addServices,
  add_details: async (person, order) => patch({ details: `${order.details ?? ''}\n\nOne thing more.` })(person, order),
  change_rating: rate,
  rate,
  accept: patch({ action: 'accept' }),
  request_revision: patch({ action: 'request_revision', note: 'Two sources more' }),
  request_refund: patch({ action: 'request_refund', note: 'Not what I asked for' }),
}

/** Every client may read their own files and order again: these actions are tried only if offered. */
const neverRefused: readonly OrderAction[] = ['files', 'order_again']

/** Other ways to a call that the server accepts beyond the button of the same name. */
const alsoTaken: Partial<Record<OrderAction, (order: Order) => boolean>> = {
  // The form changes it too.
  choose_deadline: ({ actions }) => actions.includes('edit'),
  // A paid order's link is for services added since then; their own screen leads there.
  pay: ({ services, client_status: status, actions }) =>
    actions.includes('add_services') &&
    serviceKeys.some(
      (key) => services[key].added && !services[key].active && !isTooLateFor(key, status as ClientStatus),
    ),
  // The form replaces the details.
  add_details: ({ client_paid: paid, isPaid, actions, declined }) =>
    paid === 0 && !isPaid && (actions.length > 0 || declined),
  // They are a step of the form.
  add_services: ({ actions, client_paid: paid }) =>
    paid === 0 && (actions.includes('edit') || actions.includes('choose_deadline') || actions.includes('pay')),
  // One call rates and changes the rating; the prompt asks for a rating too (STATE-13).
  rate: ({ actions, isCanShowRating }) => isCanShowRating || actions.includes('change_rating'),
  change_rating: ({ actions, isCanShowRating }) => isCanShowRating || actions.includes('rate'),
}

async function orderBy(way: Way): Promise<{ person: TestPerson; order: Order }> {
  const { made, set, paid, part, free, events = [], services = [], paidServices = [], hours = 0 } = way
  const { mark, later = [], givenBack = [], disputed, putAway } = way
  const person = await signedInPerson()
  let order = await person.order(made)
  if (set !== undefined) expect((await operate('PATCH', `/orders/${order.id}`, set)).status).toBe(200)
  const { provider } = await testProduct()
  if (paid) order = await payOrder(person, order, disputed && provider.disputableCard)
  if (free) {
    await applyCode(person, order, await newCoupon({ gift: { kind: 'percent', percent: 100 } }))
    await followPaymentLink(order.payment_link)
    order = await untilChecked(person, order, 'paid')
  }
  if (part !== undefined) await bookCardPayment(person, order, part)
  for (const tag of [...services, ...paidServices]) {
    expect((await change(person, order, { action: 'service_add', tag })).status).toBe(200)
  }
  if (paidServices.length > 0) {
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    await eventually(async () => {
      const { services: bought } = await untilChecked(person, order, 'paid')
      return paidServices.every((key) => bought[key].active)
    })
  }
  if (events.length > 0) await postEvents(order, ...events)
  if (mark !== undefined) expect((await change(person, order, { action: 'client_feedback', mark })).status).toBe(200)
  if (later.length > 0) await postEvents(order, ...later)
  for (const gone of givenBack) {
    const { refunded } = await readOrder(person, order)
    expect((await operate('POST', `/orders/${order.id}/refunds`, { ...gone, reason: 'Late' })).status).toBe(200)
    await eventually(async () => (await readOrder(person, order)).refunded > refunded)
  }
  if (disputed) {
    await provider.openDispute(await paymentOf(order))
    await eventually(async () => (await readOrder(person, order)).tags.includes('payment_disputed'))
  }
  await addNerdFile(order)
  const { clock } = await testProduct()
  if (putAway) await operate('PATCH', `/orders/${order.id}`, { tags_add: ['delete_order'] })
  if (hours === 0) return { person, order }
  clock.advance(hours * hourMs)
  return { person: await signedInAnew(person), order }
}

/**
 * The order as its client sees it now. A deleted one is hidden, so its screens offer nothing; calls may still arrive.
 */
async function seenBy(person: TestPerson, order: Order): Promise<{ order: Order; isThere: boolean }> {
  const { status, body } = await person.send<Order>('GET', `/api/v3/orders/${order.id}`)
  if (status === 200) return { order: body, isThere: true }
  expect(status).toBe(404)
  return { order: { ...order, actions: [], isCanShowRating: false }, isThere: false }
}

test.each(proofSample(Object.entries(ways)))(
  '[CAB-04][CAB-11][STATE-19] %s: the server takes each action that the cabinet offers, and no other',
  async (_name, way) => {
    const { person, order } = await orderBy(way)
    const found: string[] = []
    const expected: string[] = []
    for (const [name, attempt] of Object.entries(tries) as [OrderAction, Try][]) {
      const { order: before, isThere } = await seenBy(person, order)
      const offered = before.actions.includes(name)
      if (!offered && isThere && neverRefused.includes(name)) continue
      // A receipt's link still works (PAY-14).
      if (!isThere && (name === 'order_again' || name === 'receipt')) continue
      const outcome = await attempt(person, before)
      const taken = offered || alsoTaken[name]?.(before) === true
      expected.push(`${name} ${offered ? 'offered' : 'not offered'}: ${taken ? 'taken' : 'refused'}`)
      const word = outcome === 'taken' ? outcome : [404, 409, 422].includes(outcome) ? 'refused' : `answered ${outcome}`
      found.push(`${name} ${offered ? 'offered' : 'not offered'}: ${word}`)
    }
    expect(found).toEqual(expected)
  },
)

test('[CAB-04] every action of the cabinet is tried', () => {
  expect(Object.keys(tries).toSorted()).toEqual(orderActionNames.toSorted())
})
