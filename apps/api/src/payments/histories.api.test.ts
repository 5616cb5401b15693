import type { Books } from '@nerdify/contract/books.ts'
import type { OwedToNerds } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { bookDays, dayNumberOf } from '@nerdify/domain/books/book-days.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, ledgerLines } from '../testing/cards/books.ts'
import { amountOnCardPage, followPaymentLink, newCard, payOnCardPage, testCards } from '../testing/cards/card-page.ts'
import { cardProvider } from '../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, untilChecked } from '../testing/coupon-calls.ts'
import { bonusesOf, newFriendOf } from '../testing/friends.ts'
import { addNerdFile, operate, registeredNerd } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer, untilIdle } from '../testing/sandbox-controls.ts'
import { personWithEmail, subscribe } from '../testing/subscribing.ts'
import { eventually, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { compareDay } from '../books/compare-days.ts'
import { instant } from '../database/instant.ts'
import { claimCardEvents } from '../card-events/card-events.store.ts'
import { applyDueCardEvents } from '../card-events/card-events.ts'
import { claimRefunds } from './refund/refunds.store.ts'
import { replayCardEvents } from '../card-events/replay-events.ts'
import { sendDueRefunds } from './refund/send-refunds.ts'
import { proofSize } from '../testing/proof-size.ts'

const runs = proofSize({ embedded: { test: 15, prove: 2_000 }, server: { test: 20, prove: 2_000 } })

afterEach(async () => {
  await steer('webhooks', {})
  const { clock, cardCalls } = await testProduct()
  clock.reset()
  cardCalls.heal()
})

/** How operations end an order, possibly with an open page; an event that does not fit the state is refused. */
const endings = [
  ['decline'],
  ['delete'],
  ['request_refund', 'accept_refund'],
  ['request_refund', 'decline_refund'],
] as const
/** A bank's decisions, which may change later. */
const decisions = ['won', 'lost', 'prevented', 'warning_closed', 'needs_response'] as const

/** The possible events; numbers choose an existing order or page. */
const which = fc.nat(20)
const step = fc.oneof(
  fc.record({ what: fc.constant('order' as const), useBalance: fc.boolean(), cashback: fc.boolean() }),
  fc.record({ what: fc.constant('size' as const), which, pages: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('service' as const), which }),
  fc.record({ what: fc.constant('balance' as const), which, use: fc.boolean() }),
  fc.record({ what: fc.constant('open' as const), which }),
  fc.record({ what: fc.constant('pay' as const), which, declined: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ what: fc.constant('surplus' as const), useBalance: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      which,
      cents: fc.integer({ min: 1, max: 6_000 }),
      outside: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('tip' as const),
      which,
      back: fc.constantFrom('kept', 'by card', 'outside'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('late' as const), which, hours: fc.constantFrom(1, 13, 30) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('deliver' as const), which }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('spend' as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('end' as const), which, how: fc.constantFrom(...endings) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('dispute' as const),
      which,
      decision: fc.constantFrom('later', ...decisions),
      inquiry: fc.boolean(),
      /** Percent of the payment. */
      part: fc.constantFrom(30, 100),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('decision' as const), which, outcome: fc.constantFrom(...decisions) }),
  },
  fc.record({ what: fc.constant('credit' as const), cents: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({ what: fc.constant('debit' as const), cents: fc.integer({ min: 1, max: 1_000 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('events' as const),
      mode: fc.constantFrom('sent', 'lost', 'many', 'late' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('death' as const),
      over: fc.constantFrom('createSession', 'expireSession', 'session', 'refund', 'refundOf', 'disputeOf'),
    }),
  },
  fc.record({ what: fc.constant('silence' as const) }),
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('assign' as const),
      which,
      nerd: fc.nat(1),
      cents: fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: undefined }),
    }),
  },
  fc.record({ what: fc.constant('reassign' as const), which }),
  fc.record({ what: fc.constant('fee' as const), which, cents: fc.option(fc.integer({ min: 0, max: 5_000 })) }),
)
/**
 * Events that random histories rarely reach, each by itself: banks that decide for us, returned tips and late credits,
 * a bonus spent before it is taken back or after the delivery, a dying worker, fees that change and go to another Nerd.
 */
