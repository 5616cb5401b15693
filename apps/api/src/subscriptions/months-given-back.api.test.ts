import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, ledgerLines } from '../testing/cards/books.ts'
import { testCards } from '../testing/cards/card-page.ts'
import { cardProvider, providerUnderTest } from '../testing/cards/card-provider.ts'
import { testProduct } from '../testing/running-product.ts'
import { hearCardEvents, loseCardEvents, steer, untilIdle } from '../testing/sandbox-controls.ts'
import {
  age,
  mailsTo,
  meOf,
  paymentOfMonth,
  personWithEmail,
  subscribe,
  subscriptionsOf,
  untilEventsApplied,
} from '../testing/subscribing.ts'
import { eventually, type TestPerson } from '../testing/test-client.ts'
import { insertCardEvent } from '../card-events/card-events.store.ts'
import { replayCardEvents } from '../card-events/replay-events.ts'
import { applyMonthRefund, finishMonthRefund, giveUpMonthRefund } from './refund-month.ts'
import { sendDueMonthRefunds } from './send-month-refunds.ts'
import { type StoredSubscription, subscriptionOfClient } from './subscriptions.store.ts'

afterEach(async () => {
  await hearCardEvents()
  await steer('faults/clear', {})
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

const giveBack = (person: TestPerson, { id }: { id: string }) =>
  person.send('POST', `/api/v3/subscriptions/${id}/refund`)

/** A client with a plan paid ten days ago: the provider dates an aged plan's bill yesterday. */
async function subscribedTenDaysAgo(tag: string, card: string = testCards.good) {
  const { product, clock } = await testProduct()
  const person = await personWithEmail()
  const plan = await subscribe(person, tag, card)
  // A later event about the beginning would bring the provider's newer state.
  await untilEventsApplied()
  const paid = { paid_at: new Date(clock.now() - 10 * 86_400_000) }
  await product.queries.updateTable('subscription').set(paid).where('id', '=', plan.id).execute()
  return { person, plan }
}

/** Charges and refunds of a customer's cards, newest first. */
const chargesOf = async (customer: string) =>
  (await (await cardProvider()).charges.list({ customer })).data.map(({ amount, amount_refunded: back }) => [
    amount,
    back,
  ])

/** Refunds parts of a payment, in cents, in the provider's dashboard. */
async function refundParts(payment: string, amounts: readonly number[]): Promise<void> {
  for (const amount of amounts) await (await cardProvider()).refunds.create({ payment_intent: payment, amount })
  await untilEventsApplied()
}

const subjectsTo = async ({ email }: { email: string }) => (await mailsTo(email)).map(({ subject }) => subject)

/** The ledger's sum of a plan's money, in cents. */
async function keptOf({ id }: { id: string }): Promise<number> {
  const lines = await (await ledgerLines()).where('account', '=', `plan:${id}`).execute()
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}

test('[HOLD-06][PUB-03] a refund at renewal returns the month that staff chose; the next bill returns by itself', async () => {
  const { person, plan } = await subscribedTenDaysAgo('nerdify_prime')
  await loseCardEvents()
  // The provider has charged the next month, but no event has arrived.
  await steer('subscriptions/age', { subscription: plan.id, seconds: 31 * 86_400 })
  await untilIdle()
  await hearCardEvents()
  expect((await giveBack(person, plan)).status).toBe(200)
  await eventually(async () => (await chargesOf(plan.customer)).every(([amount, back]) => amount === back))
  await untilEventsApplied()
  expect(await chargesOf(plan.customer)).toEqual([
    [2_900, 2_900],
    [2_900, 2_900],
  ])
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'canceled' }])
  // The credit of both months is removed with them.
  await eventually(async () => (await keptOf(plan)) === 0)
  expect(await balanceOf(person)).toBe(0)
  const countMails = async () =>
    (await mailsTo(person.email)).filter(({ subject }) => subject.endsWith('is on its way back')).length
  await eventually(async () => (await countMails()) >= 2)
  expect(await countMails()).toBe(2)
})

