import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import type { QueuePage } from '@nerdify/contract/queue.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { anOrder } from '@nerdify/domain/testing/an-order.ts'
import {
  applyEvent,
  type OrderEventName,
  type OrderProgress,
  transitions,
} from '@nerdify/domain/orders/order-progress.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { takeIncomingText } from '../inbox/incoming-texts.ts'
import { unanswered } from '../inbox/inbox.store.ts'
import { stuckWork } from '../inbox/stuck-work.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { companyTime } from '../orders/waiting-now.ts'
import { mayWait } from '../orders/waiting-orders.store.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { insertRefund, updateRefund } from '../payments/refund/refunds.store.ts'
import { paymentOf } from '../testing/cards/card-provider.ts'
import { change, payOrder } from '../testing/coupon-calls.ts'
import { bookCardPayment, operate, personWithPaidOrder, postEvents, wholeQueue } from '../testing/operations-calls.ts'
import { plansOf } from '../testing/plans-of.ts'
import { proofSize } from '../testing/proof-size.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff, type TestStaff } from '../testing/staff-calls.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { mailsTo } from '../testing/subscribing.ts'
import { uploaded } from '../testing/uploaded.ts'
import { eventually, giveEmail, newPhone, signedInPerson, type TestPerson, textsTo } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const queueOf = async (person: TestPerson, query = '') =>
  (await wholeQueue(query)).filter(({ client_id }) => client_id === person.clientId)
const kindsOf = async (person: TestPerson, query = '') => (await queueOf(person, query)).map(({ kind }) => kind)

async function paidOrder(person: TestPerson) {
  const { clock } = await testProduct()
  const order = await person.order({ deadline: new Date(deadlineFromHours(clock.now(), 12)).toISOString() })
  await bookCardPayment(person, order, 4800)
  return order
}

test('[WAIT-01][WAIT-02] a paid order is queued with all facts for staff, and each step clears its wait', async () => {
  const person = await signedInPerson()
  const order = await paidOrder(person)
  const [entry, ...others] = await queueOf(person)
  expect(others).toEqual([])
  const paid = Date.parse(entry?.since ?? '')
  const deadline = Date.parse(order.deadline ?? '')
  expect(entry).toEqual({
    id: order.id,
    kind: 'nerd_search',
    waits_for: 'Nerd to be found',
    turn: 'staff',
    since: entry?.since,
    due: new Date(paid + Math.floor((deadline - paid) / 4)).toISOString(),
    late: false,
    taken_by: null,
    client_id: person.clientId,
    order_id: order.id,
    number: order.number,
    title: 'Causes of the French Revolution',
    work: 'Essay (writing), 2 pages',
    subject: order.subject,
    nerd: null,
    deadline: order.deadline,
    services: [],
    top_nerd: false,
    report: false,
    preferred_nerd: null,
    proved: null,
    amount: 48,
    phone: null,
    name: formatPhone(person.phone),
    conversation: null,
    last: null,
    words: null,
    next: [{ event: 'nerd_found' }],
  })
  await postEvents(order, 'nerd_found')
  expect(await kindsOf(person)).toEqual(['work'])
  await postEvents(order, 'send')
  expect(await kindsOf(person)).toEqual([])
  await postEvents(order, 'request_revision')
  expect(await kindsOf(person)).toEqual(['revision_request'])
  await postEvents(order, 'accept_revision')
  expect(await queueOf(person)).toMatchObject([{ kind: 'revision', turn: 'nerd', due: null, late: false }])
  await postEvents(order, 'complete_revision', 'request_refund')
  expect((await queueOf(person))[0]?.next).toEqual([{ event: 'accept_refund' }, { event: 'decline_refund' }])
  await postEvents(order, 'accept_refund')
  expect(await kindsOf(person)).toEqual([])
})