const rare: readonly (readonly Step[])[] = [
  [
    { what: 'death', over: 'createSession' },
    { what: 'order', useBalance: false, cashback: false },
    { what: 'open', which: 2 },
    { what: 'pay', which: 1, declined: false },
  ],
  [
    { what: 'assign', which: 0, nerd: 0, cents: 2_599 },
    { what: 'late', which: 0, hours: 13 },
    { what: 'end', which: 0, how: ['request_refund', 'accept_refund'] },
    { what: 'order', useBalance: false, cashback: false },
    { what: 'open', which: 2 },
    { what: 'pay', which: 1, declined: false },
  ],
  [
    { what: 'late', which: 0, hours: 1 },
    { what: 'dispute', which: 0, decision: 'won', inquiry: false, part: 100 },
    { what: 'order', useBalance: false, cashback: false },
    { what: 'open', which: 2 },
    { what: 'pay', which: 1, declined: false },
  ],
  [
    { what: 'dispute', which: 0, decision: 'later', inquiry: false, part: 100 },
    { what: 'order', useBalance: false, cashback: false },
    { what: 'open', which: 2 },
    { what: 'pay', which: 1, declined: false },
    { what: 'decision', which: 0, outcome: 'won' },
  ],
  [
    { what: 'spend' },
    { what: 'refund', which: 0, cents: 1_000, outside: false },
    { what: 'assign', which: 0, nerd: 0, cents: 1_701 },
    { what: 'reassign', which: 0 },
    { what: 'assign', which: 0, nerd: 1, cents: 3_102 },
    { what: 'deliver', which: 0 },
    { what: 'fee', which: 0, cents: 3_203 },
    { what: 'spend' },
    { what: 'end', which: 0, how: ['request_refund', 'accept_refund'] },
  ],
  [
    { what: 'dispute', which: 0, decision: 'lost', inquiry: false, part: 30 },
    { what: 'late', which: 0, hours: 30 },
    { what: 'spend' },
    { what: 'decision', which: 0, outcome: 'won' },
    { what: 'refund', which: 0, cents: 2_799, outside: true },
  ],
  ...(['by card', 'outside'] as const).map((back): readonly Step[] => [
    { what: 'assign', which: 0, nerd: 1, cents: undefined },
    { what: 'tip', which: 0, back: 'kept' },
    { what: 'order', useBalance: false, cashback: false },
    { what: 'open', which: 2 },
    { what: 'pay', which: 1, declined: false },
    { what: 'tip', which: 0, back },
  ]),
]
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** How events arrive: at once; never; three times out of order; or all later, shuffled. */
const modes = { sent: {}, lost: { drop: true }, many: { copies: 3, jitter_ms: 30 }, late: { pause: true } } as const

interface Fee {
  nerd: string
  cents: number
}

interface World {
  person: TestPerson
  /** Their cards, which no other client uses. */
  card: string
  /** The referrer, and the cents of the bonus that they spent. */
  referrer: TestPerson
  referrerCard: string
  spentCents: number
  /** Hours by which an order's first delivery was late; 0 if in time. */
  hoursLate: Map<string, number>
  /** The Nerds of the register whom orders may get. */
  nerds: readonly string[]
  /** The Nerd who has an order, and the agreed fee. */
  assigned: Map<string, Fee>
  /** The date, and that of each order's first delivery. */
  today: string
  sentOn: Map<string, string>
  orders: Order[]
  pages: string[]
  disputes: string[]
  /** Refunds and disputes may take credits back below zero; spending never does. */
  takenBack: boolean
  disputed: Set<string>
  eventsLost: boolean
}