test('[HOLD-06][PUB-03] refunds a month paid partly by provider credit to card and balance', async () => {
  const { person, plan } = await subscribedTenDaysAgo('nerdify_basic')
  await (await cardProvider()).customers.update(plan.customer, { balance: -300 })
  await age(plan, 31)
  expect((await chargesOf(plan.customer))[0]).toEqual([400, 0])
  expect((await giveBack(person, plan)).status).toBe(200)
  await eventually(async () => (await chargesOf(plan.customer))[0]?.[1] === 400)
  await eventually(async () => (await balanceOf(person)) === 3)
  const { body } = await person.send<{ results: { cause: string; amount: number }[] }>(
    'GET',
    '/api/v3/users/client/me/balance',
  )
  expect(body.results.map(({ cause, amount }) => [cause, amount])).toEqual([['refund', 3]])
})

test('[HOLD-06] mails staff about a month’s refund that waits for money on our own account', async () => {
  const { settings } = await testProduct()
  const person = await personWithEmail()
  const plan = await subscribe(person, 'nerdify_basic', testCards.refundLacksFunds)
  await giveBack(person, plan)
  await eventually(async () => {
    const mails = await mailsTo(settings.supportEmail, 'does not hold enough money')
    return mails.some(({ subject }) => subject === `A refund does not go out: order ${plan.id}`)
  })
  await (await providerUnderTest()).letBanksAnswer()
  await untilEventsApplied()
  expect(await chargesOf(plan.customer)).toEqual([[700, 700]])
})

test('[HOLD-06] retries a month’s refund that the provider refuses, with backoff, and mails staff once', async () => {
  const { product, clock, settings } = await testProduct()
  const person = await personWithEmail()
  const plan = await subscribe(person, 'nerdify_basic')
  await steer('faults', { provider: 'cards', fault: 'error', calls: 1_000, path: '/v1/refunds' })
  await giveBack(person, plan)
  const tries = async () => {
    const { rows } = await sql<{ refund_attempts: number }>`
      select refund_attempts from subscription where id = ${plan.id}`.execute(product.queries)
    return rows[0]?.refund_attempts ?? 0
  }
  const countAlerts = async () =>
    (await mailsTo(settings.supportEmail, plan.id)).filter(
      ({ subject }) => subject === `A refund does not go out: order ${plan.id}`,
    ).length
  let minutes = 0
  // The product tries it in the background too, so a single call may find nothing due.
  await eventually(async () => {
    clock.advance(5 * 60_000)
    minutes += 5
    await sendDueMonthRefunds(product)
    return (await tries()) >= 9 && (await countAlerts()) > 0
  })
  expect(minutes).toBeGreaterThan(2 * 60)
  expect(await countAlerts()).toBe(1)
  await steer('faults/clear', {})
  clock.advance(70 * 60_000)
  await eventually(async () => {
    await sendDueMonthRefunds(product)
    return (await chargesOf(plan.customer))[0]?.[1] === 700
  })
  expect(await chargesOf(plan.customer)).toEqual([[700, 700]])
})

test('[PUB-03] a month’s refund does not wait for the time of a clock that ran ahead', async () => {
  const { product, clock } = await testProduct()
  const person = await personWithEmail()
  const plan = await subscribe(person, 'nerdify_basic')
  await steer('faults', { provider: 'cards', fault: 'error', calls: 1_000, path: '/v1/refunds' })
  expect((await giveBack(person, plan)).status).toBe(200)
  clock.advance(3 * 86_400_000)
  const ahead = clock.now()
  const row = product.queries.selectFrom('subscription').select('refund_next_at').where('id', '=', plan.id)
  await eventually(async () => {
    await sendDueMonthRefunds(product)
    return ((await row.executeTakeFirstOrThrow()).refund_next_at ?? 0) > ahead
  })
  clock.reset()
  await steer('faults/clear', {})
  await eventually(async () => {
    await sendDueMonthRefunds(product)
    return (await chargesOf(plan.customer))[0]?.[1] === 700
  })
})

test('[HOLD-06] a refund that fails before it was booked moves no money', async () => {
  const { product, clock } = await testProduct()
  const { plan } = await subscribedTenDaysAgo('nerdify_basic')
  const paymentIntentId = await paymentOfMonth(plan)
  const kept = await keptOf(plan)
  const failed = {
    id: `re_failed_${clock.now()}`,
    refundId: null,
    attemptId: null,
    clientId: null,
    cents: 700,
    status: 'failed',
    lacksFunds: false,
  } as const
  expect(await applyMonthRefund(product, { ...failed, paymentIntentId })).toBe(plan.id)
  expect(await keptOf(plan)).toBe(kept)
})