test('[EASE-03] an order without a title is named by its first words: list, page, staff and mails', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const email = `m${person.clientId.replaceAll('-', '')}@example.com`
  await giveEmail(person, email)
  await person.send('PATCH', '/api/v3/users/client/me', { announce_by: 'email' })
  const order = await person.order({
    details: 'Explain the main causes\nof the French Revolution, and weigh the economic causes against the others.',
    deadline: new Date(deadlineFromHours(clock.now(), 12)).toISOString(),
  })
  const name = 'Explain the main causes of the French Revolution, and weigh…'
  expect(order).toMatchObject({ title: null, name })
  const list = await person.send<OrderPage>('GET', apiPaths.orders())
  expect(list.body.results).toMatchObject([{ title: null, details: null, name }])
  await bookCardPayment(person, order, 4800)
  expect((await queueOf(person))[0]?.title).toBe(name)
  await eventually(async () => (await textsTo(await testProduct(), email)).some(({ text }) => text.includes(name)))

  const titled = await person.send<Order>('PATCH', apiPaths.order(order.id), { title: ' My essay ' })
  expect(titled.body).toMatchObject({ title: 'My essay', name: 'My essay' })
})

test('[WAIT-01] a bad rating waits for quality review until staff record one in the order’s history', async () => {
  const person = await signedInPerson()
  const order = await paidOrder(person)
  await postEvents(order, 'send')
  const rated = await person.send('PATCH', apiPaths.order(order.id), { action: 'client_feedback', mark: 2 })
  expect(rated.status).toBe(200)
  expect(await kindsOf(person)).toEqual(['quality_review'])
  const events = `/orders/${order.id}/events`
  const review = await operate('POST', events, { event: 'reviewed', note: 'Spoke with the Nerd.' })
  expect(review).toMatchObject({ status: 200 })
  expect(review.body).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ event: 'reviewed', author: 'machine' })]),
  })
  expect(await kindsOf(person)).toEqual([])
  expect(await operate('POST', events, { event: 'reviewed' })).toMatchObject({
    status: 409,
    body: { error_type: 'transition_not_allowed' },
  })
  await person.send('PATCH', apiPaths.order(order.id), { action: 'client_feedback', mark: 1 })
  expect(await kindsOf(person)).toEqual(['quality_review'])
})

test('[WAIT-01][HOLD-06] a dispute waits until staff note their answer, again for each new question, and not once it ended', async () => {
  const { provider } = await testProduct()
  const { person, order } = await personWithPaidOrder(provider.disputableCard)
  await postEvents(order, 'send')
  const isQueued = async () => (await kindsOf(person)).includes('dispute')
  const inquiry = String((await steer('disputes', { payment_intent: await paymentOf(order), inquiry: true })).id)
  await eventually(isQueued)
  const [entry] = await queueOf(person, '&kind=dispute')
  expect(entry).toMatchObject({ turn: 'staff', waits_for: 'dispute to be answered', number: order.number, late: false })
  expect(entry?.next).toEqual([{ event: 'dispute_answered' }])
  await postEvents(order, 'dispute_answered')
  expect(await kindsOf(person)).toEqual([])
  expect(await operate('POST', `/orders/${order.id}/events`, { event: 'dispute_answered' })).toMatchObject({
    status: 409,
    body: { error_type: 'transition_not_allowed' },
  })
  await steer('disputes/close', { dispute: inquiry, outcome: 'needs_response' })
  await eventually(isQueued)
  await steer('disputes/close', { dispute: inquiry, outcome: 'lost' })
  await eventually(async () => !(await isQueued()))
})

test('[WAIT-01] the queue filters by kind and by lateness; an unknown kind is 422', async () => {
  const person = await signedInPerson()
  const { product } = await testProduct()
  const [late, early] = [await paidOrder(person), await paidOrder(person)]
  await postEvents(late, 'nerd_found')
  await product.queries
    .updateTable('client_order')
    .set({ deadline: new Date(Date.now() - 40 * dayMs) })
    .where('id', '=', late.id)
    .execute()
  const numbers = async (query: string) => (await queueOf(person, query)).map(({ number }) => number)
  expect(await numbers('')).toEqual([late.number, early.number])
  expect(await numbers('&late=true')).toEqual([late.number])
  expect(await numbers('&late=false')).toEqual([early.number])
  expect(await numbers('&kind=nerd_search')).toEqual([early.number])
  expect(await numbers('&kind=nerd_search&late=true')).toEqual([])
  expect(await operate('GET', '/queue?kind=lunch')).toMatchObject({
    status: 422,
    body: { error_value: expect.stringContaining('kind') },
  })
})