async function happen(world: World, happening: Step): Promise<void> {
  const { person, orders, pages } = world
  const { product, clock, cardCalls } = await testProduct()
  const now = clock.now()
  switch (happening.what) {
    case 'events':
      world.eventsLost ||= happening.mode === 'lost'
      await steer('webhooks', modes[happening.mode as keyof typeof modes])
      return
    case 'death':
      cardCalls.dieAfter(happening.over as 'session')
      return
    case 'silence':
      // A worker claims due refunds and dies.
      await claimCardEvents(product.queries, { now, until: now + 120_000, longestWaitMs: 3_600_000, most: 10 })
      await claimRefunds(product.queries, now)
      return
    case 'order': {
      const order = await person.order({ use_balance: happening.useBalance })
      if (happening.cashback)
        await applyCode(person, order, await newCoupon({ gift: { kind: 'cashback', percent: 30 } }))
      orders.push(order)
      return
    }
    case 'surplus': {
      const order = await person.order({ use_balance: happening.useBalance, size: '3 Pages' })
      orders.push(order)
      const { location } = await followPaymentLink(order.payment_link)
      await change(person, order, { size: '1 Pages' })
      if (location.startsWith('http')) await payOnCardPage(location, world.card)
      return
    }
    case 'spend':
      return spend(world)
    case 'pay': {
      const page = pages[happening.which % Math.max(1, pages.length)]
      if (page !== undefined) await payOnCardPage(page, happening.declined ? testCards.declined : world.card)
      return
    }
    case 'decision': {
      const disputed = world.disputes[happening.which % Math.max(1, world.disputes.length)]
      if (disputed !== undefined) await steer('disputes/close', { dispute: disputed, outcome: happening.outcome })
      return
    }
    case 'credit':
    case 'debit':
      await operate('POST', `/clients/${person.clientId}/balance_${happening.what}s`, {
        amount: happening.cents / 100,
        reason: 'x',
      })
      return
  }
  const order = orders[happening.which % Math.max(1, orders.length)]
  if (order === undefined) return
  switch (happening.what) {
    case 'size':
      await change(person, order, { size: `${happening.pages} Pages` })
      break
    case 'service':
      await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })
      break
    case 'balance':
      await change(person, order, { use_balance: happening.use })
      break
    case 'open': {
      const { location } = await followPaymentLink(order.payment_link)
      if (location.startsWith('http')) pages.push(location)
      break
    }
    case 'refund':
      world.takenBack = true
      await operate('POST', `/orders/${order.id}/refunds`, {
        amount: happening.cents / 100,
        ...(happening.outside ? { outside: true } : {}),
        reason: 'x',
      })
      break
    case 'tip':
      await tip(world, order)
      if (happening.back === 'kept') break
      // If its event arrives later, there is nothing to refund yet.
      world.takenBack = true
      await operate('POST', `/orders/${order.id}/refunds`, {
        tip: true,
        ...(happening.back === 'outside' ? { outside: true } : {}),
        reason: 'x',
      })
      break
    case 'late':
      await deliver(world, order, happening.hours)
      break
    case 'deliver':
      await deliver(world, order)
      break
    case 'end':
      world.takenBack = true
      for (const event of happening.how) {
        const tell = event.startsWith('decline') ? { tell: 'The work fits.' } : {}
        await operate('POST', `/orders/${order.id}/events`, { event, ...tell })
      }
      break
    case 'dispute':
      await dispute(world, order, happening)
      break
    default:
      await agreeFee(world, order, happening)
  }
}

/** Gives an order a Nerd, takes it away or changes the fee, unless its state refuses (OPS-14). */
async function agreeFee(
  { nerds, assigned }: World,
  { id }: Order,
  happening: Extract<Step, { what: 'assign' | 'reassign' | 'fee' }>,
): Promise<void> {
  if (happening.what === 'reassign') {
    const { status } = await operate('POST', `/orders/${id}/events`, { event: 'reassign', note: 'x' })
    if (status === 200) assigned.delete(id)
    return
  }
  const { what, cents } = happening
  const nerd = what === 'assign' ? nerds[happening.nerd] : assigned.get(id)?.nerd
  const fee = cents == null ? cents : cents / 100
  const { status } =
    what === 'assign'
      ? await operate('POST', `/orders/${id}/events`, { event: 'nerd_found', nerd, fee })
      : await operate('PATCH', `/orders/${id}`, { fee })
  if (status === 200 && nerd !== undefined) assigned.set(id, { nerd, cents: cents ?? 0 })
}