test('[HOLD-06][PUB-03] a failed refund of an earlier month leaves the last month’s refund pending', async () => {
  const { product, clock } = await testProduct()
  const { person, plan } = await subscribedTenDaysAgo('nerdify_basic', testCards.refundFails)
  const earlier = await paymentOfMonth(plan)
  await age(plan, 31)
  const last = await paymentOfMonth(plan)
  expect(last).not.toBe(earlier)
  const cards = await cardProvider()
  await cards.refunds.create({ payment_intent: earlier })
  await untilEventsApplied()
  await steer('faults', { provider: 'cards', fault: 'error', calls: 1_000, method: 'POST', path: '/v1/refunds' })
  expect((await giveBack(person, plan)).status).toBe(200)
  await (await providerUnderTest()).letBanksAnswer()
  await untilEventsApplied()
  expect(await chargesOf(plan.customer)).toEqual([
    [700, 0],
    [700, 0],
  ])
  await steer('faults/clear', {})
  clock.advance(70 * 60_000)
  await eventually(async () => {
    await sendDueMonthRefunds(product)
    return (await cards.refunds.list({ payment_intent: last })).data.length === 1
  })
})

test('[HOLD-06] a claimed refund changes nothing if the month was refunded at the provider meanwhile', async () => {
  const { product } = await testProduct()
  const { person, plan } = await subscribedTenDaysAgo('nerdify_basic')
  const stored = async () =>
    (await subscriptionOfClient(product.queries, person.clientId, plan.id)) as StoredSubscription
  const claimed = await stored()
  await refundParts(await paymentOfMonth(plan), [700])
  const { refunded_at: refundedAt } = await stored()
  expect(refundedAt).not.toBeNull()
  const refundId = `month:${plan.id}`
  await giveUpMonthRefund(product, claimed, { refundId, cents: 700 })
  await finishMonthRefund(product, claimed)
  expect((await stored()).refunded_at).toBe(refundedAt)
  const mails = product.queries
    .selectFrom('outbox_key')
    .selectAll()
    .where('dedupe_key', '=', `refund-failed:${refundId}`)
  expect(await mails.execute()).toEqual([])
})

test('[SUB-13][HOLD-06] credit withdrawn by an inquiry stays away if the month was refunded meanwhile', async () => {
  const person = await personWithEmail()
  const plan = await subscribe(person, 'nerdify_prime')
  const opened = await steer('disputes', { payment_intent: await paymentOfMonth(plan), inquiry: true })
  await eventually(async () => (await balanceOf(person)) === 0)
  expect((await giveBack(person, plan)).status).toBe(200)
  await eventually(async () => (await chargesOf(plan.customer))[0]?.[1] === 2_900)
  await untilEventsApplied()
  await steer('disputes/close', { dispute: String(opened.id), outcome: 'warning_closed' })
  await untilEventsApplied()
  expect(await balanceOf(person)).toBe(0)
})

test.each([
  ['a full refund', 40, [2_900]],
  ['a partial refund', 80, [900]],
  ['a refund in two parts', 40, [1_500, 1_400]],
])('[SUB-13] %s of an earlier month at the provider leaves $%i of credit', async (_, credit, amounts) => {
  const { person, plan } = await subscribedTenDaysAgo('nerdify_prime')
  const earlier = await paymentOfMonth(plan)
  await age(plan, 31)
  expect(await paymentOfMonth(plan)).not.toBe(earlier)
  expect(await balanceOf(person)).toBe(80)
  await refundParts(earlier, amounts)
  expect(await balanceOf(person)).toBe(credit)
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active' }])
})

test('[SUB-10][SUB-13] the last month refunded in two parts at the provider is refunded, with its credit', async () => {
  const { person, plan } = await subscribedTenDaysAgo('nerdify_prime')
  await refundParts(await paymentOfMonth(plan), [1_500, 1_400])
  expect(await balanceOf(person)).toBe(0)
  await eventually(async () => (await subjectsTo(person)).includes('Your $29.00 for Prime is on its way back'))
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', refundable: false }])
  const says = (await mailsTo(person.email, 'goes back to your card')).map(({ text }) => text)
  expect(says).toEqual([expect.stringContaining('Your plan stays as it is.')])
  expect(says).toEqual([expect.not.stringContaining('has ended')])
  await (await cardProvider()).subscriptions.cancel(plan.id)
  await untilEventsApplied()
  expect((await meOf(person)).tags).toContain('subscription_refunded')
})