test('[DESK-01][OPS-09] the queue filters by orders that only a TOP Nerd may take', async () => {
  const person = await signedInPerson()
  await paidOrder(person)
  const top = await person.order()
  expect((await change(person, top, { action: 'service_add', tag: 'top_writer' })).status).toBe(200)
  await payOrder(person, top)
  const found = await queueOf(person, '&kind=nerd_search&top_nerd=true')
  expect(found.map(({ number, top_nerd: isTop }) => [number, isTop])).toEqual([[top.number, true]])
})

test('[DESK-01][OPS-09] the queue filters by the beginning of a wait, and still counts all waits', async () => {
  const person = await signedInPerson()
  await paidOrder(person)
  const since = (await queueOf(person))[0]?.since ?? ''
  const before = new Date(Date.parse(since) - 1).toISOString()
  expect(await queueOf(person, `?since=${before}`)).toHaveLength(1)
  expect(await queueOf(person, `?since=${since}`)).toEqual([])
  const { body } = await operate<QueuePage>('GET', `/queue?since=${since}`)
  expect(body.counts.find(({ kind }) => kind === 'nerd_search')?.open).toBeGreaterThan(0)
  expect((await operate('GET', '/queue?since=yesterday')).status).toBe(422)
})

test('[WAIT-08] counts open and late waits by kind', async () => {
  const { url } = await testProduct()
  const person = await signedInPerson()
  const counted = async () => {
    const { settings } = await testProduct()
    const text = await (
      await fetch(`${url}${apiPaths.metrics()}`, { headers: { authorization: `Bearer ${settings.operationsToken}` } })
    ).text()
    const of = (name: string, kind: string) =>
      Number(new RegExp(`^${name}\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1])
    return {
      waiting: of('nerdify_waiting', 'nerd_search'),
      late: of('nerdify_waiting_late', 'nerd_search'),
      reviews: of('nerdify_waiting', 'quality_review'),
    }
  }
  const before = await counted()
  await paidOrder(person)
  expect(await counted()).toEqual({ ...before, waiting: before.waiting + 1 })
})

/** An event of an order, `minutes` after the previous one. */
interface Step {
  name: OrderEventName | 'rated' | 'dispute' | 'dispute_won'
  mark: number
  minutes: number
  revisionHours: number | null
}

/**
 * Days of clock changes in Los Angeles, a leap day, the ends of months and a year; long ago, so that no mail reports
 * them.
 */
const beginnings = ['2024-02-28', '2024-12-30', '2025-03-07', '2025-03-09', '2025-05-30', '2025-10-31', '2025-11-02']

const someLife = fc.record({
  begins: fc.tuple(fc.constantFrom(...beginnings), fc.integer({ min: 0, max: 2 * 24 * 60 })),
  deadlineHours: fc.integer({ min: 2, max: 400 }),
  steps: fc.array(
    fc.record<Step>({
      name: fc.constantFrom<Step['name']>(
        'nerd_found',
        'quality_check',
        'reassign',
        'send',
        'send',
        'send',
        'send',
        'accept',
        'request_revision',
        'request_revision',
        'accept_revision',
        'accept_revision',
        'accept_revision',
        'complete_revision',
        'request_refund',
        'accept_refund',
        'decline_refund',
        'reviewed',
        'rated',
        'rated',
        'rated',
        'dispute',
        'dispute',
        'dispute_answered',
        'dispute_won',
      ),
      mark: fc.integer({ min: 1, max: 5 }),
      minutes: fc.integer({ min: 1, max: 3 * 24 * 60 }),
      revisionHours: fc.option(fc.integer({ min: 1, max: 99 })),
    }),
    { maxLength: 30 },
  ),
})

type Life = typeof someLife extends fc.Arbitrary<infer Of> ? Of : never

interface Happened {
  event: string
  at: number
  data: Record<string, unknown>
}

/** An order with a past: its facts by the rules of events, and its history. */
function lived({ begins: [date, minutes], deadlineHours, steps }: Life): {
  facts: OrderProgress
  events: Happened[]
} {
  let at = Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs
  const unpaid = anOrder().with({ createdAt: at, deadline: at + deadlineHours * hourMs, paidCents: 4000 }).facts
  let facts = applyEvent<OrderProgress>(
    { ...unpaid, writerRevisionCompleteAt: null },
    { name: 'paid', by: 'payments' },
    at,
  ) as OrderProgress
  const events: Happened[] = [{ event: 'paid', at, data: {} }]
  for (const step of steps) {
    at += step.minutes * minuteMs
    if (step.name === 'rated') {
      facts = { ...facts, mark: step.mark, ...(step.mark <= 3 ? { reviewSettledAt: null } : {}) }
      events.push({ event: 'client_feedback', at, data: { mark: step.mark } })
      continue
    }
    if (step.name === 'dispute' || step.name === 'dispute_won') {
      const others = facts.tags.filter((tag) => tag !== 'payment_disputed' && tag !== 'dispute_answered')
      facts = { ...facts, tags: step.name === 'dispute' ? [...others, 'payment_disputed'] : others }
      events.push({ event: step.name, at, data: {} })
      continue
    }
    const deadline = step.revisionHours === null ? {} : { deadline: at + step.revisionHours * hourMs }
    const next = applyEvent(
      facts,
      { name: step.name, by: 'operations', ...(transitions[step.name].takesDeadline ? deadline : {}) },
      at,
    )
    if (next === undefined) continue
    facts = next
    events.push({ event: step.name, at, data: {} })
  }
  return { facts, events }
}

const losAngeles = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The slow way: hour by hour until the same time `days` business days later. */
function businessDaysLater(at: number, days: number): number {
  const shown = (instant: number) => losAngeles.format(instant).split(' ') as [string, string]
  const [, time] = shown(at)
  let left = days
  for (let now = at + 20 * hourMs; ; now += hourMs) {
    const [day, here] = shown(now)
    if (here !== time) continue
    if (!day.startsWith('Sat') && !day.startsWith('Sun')) left -= 1
    if (left === 0) return now
    now += 20 * hourMs
  }
}

/** The Nerd's deadline: the client's, less the middle one of the three reserves. */
function nerdDue(paidAt: number, deadline: number): number {
  const reserves = [hourMs / 2, (deadline - paidAt) / 8, 12 * hourMs].toSorted((a, b) => a - b)
  return Math.min(deadline, Math.max(paidAt, Math.floor(deadline - (reserves[1] as number))))
}

/** The waits of an order, from its history alone, from its first day on. */
function slowly(
  events: readonly Happened[],
  { deadline, revisionDeadline }: OrderProgress,
): [string, number, number | null][] {
  const paidAt = events.find(({ event }) => event === 'paid')?.at ?? 0
  let work: [string, number] | undefined
  let refund: number | 'granted' | undefined
  let review: number | undefined
  let dispute: number | undefined
  for (const { event, at, data } of events) {
    if (event === 'paid' || event === 'reassign') work = ['nerd_search', at]
    else if (event === 'nerd_found' || event === 'quality_check') work = work?.[0] === 'work' ? work : ['work', at]
    else if (event === 'send' || event === 'accept' || event === 'complete_revision') work = undefined
    else if (event === 'request_revision') work = ['revision_request', at]
    else if (event === 'accept_revision') work = ['revision', at]
    else if (event === 'request_refund') refund = at
    else if (event === 'accept_refund') refund = 'granted'
    else if (event === 'decline_refund') refund = undefined
    else if (event === 'dispute') dispute = at
    else if (event === 'dispute_answered' || event === 'dispute_won') dispute = undefined
    if (event === 'client_feedback') review = (data.mark as number) > 3 ? undefined : (review ?? at)
    if (
      ['request_revision', 'accept_revision', 'request_refund', 'accept_refund', 'decline_refund', 'reviewed'].includes(
        event,
      )
    )
      review = undefined
  }
  const waits: [string, number, number | null][] = []
  if (refund !== undefined && refund !== 'granted') waits.push(['refund_request', refund, businessDaysLater(refund, 5)])
  if (refund === undefined && work !== undefined) {
    const [kind, since] = work
    const due: Record<string, number | null> = {
      nerd_search: since + Math.min(24 * hourMs, Math.max(0, (deadline as number) - since) / 4),
      work: nerdDue(paidAt, deadline as number),
      revision_request: since + 24 * hourMs,
      revision: revisionDeadline,
    }
    waits.push([kind, since, due[kind] as number | null])
  }
  if (review !== undefined) waits.push(['quality_review', review, businessDaysLater(review, 2)])
  if (dispute !== undefined) waits.push(['dispute', dispute, businessDaysLater(dispute, 2)])
  return waits
}

const count = proofSize({ embedded: { test: 120, prove: 2_000 } })

test('[WAIT-01][WAIT-02] the queue of random orders equals a slow reference from their histories', async () => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  onTestFinished(async () => {
    await product.queries.deleteFrom('client_order').where('client_id', '=', person.clientId).execute()
  })
  const orders = fc
    .sample(someLife, { numRuns: count, seed: 25 })
    .map((life) => ({ id: uuidv7(Date.now()), ...lived(life) }))
  for (const { id, facts, events } of orders) {
    const date = (at: number | null) => (at === null ? null : new Date(at))
    await product.queries
      .insertInto('client_order')
      .values({
        client_id: person.clientId,
        id,
        number: id,
        payment_token: id,
        created_at: new Date(facts.createdAt),
        updated_at: new Date(facts.createdAt),
        version: 1,
        field_versions: '{}',
        quoted_at: new Date(facts.createdAt),
        price_cents: facts.priceCents,
        paid_cents: facts.paidCents,
        deadline: date(facts.deadline),
        system_status: facts.systemStatus,
        client_status: facts.clientStatus,
        mark: facts.mark,
        // Excludes it from the round that asks for ratings.
        tags: [...facts.tags, 'no_feedback_1d'],
        sent_at: date(facts.sentAt),
        client_accept_at: date(facts.clientAcceptAt),
        revision_accept_at: date(facts.revisionAcceptAt),
        revision_deadline: date(facts.revisionDeadline),
        refund_accept_at: date(facts.refundAcceptAt),
        review_settled_at: date(facts.reviewSettledAt),
      })
      .execute()
    await product.queries
      .insertInto('order_event')
      .values(
        events.map(({ event, at, data }) => ({
          client_id: person.clientId,
          order_id: id,
          id: uuidv7(at),
          at: new Date(at),
          author: 'test',
          event,
          data: JSON.stringify(data),
        })),
      )
      .execute()
  }
  const expected = orders
    .flatMap(({ id, facts, events }) => slowly(events, facts).map(([kind, since, due]) => ({ id, kind, since, due })))
    .toSorted(
      (one, other) =>
        (one.due ?? Number.MAX_VALUE) - (other.due ?? Number.MAX_VALUE) ||
        one.since - other.since ||
        (one.id < other.id ? -1 : 1),
    )
  const waits = (await queueOf(person)).map(({ order_id: id, kind, since, due }) => ({
    id,
    kind,
    since: Date.parse(since),
    due: due === null ? null : Date.parse(due),
  }))
  expect(waits).toEqual(expected)
  expect(new Set(waits.map(({ kind }) => kind)).size).toBe(7)
  console.log(
    `PROOF ${JSON.stringify({ name: 'the queue of random orders', requirement: 'WAIT-01', runs: count, outcome: 'each wait, its order and its due time as a slow reference tells them' })}`,
  )
})

test('[WAIT-02] the queue reads open orders and unanswered messages by indexes of their own', async () => {
  const { product } = await testProduct()
  const plan = await transaction(product.queries, async (queries) => {
    // With so few rows any database would scan the table.
    await sql`set local enable_seqscan = off`.execute(queries)
    return queries.selectFrom('client_order').select('id').where(mayWait).explain()
  })
  expect(JSON.stringify(plan)).toContain('client_order_waiting')
  const ofMessages = await transaction(product.queries, async (queries) => {
    await sql`set local enable_seqscan = off`.execute(queries)
    return (await sql`explain ${unanswered}`.execute(queries)).rows
  })
  for (const index of ['contact_request_unanswered', 'text_received_unanswered'])
    expect(JSON.stringify(ofMessages)).toContain(index)
})

/** Stores a refund of $10 that the bank refused. */
async function insertRefused(
  queries: Queries,
  keys: Pick<Parameters<typeof insertRefund>[1], 'client_id' | 'order_id' | 'payment_intent_id'>,
  now: number,
) {
  const refund = await insertRefund(queries, { ...keys, cents: 1000, reason: 'staff', now })
  await updateRefund(queries, refund, { status: 'failed', providerId: null, now })
}

test('[OPS-09] the queue reads stuck work by indexes', async () => {
  const { settings, clock, product } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const keys = { client_id: person.clientId, order_id: order.id, payment_intent_id: await paymentOf(order) }
  await transaction(product.queries, (within) => insertRefused(within, keys, clock.now()))
  const plans = await plansOf((queries) => stuckWork(queries, companyTime(settings, clock.now())))
  for (const plan of plans) expect(plan).not.toContain('Seq Scan')
  const together = plans.join('\n')
  // Bonuses, refunds, messages and files.
  for (const index of ['referral_waits', 'refund_failed', 'outbox_by_status', 'upload_to_scan'])
    expect(together).toMatch(new RegExp(`Scan (on|using) ${index}`))
})

test('[OPS-09] the queue counts open and late waits by kind, and shows one side’s turn', async () => {
  const { clock } = await testProduct()
  const counted = async (kind: string) => {
    const { body } = await operate<QueuePage>('GET', '/queue?turn=nerd')
    expect(body.results.every(({ turn }) => turn === 'nerd')).toBe(true)
    return body.counts.find((each) => each.kind === kind)
  }
  const before = await counted('nerd_search')
  const person = await signedInPerson()
  await paidOrder(person)
  expect(await counted('nerd_search')).toEqual({ ...before, open: (before?.open ?? 0) + 1 })
  clock.advance(25 * 3_600_000)
  expect((await counted('nerd_search'))?.late).toBeGreaterThan(0)
})

test('[OPS-09] stuck bonuses, refunds, messages and files wait for staff until their cause ends', async () => {
  const { product, clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const friend = await signedInPerson()
  const now = clock.now()
  const queries = product.queries
  const referral = {
    client_id: person.clientId,
    friend_id: friend.clientId,
    at: new Date(now),
    waits_since: new Date(now),
  }
  await queries.insertInto('referral').values(referral).execute()
  const keys = { client_id: person.clientId, order_id: order.id, payment_intent_id: await paymentOf(order) }
  const to = `stuck-${person.clientId}@example.com`
  await giveEmail(person, to)
  // In one transaction, so that no round claims them before they have failed.
  await transaction(queries, async (within) => {
    await insertRefused(within, keys, now)
    const variables = { number: '1', title: '' }
    await enqueue(within, now, { channel: 'email', to, template: 'order-sent', variables, dedupeKey: to })
    const ofMail = within.updateTable('outbox').set({ status: 'failed', finished_at: new Date(now) })
    await ofMail.where('dedupe_key', '=', to).execute()
  })
  product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
  onTestFinished(() => {
    product.scanner = undefined
  })
  await person.send('POST', `/api/v3/uploads/${(await uploaded(person)).id}/arrival`)

  const kinds = ['held_bonus', 'failed_refund', 'failed_message', 'unscanned_file']
  const stuck = async () =>
    (await wholeQueue('&turn=staff')).filter(
      ({ kind, client_id: id, words }) =>
        kinds.includes(kind) && (id === person.clientId || words?.includes(person.clientId)),
    )
  const states = async () => (await stuck()).map(({ kind, late }) => [kind, late]).toSorted()
  expect(await states()).toEqual([
    ['failed_message', false],
    ['failed_refund', false],
    ['held_bonus', false],
  ])
  clock.advance(hourMs)
  expect((await stuck()).map(({ kind }) => kind)).toContain('unscanned_file')
  expect(await stuck()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'failed_refund',
        number: order.number,
        words: '$10.00 by card: refused',
        next: [{ event: 'refund_outside', amount: 10 }],
      }),
      expect.objectContaining({
        words: `Mail order-sent to ${to}`,
        client_id: person.clientId,
        due: null,
        taken_by: null,
        next: [{ event: 'resend' }],
      }),
    ]),
  )
  const byNumber = (await operate<QueuePage>('GET', `/queue?q=${order.number}`)).body.results
  expect(byNumber.map(({ kind, name }) => [kind, name]).toSorted()).toEqual([
    ['failed_refund', formatPhone(person.phone)],
    ['nerd_search', formatPhone(person.phone)],
  ])
  const failedRefunds = async () =>
    (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.number}`)).body.failed_refunds
  expect(await failedRefunds()).toMatchObject([
    { words: '$10.00 by card: refused', late: false, next: [{ event: 'refund_outside', amount: 10 }] },
  ])
  clock.advance(4 * dayMs)
  expect(await states()).toEqual([
    ['failed_message', false],
    ['failed_refund', true],
    ['held_bonus', true],
    ['unscanned_file', true],
  ])
  const { body } = await operate<QueuePage>('GET', '/queue?kind=failed_message&q=stuck')
  expect(body.counts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
  const message = body.results.find(({ words }) => words?.includes(to))

  await operate('POST', `/clients/${person.clientId}/referral_bonuses`)
  await operate('POST', `/orders/${order.id}/refunds`, { amount: 10, outside: true, reason: 'By transfer' })
  expect((await operate('POST', `/messages/${message?.id}/resend`)).status).toBe(200)
  await queries.updateTable('upload').set({ status: 'ready' }).where('client_id', '=', person.clientId).execute()
  expect(await states()).toEqual([])
  expect(await failedRefunds()).toEqual([])
})

test('[OPS-09] a message and stuck work about an order name its Nerd too', async () => {
  const { product, clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const name = `Nora ${person.clientId}`
  await operate('POST', '/nerds', { name, rating: 4.9 })
  await operate('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd: name })
  await person.send('POST', `/api/v3/orders/${order.id}/messages`, { text: 'How is it going?' })
  const keys = { client_id: person.clientId, order_id: order.id, payment_intent_id: await paymentOf(order) }
  await transaction(product.queries, (within) => insertRefused(within, keys, clock.now()))
  const nerds = (await queueOf(person)).map(({ kind, nerd }) => [kind, nerd])
  expect(nerds.toSorted()).toEqual(['failed_refund', 'message', 'work'].map((kind) => [kind, name]))
})

test('[OPS-09] finds messages by their phone as the row shows it', async () => {
  const { product } = await testProduct()
  const person = await signedInPerson()
  await person.send('PATCH', apiPaths.me(), { nickname: 'Ruby' })
  await person.send('POST', messagePaths.messages(), { text: 'Hello' })
  const stranger = newPhone()
  await takeIncomingText(product, { id: `SM${crypto.randomUUID()}`, from: stranger, body: 'Do you do physics?' })
  const found = async (phone: string) => {
    const q = encodeURIComponent(formatPhone(phone))
    return (await operate<QueuePage>('GET', `/queue?kind=message&q=${q}`)).body.results.map((row) => row.phone)
  }
  expect(await found(person.phone)).toEqual([person.phone])
  expect(await found(stranger)).toEqual([stranger])
})

const take = (order: Order, { operate: call }: Pick<TestStaff, 'operate'>, staff?: string) =>
  call<OperationsOrderWithHistory>('POST', `/orders/${order.number}/take`, staff === undefined ? {} : { staff })
const holders = async (person: TestPerson) => (await queueOf(person)).map(({ kind, taken_by }) => [kind, taken_by])

test('[OPS-09] a taken order names its holder and is refused to others, until it is handed over or the wait ends', async () => {
  const [ann, ben, person] = [await signedInStaff('clerk'), await signedInStaff('lead'), await signedInPerson()]
  const order = await paidOrder(person)
  expect(await take(order, ann)).toMatchObject({ status: 200, body: { waits: [{ taken_by: ann.name }] } })
  expect(await holders(person)).toEqual([['nerd_search', ann.name]])
  expect(await take(order, ann)).toMatchObject({ status: 200 })
  expect(await take(order, ben)).toMatchObject({
    status: 409,
    body: {
      error_type: 'taken',
      error_value: ann.name,
      text: `${ann.name} has this order. Ask ${ann.name} to hand it over, or release it.`,
    },
  })
  expect(await take(order, ann, 'Nobody of ours')).toMatchObject({ status: 422, body: { error_value: 'staff' } })
  expect(await take(order, ann, ben.name)).toMatchObject({ status: 200, body: { waits: [{ taken_by: ben.name }] } })
  await postEvents(order, 'nerd_found')
  expect(await holders(person)).toEqual([['work', null]])
  expect(await take(order, ann)).toMatchObject({ status: 200 })
  const release = () => ben.operate('POST', `/orders/${order.id}/release`)
  expect(await release()).toMatchObject({ status: 200, body: { waits: [{ taken_by: null }] } })
  expect(await release()).toMatchObject({ status: 200 })
  await postEvents(order, 'send')
  expect(await take(order, ann)).toMatchObject({ status: 409, body: { error_type: 'nothing_waits' } })

  const question = await person.send('POST', `/api/v3/orders/${order.id}/messages`, {
    text: 'Thank you! And the sources?',
  })
  expect(question.status).toBe(201)
  await take(order, ann)
  expect(await holders(person)).toEqual([['message', ann.name]])
})

test('[OPS-09] mails a colleague the order that was handed to them, and nobody who takes it for themselves', async () => {
  const [clerk, lead, person] = [await signedInStaff('clerk'), await signedInStaff('lead'), await signedInPerson()]
  const order = await paidOrder(person)
  await take(order, clerk)
  await take(order, clerk, lead.name)
  await take(order, lead, lead.name)
  const [mail, ...others] = await eventually(async () => {
    const mails = await mailsTo(lead.email)
    return mails.length > 0 && mails
  })
  expect(mail).toMatchObject({ subject: `Order ${order.number} is yours now: ${clerk.name} handed it to you.` })
  expect(mail?.text).toContain(`order ${order.number} nerd_found`)
  expect(others).toEqual([])
  expect(await mailsTo(clerk.email)).toEqual([])
})

test('[OPS-15][OPS-09] removing a person releases the orders and conversations that they have, and no others', async () => {
  const [owner, ann, ben] = [await signedInStaff('owner'), await signedInStaff('clerk'), await signedInStaff('clerk')]
  const person = await signedInPerson()
  const [first, other] = [await paidOrder(person), await paidOrder(person)]
  const sent = await paidOrder(person)
  await postEvents(sent, 'nerd_found', 'send')
  await person.send('POST', `/api/v3/orders/${sent.id}/messages`, { text: 'And the sources?' })
  await take(first, ann)
  await take(sent, ann)
  await take(other, ben)
  expect((await holders(person)).map(([, holder]) => holder).toSorted()).toEqual(
    [ann.name, ann.name, ben.name].toSorted(),
  )
  expect((await owner.operate('POST', `/staff/${ann.id}/remove`)).status).toBe(200)
  expect((await holders(person)).filter(([, holder]) => holder !== null)).toEqual([['nerd_search', ben.name]])
  expect(await take(first, ben)).toMatchObject({ status: 200 })
})

test('[OPS-09] of ten people who take an order at once one gets it', async () => {
  const person = await signedInPerson()
  const order = await paidOrder(person)
  const staff = await Promise.all(Array.from({ length: 10 }, () => signedInStaff('clerk')))
  const answers = await Promise.all(staff.map((each) => take(order, each)))
  const winners = staff.filter((_, index) => answers[index]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(await holders(person)).toEqual([['nerd_search', winners[0]?.name]])
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
})

test('[OPS-09] filters by person and words, and its cursor continues after removed rows', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const orders: Order[] = []
  for (let index = 0; index < 21; index += 1) {
    clock.advance(1_000)
    const deadline = new Date(deadlineFromHours(clock.now(), 12)).toISOString()
    const order = await person.order({ deadline, title: `Zanzibar row${index}` })
    await bookCardPayment(person, order, 4800)
    orders.push(order)
  }
  const numbers = orders.map(({ number }) => number)
  const read = async (query: string) => (await operate<QueuePage>('GET', `/queue?q=zanz${query}`)).body
  const first = await read('')
  expect(first).toMatchObject({ total: 21, next: expect.any(String) })
  expect(first.results.map(({ number }) => number)).toEqual(numbers.slice(0, 20))
  await postEvents(orders[19] as Order, 'send')
  expect((await read(`&cursor=${first.next}`)).results.map(({ number }) => number)).toEqual([numbers[20]])
  expect((await read('%20row20')).results).toMatchObject([{ number: numbers[20] }])

  const me = await signedInStaff('clerk')
  await take(orders[3] as Order, me)
  const found = async (query: string) =>
    (await me.operate<QueuePage>('GET', `/queue?q=zanz&${query}`)).body.results.map(({ number }) => number)
  expect(await found('staff=me')).toEqual([numbers[3]])
  expect(await found(`staff=${encodeURIComponent(me.name)}`)).toEqual([numbers[3]])
  expect(await found('staff=nobody')).not.toContain(numbers[3])

  for (const cursor of ['x', '..', 'a.b.c.d', `${first.next}99`])
    expect(await operate('GET', `/queue?cursor=${cursor}`)).toMatchObject({
      status: 422,
      body: { error_value: 'cursor' },
    })
  for (const q of ['', '%25', 'a'.repeat(300)])
    expect(await operate('GET', `/queue?q=${q}`)).toMatchObject({ status: 422, body: { error_value: 'q' } })
})