/** Delivers an order this many hours late, unless its state refuses. */
async function deliver(world: World, order: Order, hoursLate = 0): Promise<void> {
  const { product, clock } = await testProduct()
  if (hoursLate > 0 && !world.hoursLate.has(order.id)) {
    const deadline = new Date(clock.now() - hoursLate * 3_600_000)
    // An order that is paid after its deadline earns no late credit (WAIT-05).
    const inWork = product.queries.updateTable('client_order').where('client_status', 'is not', null)
    await inWork.set({ deadline }).where('id', '=', order.id).execute()
  }
  await addNerdFile(order)
  const { deadline } = await product.queries
    .selectFrom('client_order')
    .select('deadline')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const late = Math.max(0, Math.floor((clock.now() - Number(deadline)) / 3_600_000))
  const { status } = await operate('POST', `/orders/${order.id}/events`, { event: 'send' })
  if (status !== 200) return
  world.hoursLate.set(order.id, late)
  world.sentOn.set(order.id, world.today)
}

/** The referrer pays for an order of their own from the balance. */
async function spend(world: World): Promise<void> {
  const { referrer, referrerCard } = world
  // No worker dies during this payment: its amount must be known.
  ;(await testProduct()).cardCalls.heal()
  const order = await referrer.order({ use_balance: true })
  const { location } = await followPaymentLink(order.payment_link)
  const cents = await amountOnCardPage(location)
  await payOnCardPage(location, referrerCard)
  await untilChecked(referrer, order, 'paid')
  world.spentCents += 4_800 - cents
}

const centsOf = (dollars: number) => Math.round(dollars * 100)

/** Expected late credit by what is still paid: 10%, from 12 hours 25%, from 24 hours 50% (WAIT-05). */
function lateCreditDue(order: OperationsOrderWithHistory, hoursLate: number | undefined, isFrozen: boolean): number {
  if (hoursLate === undefined || hoursLate === 0 || isFrozen) return 0
  const percent = hoursLate >= 24 ? 50 : hoursLate >= 12 ? 25 : 10
  return Math.floor((centsOf(order.client_paid - order.refunded) * percent) / 100 + 0.5)
}

/** Expected bonus of the referrer in cents (REF-04). */
function bonusDue(order: OperationsOrderWithHistory, isFrozen: boolean): number {
  if (isFrozen) return 0
  return order.refunded > 0 ? Math.min(2_000, Math.max(0, centsOf(order.client_paid - order.refunded))) : 2_000
}

/** The order paid with the friend's gift, at least in part by card; undefined if there is none. */
async function paidByCardWithGift(orders: readonly OperationsOrderWithHistory[]) {
  const withGift = orders.find(({ discountCode, client_paid }) => discountCode === 'referral' && client_paid > 0)
  if (withGift === undefined) return undefined
  const [first] = await (await ledgerLines())
    .where('order_id', '=', withGift.id)
    .where('kind', '=', 'order_payment')
    .orderBy('ledger_entry.id')
    .orderBy('account')
    .execute()
  if (first?.account !== 'gateway' || (await paidAfterItsEnd(withGift, -first.cents))) return undefined
  return withGift
}

/** Whether this payment was booked after the order's end: all of it was surplus, and the gift stayed unused (PAY-07). */
async function paidAfterItsEnd(order: OperationsOrderWithHistory, paymentCents: number): Promise<boolean> {
  if (!order.declined && !order.isDeleted) return false
  const { product } = await testProduct()
  const surplus = await product.queries
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', order.id)
    .where('reason', '=', 'surplus')
    .where('cents', '=', paymentCents)
    .executeTakeFirst()
  return surplus !== undefined
}

/** Compares bonus and late credits with the expected values. */
async function expectCredits(world: World, orders: readonly OperationsOrderWithHistory[]): Promise<void> {
  const { referrer, hoursLate } = world
  const isFrozen = ({ tags }: OperationsOrderWithHistory) => tags.includes('payment_disputed')
  for (const order of orders) {
    const due = lateCreditDue(order, hoursLate.get(order.id), isFrozen(order))
    expect([order.number, centsOf(order.late_credited ?? 0)]).toEqual([order.number, due])
  }
  const withGift = await paidByCardWithGift(orders)
  const due = withGift === undefined ? 0 : bonusDue(withGift, isFrozen(withGift))
  const isDelivered = withGift !== undefined && hoursLate.has(withGift.id)
  const { earn, pending } = await bonusesOf(referrer)
  expect({ earn: centsOf(earn), pending: centsOf(pending) }).toEqual({
    earn: isDelivered ? due : 0,
    pending: isDelivered ? 0 : due,
  })
  expect(centsOf(await balanceOf(referrer))).toBe((isDelivered ? due : 0) - world.spentCents)
}