test('[SUB-10] a plan that went on after a refunded month ends without the tag of a refund', async () => {
  const { person, plan } = await subscribedTenDaysAgo('nerdify_basic')
  await refundParts(await paymentOfMonth(plan), [700])
  await age(plan, 31)
  await (await cardProvider()).subscriptions.cancel(plan.id)
  await untilEventsApplied()
  const { tags } = await meOf(person)
  expect(tags).toContain('subscription_canceled')
  expect(tags).not.toContain('subscription_refunded')
})

test('[HOLD-06][PUB-03] a month of which staff refunded a part at the provider gives back the rest', async () => {
  const { settings } = await testProduct()
  const { person, plan } = await subscribedTenDaysAgo('nerdify_basic')
  await refundParts(await paymentOfMonth(plan), [300])
  expect((await giveBack(person, plan)).status).toBe(200)
  await eventually(async () => (await subjectsTo(person)).includes('Your $7.00 for Premium is on its way back'))
  expect(await chargesOf(plan.customer)).toEqual([[700, 700]])
  expect(await keptOf(plan)).toBe(0)
  expect(await mailsTo(settings.supportEmail, plan.id)).toEqual([])
})

test.each([
  ['is pending at', testCards.refundPends, 400],
  ['fails at', testCards.refundFails, 700],
])('[HOLD-06][PUB-03] a part refunded by staff that %s the bank stops no month’s refund', async (_, card, rest) => {
  const { product, clock } = await testProduct()
  const { person, plan } = await subscribedTenDaysAgo('nerdify_basic', card)
  await steer('faults', {
    provider: 'cards',
    fault: 'error',
    calls: 1_000,
    method: 'DELETE',
    path: '/v1/subscriptions',
  })
  await giveBack(person, plan)
  await refundParts(await paymentOfMonth(plan), [300])
  await (await providerUnderTest()).letBanksAnswer()
  await untilEventsApplied()
  await steer('faults/clear', {})
  await eventually(async () => {
    clock.advance(70 * 60_000)
    await sendDueMonthRefunds(product)
    return (await chargesOf(plan.customer))[0]?.[1] === 700
  })
  const payment = { payment_intent: await paymentOfMonth(plan) }
  const amounts = (await (await cardProvider()).refunds.list(payment)).data.map(({ amount }) => amount)
  expect(amounts).toEqual([rest, 300])
})

test('[PAY-04][SUB-13][HOLD-06] a month’s refund waits for its bill, and then takes money and credit', async () => {
  const { product, clock } = await testProduct()
  const { person, plan } = await subscribedTenDaysAgo('nerdify_prime')
  await loseCardEvents()
  await steer('subscriptions/age', { subscription: plan.id, seconds: 31 * 86_400 })
  const cards = await cardProvider()
  const [renewal] = (await cards.charges.list({ customer: plan.customer })).data
  const { id } = await cards.refunds.create({ payment_intent: String(renewal?.payment_intent) })
  await untilIdle()
  const events = (await cards.events.list({ limit: 10 })).data.filter(
    ({ data }) => 'id' in data.object && data.object.id === id,
  )
  expect(events.map(({ type }) => type)).toContain('refund.created')
  for (const event of events) {
    await insertCardEvent(product.queries, { id: event.id, type: event.type, objectId: id, now: clock.now() })
  }
  const statuses = async () => {
    const rows = product.queries.selectFrom('card_event').select(['status', 'last_error']).where('object_id', '=', id)
    return (await rows.execute()).map(({ status, last_error }) => [status, last_error])
  }
  await eventually(async () => (await statuses()).every(([status, error]) => status !== 'new' || error !== null))
  const [waiting] = await statuses()
  expect(waiting).toEqual(['new', `the month of ${id} is not booked yet`])
  await hearCardEvents()
  await replayCardEvents(product)
  await untilEventsApplied()
  expect(await keptOf(plan)).toBe(2_900)
  expect(await balanceOf(person)).toBe(40)
})