async function tip(world: World, order: Order): Promise<void> {
  const { person } = world
  const { product, url } = await testProduct()
  await deliver(world, order)
  await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
  const form = await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)
  if (form.status !== 200) return
  const body = new URLSearchParams({ ...form.body.fields, amount: String(form.body.options[0]?.amount) })
  const html = await (await fetch(`${url}/tip`, { method: 'POST', body })).text()
  const page = /url=([^"]+)/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  if (page !== undefined) await payOnCardPage(page, world.card)
}

/** The order's first undisputed payment, tips included. */
async function dispute(
  world: World,
  order: Order,
  { decision, inquiry, part }: { decision: string; inquiry: boolean; part: number },
): Promise<void> {
  const payments = await paymentsAtProvider(world)
  for (const { id: payment, amount } of payments.filter(({ metadata }) => metadata.order_id === order.id)) {
    const of = part === 100 ? {} : { amount: Math.ceil((amount * part) / 100) }
    const opened = await steer('disputes', { payment_intent: payment, inquiry, ...of }).catch(() => undefined)
    if (opened === undefined) continue
    world.takenBack = true
    world.disputed.add(order.id)
    const id = String(opened.id)
    world.disputes.push(id)
    if (decision !== 'later') await steer('disputes/close', { dispute: id, outcome: decision })
    return
  }
}

/** Days of the company's clock, each with an instant at its edge: both clock days and the ends of months. */
const bookedAt: readonly (readonly [date: string, instant: string])[] = [
  ['2022-01-31', '2022-01-31T23:59:59.999-08:00'],
  ['2022-02-01', '2022-02-01T00:00:00.000-08:00'],
  ['2022-02-28', '2022-02-28T23:59:59.999-08:00'],
  ['2022-03-01', '2022-03-01T00:00:00.000-08:00'],
  ['2022-03-12', '2022-03-12T23:59:59.999-08:00'],
  ['2022-03-13', '2022-03-13T00:00:00.000-08:00'],
  ['2022-03-13', '2022-03-13T23:59:59.999-07:00'],
  ['2022-03-14', '2022-03-14T00:00:00.000-07:00'],
  ['2022-11-05', '2022-11-05T23:59:59.999-07:00'],
  ['2022-11-06', '2022-11-06T00:00:00.000-07:00'],
  ['2022-11-06', '2022-11-06T23:59:59.999-08:00'],
  ['2022-11-07', '2022-11-07T00:00:00.000-08:00'],
  ['2022-12-31', '2022-12-31T23:59:59.999-08:00'],
]
/** Real bookings of the test are later. */
const afterAllDays = Date.parse('2023-01-02T00:00:00Z')

/** The outcomes of a month of a plan that a client pays beside a history. */
const plans = ['none', 'none', 'none', 'kept', 'refunded'] as const

/** Gives the month of a plan back. */
async function refundPlan({ person, id }: Subscriber): Promise<void> {
  await person.send('POST', `/api/v3/subscriptions/${id}/refund`)
  const entries = await ledgerLines()
  const refunds = entries.where('ledger_entry.client_id', '=', person.clientId).where('kind', '=', 'plan_refund')
  await eventually(async () => (await refunds.execute()).length > 0)
}

interface Subscriber {
  person: TestPerson
  id: string
}

/** A person with a paid month of a plan. */
async function newSubscriber(): Promise<Subscriber> {
  const person = await personWithEmail()
  const { id } = await subscribe(person, 'nerdify_prime')
  return { person, id }
}

/** Moves the bookings and deliveries since the last day to an instant; a late credit stays at the hours that it is for. */
async function bookAt(people: readonly TestPerson[], at: string): Promise<void> {
  const { queries } = (await testProduct()).product
  const clientIds = people.map(({ clientId }) => clientId)
  const moved = { at: new Date(at) }
  await queries
    .updateTable('ledger_entry')
    .set(moved)
    .where('client_id', 'in', clientIds)
    .where('kind', '<>', 'late_credit')
    .where('at', '>', instant(afterAllDays))
    .execute()
  await queries
    .updateTable('order_event')
    .set(moved)
    .where('client_id', 'in', clientIds)
    .where('event', '=', 'send')
    .where('at', '>', instant(afterAllDays))
    .execute()
}

/** The client's customer id; undefined before their first card page. */
async function customerOf(person: TestPerson): Promise<string | undefined> {
  const { product } = await testProduct()
  const customer = await product.queries
    .selectFrom('card_customer')
    .select('customer_id')
    .where('client_id', '=', person.clientId)
    .executeTakeFirst()
  return customer?.customer_id
}

/** The provider's charges to this client. */
async function paymentsAtProvider(world: World) {
  const customer = await customerOf(world.person)
  if (customer === undefined) return []
  const { data } = await (await cardProvider()).paymentIntents.list({ customer, limit: 100 })
  return data.filter(({ status }) => status === 'succeeded')
}

/** Charges to a client's cards less refunds and disputes, in cents: at the provider, and in our books. */
async function keptOfCards(
  person: TestPerson,
  disputes: readonly string[],
): Promise<{ provider: number; books: number }> {
  const customer = await customerOf(person)
  const charges =
    customer === undefined ? [] : (await (await cardProvider()).charges.list({ customer, limit: 100 })).data
  const lines = await (await ledgerLines())
    .where('ledger_entry.client_id', '=', person.clientId)
    .where('account', '=', 'gateway')
    .execute()
  const unrefunded = charges.filter(({ paid }) => paid).map(({ amount, amount_refunded: back }) => amount - back)
  const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)
  const disputedSums = await Promise.all(
    disputes.map(async (id) =>
      sum((await (await cardProvider()).disputes.retrieve(id)).balance_transactions.map(({ amount }) => amount)),
    ),
  )
  return { provider: sum(unrefunded) + sum(disputedSums), books: 0 - sum(lines.map(({ cents }) => cents)) }
}

/** Whether all events and calls of this history have taken effect. */
async function isAllDone({ person, disputes }: World): Promise<boolean> {
  const { product } = await testProduct()
  const refunds = await product.queries
    .selectFrom('refund')
    .select(['status', 'provider_id'])
    .where('client_id', '=', person.clientId)
    .execute()
  if (refunds.some(({ status }) => status === 'created')) return false
  const attempts = await product.queries
    .selectFrom('payment_attempt')
    .select('session_id')
    .where('client_id', '=', person.clientId)
    .execute()
  const objects = [
    ...disputes,
    ...refunds.map(({ provider_id: id }) => id),
    ...attempts.map(({ session_id: id }) => id),
  ].filter((id) => id !== null)
  if (objects.length === 0) return true
  const waiting = await product.queries
    .selectFrom('card_event')
    .select('id')
    .where('object_id', 'in', objects)
    .where('status', '=', 'new')
    .executeTakeFirst()
  return waiting === undefined
}

/** Delivers every event and finishes all due work, without dying workers. */
async function settle(world: World): Promise<void> {
  const { product, clock, cardCalls } = await testProduct()
  cardCalls.heal()
  await steer('webhooks', {})
  await untilIdle()
  if (world.eventsLost) await replayCardEvents(product)
  // Past the claim of a dead worker.
  clock.advance(3 * 60_000)
  for (const order of world.orders) await world.person.send('POST', `/api/v3/orders/${order.id}/payment_check`)
  await eventually(async () => {
    await applyDueCardEvents(product)
    await sendDueRefunds(product)
    if (await isAllDone(world)) return true
    clock.advance(60_000)
    return false
  })
  await untilIdle()
}

/** Cents by day, and by a Nerd's month. */
type Sums = Map<string, number>

const add = (sums: Sums, key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents)
const shownSums = (sums: Sums) =>
  [...sums].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => one.localeCompare(other))

/** The expected sums of the books: card net by the provider's list, and the fees of first deliveries (OPS-13, OPS-14). */
interface Reference {
  cardNet: Sums
  fees: Sums
  /** By "NERD MONTH". */
  nerdMonths: Sums
}

/** Plays a history over some days; each ends with all that it caused at the provider. */
async function play(
  world: World,
  history: { steps: readonly Step[]; days: readonly (typeof bookedAt)[number][]; plan: (typeof plans)[number] },
  { cardNet, fees, nerdMonths }: Reference,
): Promise<void> {
  const { steps, days, plan } = history
  const { person, referrer } = world
  const subscriber = plan === 'none' ? undefined : await newSubscriber()
  const people = [person, referrer, ...(subscriber === undefined ? [] : [subscriber.person])]
  let before = 0
  for (const [nth, [date, at]] of days.entries()) {
    world.today = date
    const first = Math.ceil((steps.length * nth) / days.length)
    for (const one of steps.slice(first, Math.ceil((steps.length * (nth + 1)) / days.length))) {
      await happen(world, one)
      if (!world.takenBack) expect(await balanceOf(person)).toBeGreaterThanOrEqual(0)
      // No bonus is spendable before a delivery.
      if (world.hoursLate.size === 0) expect(await balanceOf(referrer)).toBe(0)
    }
    await settle(world)
    if (subscriber !== undefined && plan === 'refunded' && nth === days.length - 1) await refundPlan(subscriber)
    let net = 0
    for (const each of people) {
      const kept = await keptOfCards(each, each === person ? world.disputes : [])
      expect(kept.books).toBe(kept.provider)
      net += kept.provider
    }
    add(cardNet, date, net - before)
    before = net
    await bookAt(people, at)
  }
  for (const [orderId, { nerd, cents }] of world.assigned) {
    const date = world.sentOn.get(orderId)
    if (date === undefined) continue
    add(fees, date, cents)
    add(nerdMonths, `${nerd} ${date.slice(0, 7)}`, cents)
  }
}

/** Compares the books of each day and what Nerds are owed by month with the reference; the provider agrees with each day. */
async function expectDaysToAgree({ cardNet, fees, nerdMonths }: Reference, nerds: readonly string[]): Promise<void> {
  const { body: books } = await operate<Books>('GET', '/books?from=2022-01-01&to=2022-12-31')
  const booked = (figure: 'card_net' | 'fees_owed') =>
    shownSums(new Map(books.days.map((day) => [day.date, centsOf(day[figure])])))
  expect(booked('card_net')).toEqual(shownSums(cardNet))
  expect(booked('fees_owed')).toEqual(shownSums(fees))
  const owed: Sums = new Map()
  for (const nerd of nerds) {
    const { body } = await operate<OwedToNerds>('GET', `/nerds/${nerd}/owed`)
    for (const month of body.months) owed.set(`${nerd} ${month.month}`, centsOf(month.fees))
  }
  expect(shownSums(owed)).toEqual(shownSums(nerdMonths))
  const { product, settings } = await testProduct()
  for (const date of cardNet.keys()) {
    const day = dayNumberOf(date) ?? 0
    for (const each of bookDays({ first: day, last: day, zone: settings.companyZone }))
      expect([date, await compareDay(product, each)]).toEqual([date, []])
  }
}

test(`[PAY-13][REF-04][OPS-13] ${runs} random histories of payments, bonuses and fees keep the books of each day`, async () => {
  let ended = 0
  const nerds = [await registeredNerd('Fee'), await registeredNerd('Fee')]
  const reference: Reference = { cardNet: new Map(), fees: new Map(), nerdMonths: new Map() }
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.boolean(),
      fc.subarray([...bookedAt], { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...plans),
      async (steps, hasGift, days, plan) => {
        const { product, clock } = await testProduct()
        clock.reset()
        const referrer = await signedInPerson()
        const person = await newFriendOf(referrer)
        const world: World = {
          person,
          card: newCard(),
          referrer,
          referrerCard: newCard(),
          spentCents: 0,
          hoursLate: new Map(),
          nerds,
          assigned: new Map(),
          today: '',
          sentOn: new Map(),
          orders: [],
          pages: [],
          disputes: [],
          takenBack: false,
          disputed: new Set(),
          eventsLost: false,
        }
        // Each history starts with an order with a friend's gift or a cash-back, and a second order that a credit may pay.
        const start: readonly Step[] = [
          { what: 'order', useBalance: false, cashback: !hasGift },
          { what: 'open', which: 0 },
          { what: 'pay', which: 0, declined: false },
          { what: 'order', useBalance: true, cashback: true },
        ]
        await play(world, { steps: [...start, ...steps], days, plan }, reference)
        const orders: OperationsOrderWithHistory[] = []
        for (const { id } of world.orders) {
          const { body: order } = await operate<OperationsOrderWithHistory>('GET', `/orders/${id}`)
          orders.push(order)
          // Nothing is refunded twice, and a surplus is returned: at most the price is kept.
          expect(order.refunded).toBeLessThanOrEqual(order.client_paid)
          // The surplus of a disputed payment is frozen with it, and staff are notified.
          if (world.disputed.has(id)) continue
          expect(order.client_paid).toBeLessThanOrEqual(order.price)
          const { declined, isDeleted, system_client_status: status } = order
          if (declined || isDeleted || status === 'Refund Accepted') {
            // An ended order keeps no money, whenever its page was paid.
            expect([id, order.client_paid - order.refunded]).toEqual([id, 0])
            ended += 1
          }
        }
        await expectCredits(world, orders)
        // Every charge has its entry at its order.
        for (const { id, metadata } of await paymentsAtProvider(world)) {
          const entry = await product.queries
            .selectFrom('ledger_ref')
            .innerJoin('ledger_entry', (join) =>
              join
                .onRef('ledger_entry.client_id', '=', 'ledger_ref.client_id')
                .onRef('ledger_entry.id', '=', 'ledger_ref.entry_id'),
            )
            .select('order_id')
            .where('ledger_ref.ref', '=', id)
            .execute()
          expect(entry).toEqual([{ order_id: metadata.order_id }])
        }
      },
    ),
    {
      numRuns: runs,
      endOnFailure: true,
      examples: rare.map((steps, index) => [
        [...steps],
        steps.some(({ what }) => what === 'spend'),
        // Fees of the second and the fifth are owed at the ends of the days on which the clock changes.
        bookedAt.slice(index + 5, index + 7),
        plans[index % plans.length] ?? 'none',
      ]),
    },
  )
  await expectBooksToAgree()
  await expectDaysToAgree(reference, nerds)
  const { product, cardCalls } = await testProduct()
  const entries = await product.queries
    .selectFrom('ledger_entry')
    .select(['kind', (count) => count.fn.countAll<number>().as('times')])
    .groupBy('kind')
    .execute()
  const times = Object.fromEntries(entries.map((entry) => [entry.kind, Number(entry.times)]))
  const surpluses = await product.queries
    .selectFrom('refund')
    .select((count) => count.fn.countAll<number>().as('times'))
    .where('reason', '=', 'surplus')
    .executeTakeFirstOrThrow()
  const moved = {
    payments: times.order_payment ?? 0,
    surpluses: Number(surpluses.times),
    refunds: times.refund ?? 0,
    tips: times.tip ?? 0,
    'plan months': times.plan_payment ?? 0,
    'plan refunds': times.plan_refund ?? 0,
    disputes: times.dispute ?? 0,
    'won disputes': times.dispute_won ?? 0,
    'lost disputes': times.dispute_lost ?? 0,
    'refunds noted': times.outside_refund ?? 0,
    'tip refunds': times.tip_refund ?? 0,
    'balance credits': times.staff_credit ?? 0,
    'balance debits': times.staff_debit ?? 0,
    'late credits': times.late_credit ?? 0,
    'late credits taken back': times.late_credit_taken_back ?? 0,
    'cash-backs': times.cashback ?? 0,
    bonuses: times.referral_bonus ?? 0,
    'bonuses taken back': times.referral_bonus_taken_back ?? 0,
    'balance holds': times.balance_hold ?? 0,
    'months with fees': reference.nerdMonths.size,
    'ended orders': ended,
    deaths: cardCalls.deaths(),
  }
  if (runs >= 500) expect(Object.keys(moved).filter((what) => moved[what as keyof typeof moved] === 0)).toEqual([])
  const counts = Object.entries(moved).map(([what, count]) => `${count} ${what}`)
  const outcome = `books agree day by day, with the provider and the reference of bonuses, late credits and fees to the cent too, every charge is booked at its order, nothing over-refunded, nothing kept of ended orders: ${counts.join(', ')}`
  console.log(`PROOF ${JSON.stringify({ name: 'random histories of payments', requirement: 'PAY-13', runs, outcome })}`)
})
