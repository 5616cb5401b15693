import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, movesOf } from '../../testing/cards/books.ts'
import { testCards } from '../../testing/cards/card-page.ts'
import { cardProvider, paymentOf } from '../../testing/cards/card-provider.ts'
import { applyCode, newCoupon, payOrder, readOrder } from '../../testing/coupon-calls.ts'
import { bookCardTip, operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { hearCardEvents, loseCardEvents, steer, untilIdle } from '../../testing/sandbox-controls.ts'
import { eventually, send, signedInPerson, type TestPerson } from '../../testing/test-client.ts'
import { compareBooks } from '../../books/compare-books.ts'
import { transaction } from '../../database/transaction.ts'
import { orderOf, type StoredOrder } from '../../orders/list/own-order.ts'
import { entriesOf } from '../ledger/ledger.store.ts'
import { bookDispute } from './dispute-money.ts'

afterEach(async () => {
  await hearCardEvents()
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

const refund = <Body = Order>(order: { id: string }, amount?: number) =>
  operate<Body>('POST', `/orders/${order.id}/refunds`, { reason: 'x', ...(amount === undefined ? {} : { amount }) })

/** Cents that disputes took from an order's payments, in the books. */
async function takenOf(order: { id: string }): Promise<number> {
  const { product } = await testProduct()
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::int as cents from ledger_line join ledger_entry
      on ledger_entry.client_id = ledger_line.client_id and ledger_entry.id = ledger_line.entry_id
    where order_id = ${order.id} and account = 'gateway' and kind like 'dispute%'`.execute(product.queries)
  return rows[0]?.cents ?? 0
}

const open = async (order: { id: string }, what: Record<string, number | boolean> = {}) =>
  String((await steer('disputes', { payment_intent: await paymentOf(order), ...what })).id)
const decide = (dispute: string, outcome: string) => steer('disputes/close', { dispute, outcome })
const untilTaken = (order: { id: string }, cents: number) => eventually(async () => (await takenOf(order)) === cents)
const untilRefunded = (person: TestPerson, order: { id: string }, dollars: number) =>
  eventually(async () => (await readOrder(person, order)).refunded === dollars)

/** The amounts below "Refunded" on the printable receipts, oldest first. */
async function refundsOnReceipts(person: TestPerson, order: { id: string }): Promise<string[]> {
  const { receipt_link: link } = await readOrder(person, order)
  const { body } = await send<string>('GET', new URL(link ?? '').pathname)
  const [, refunds = ''] = body.split('<h2>Refunded</h2>')
  return refunds.match(/(?<=<td>)[^<]+/g) ?? []
}

/** A client with a paid order of $48 that earned a cash-back of $12. */
async function withCashback(card?: string) {
  const person = await signedInPerson()
  const code = await newCoupon({ gift: { kind: 'cashback', percent: 25 } })
  const order = await payOrder(person, (await applyCode(person, await person.order(), code)).body, card)
  return { person, order }
}

test('[HOLD-06][PAY-11] counts the lost part of a dispute as refunded; the rest is refundable (abuse 25)', async () => {
  const { person, order } = await withCashback()
  const dispute = await open(order, { amount: 2_000 })
  await untilTaken(order, 2_000)
  expect(await balanceOf(person)).toBe(0)
  expect(await refund<ErrorBody>(order, 1)).toMatchObject({ status: 409, body: { error_type: 'payment_disputed' } })
  await decide(dispute, 'lost')
  await untilRefunded(person, order, 20)
  // The share of the kept money, as after a refund of the same amount.
  expect(await balanceOf(person)).toBe(7)
  expect((await readOrder(person, order)).client_paid).toBe(48)
  expect(await refund<ErrorBody>(order, 28.01)).toMatchObject({ status: 409, body: { error_value: '28' } })
  await postEvents(order, 'request_refund', 'accept_refund')
  await untilRefunded(person, order, 48)
  expect(await refundsOnReceipts(person, order)).toEqual(['$20.00', '$28.00'])
  const refunds = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order) })
  expect(refunds.data.map(({ amount }) => amount)).toEqual([2_800])
  expect(await balanceOf(person)).toBe(0)
  expect((await movesOf(order)).filter((move) => move.startsWith('dispute'))).toEqual([
    'dispute: disputed -2000',
    'dispute: gateway 2000',
    'dispute_lost: disputed 2000',
    'dispute_lost: refunded -2000',
  ])
})

test('[HOLD-06][PAY-14] books every change of a dispute’s outcome, and the receipts show it (abuse 25)', async () => {
  const { person, order } = await withCashback()
  const dispute = await open(order)
  for (const [outcome, taken, refunded, balance] of [
    ['won', 0, 0, 12],
    ['lost', 4_800, 48, 0],
    ['won', 0, 0, 12],
    ['needs_response', 4_800, 0, 0],
    ['lost', 4_800, 48, 0],
  ] as const) {
    await decide(dispute, outcome)
    await untilTaken(order, taken)
    await untilRefunded(person, order, refunded)
    expect([outcome, await balanceOf(person)]).toEqual([outcome, balance])
    const { rows } = await sql<{ tagged: boolean }>`
      select 'payment_disputed' = any(tags) as tagged from client_order where id = ${order.id}`.execute(
      (await testProduct()).product.queries,
    )
    expect([outcome, rows[0]?.tagged]).toEqual([outcome, outcome === 'needs_response'])
  }
  expect(await refundsOnReceipts(person, order)).toEqual(['$48.00', '−$48.00', '$48.00'])
})

test('[HOLD-06][PAY-14] the receipts show a lost dispute of a tip as refunded', async () => {
  const { product, clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  await bookCardTip(order, 800)
  const [clientId, orderId] = [person.clientId, order.id]
  const [tip] = await entriesOf(product.queries, { clientId, orderId, kinds: ['tip'] })
  const dispute = { id: `dp_${orderId}`, paymentId: tip?.ref ?? '', status: 'lost', cents: 800 } as const
  await transaction(product.queries, async (queries) => {
    const stored = (await orderOf(queries, clientId, orderId)) as StoredOrder
    await bookDispute(queries, { order: stored, dispute, now: clock.now() })
  })
  expect((await readOrder(person, order)).total_tips_amount).toBe(0)
  expect(await refundsOnReceipts(person, order)).toEqual(['$8.00'])
})

test('[HOLD-06] freezes credits for an inquiry, takes no money, and allows a refund', async () => {
  const { person, order } = await withCashback()
  const inquiry = await open(order, { inquiry: true })
  await eventually(async () => (await balanceOf(person)) === 0)
  expect(await takenOf(order)).toBe(0)
  expect((await refund(order, 12)).status).toBe(200)
  await untilRefunded(person, order, 12)
  await decide(inquiry, 'warning_closed')
  await eventually(async () => (await balanceOf(person)) === 9)
  expect(await takenOf(order)).toBe(0)
})

test('[HOLD-06] ends a prevented dispute: lost if the bank kept the money, else won', async () => {
  const taken = await withCashback()
  await decide(await open(taken.order), 'prevented')
  await untilRefunded(taken.person, taken.order, 48)
  expect(await takenOf(taken.order)).toBe(4_800)
  const left = await withCashback()
  const inquiry = await open(left.order, { inquiry: true })
  await eventually(async () => (await balanceOf(left.person)) === 0)
  await decide(inquiry, 'prevented')
  await eventually(async () => (await balanceOf(left.person)) === 12)
  expect((await readOrder(left.person, left.order)).refunded).toBe(0)
})

/** A paid order whose dispute was won, refunded by $40, then lost. */
async function lostAfterRefund(card?: string) {
  const { person, order } = await withCashback(card)
  const dispute = await open(order)
  await untilTaken(order, 4_800)
  await decide(dispute, 'won')
  await untilTaken(order, 0)
  await refund(order, 40)
  await untilRefunded(person, order, 40)
  await decide(dispute, 'lost')
  return { person, order }
}

test('[HOLD-06] counts at most the payment as refunded when a refunded dispute is lost (abuse 20)', async () => {
  const { person, order } = await lostAfterRefund()
  await untilTaken(order, 4_800)
  await untilRefunded(person, order, 48)
  expect((await movesOf(order)).slice(-3)).toContain('dispute_lost: promo -4000')
  expect(await refund<ErrorBody>(order)).toMatchObject({ status: 409, body: { error_type: 'nothing_to_refund' } })
})

test('[HOLD-06] counts at most the rest as refunded when a dispute is lost after an outside refund', async () => {
  const { person, order } = await withCashback()
  await operate('POST', `/orders/${order.id}/refunds`, { amount: 40, outside: true, reason: 'Transfer' })
  const dispute = await open(order)
  await untilTaken(order, 4_800)
  await decide(dispute, 'lost')
  await untilRefunded(person, order, 48)
  expect((await movesOf(order)).slice(-3)).toContain('dispute_lost: promo -4000')
})

test('[HOLD-06][PAY-11] leaves no cash-back when a refund fails after a lost dispute (abuse 21)', async () => {
  const { provider } = await testProduct()
  const { person, order } = await lostAfterRefund(testCards.refundFails)
  await untilRefunded(person, order, 48)
  await provider.letBanksAnswer()
  await eventually(async () => (await movesOf(order)).some((move) => move.startsWith('refund_failed')))
  expect(await readOrder(person, order)).toMatchObject({ client_paid: 48, refunded: 48 })
  expect(await balanceOf(person)).toBe(0)
})

test('[HOLD-08][HOLD-06] books disputes without an event in the nightly comparison, and reports each once', async () => {
  const { product, clock } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  await loseCardEvents()
  const dispute = await open(order)
  const { created } = await (await cardProvider()).disputes.retrieve(dispute)
  const differencesOfOrder = async () => {
    // The provider's clock may be ahead of ours: other tests move it.
    clock.advance(Math.max(0, created * 1000 - clock.now()) + 3 * 3_600_000)
    const differences = await compareBooks(product, created * 1000 - 24 * 3_600_000)
    clock.reset()
    return differences.filter((sentence) => sentence.includes(dispute))
  }
  const sentence = (status: string) =>
    `The dispute ${dispute} of 4800 cents at the card provider is ${status}, which was not in the ledger: it is now.`
  expect(await differencesOfOrder()).toEqual([sentence('open')])
  expect(await takenOf(order)).toBe(4_800)
  expect(await differencesOfOrder()).toEqual([])
  await decide(dispute, 'lost')
  await untilIdle()
  expect(await differencesOfOrder()).toEqual([sentence('lost')])
  expect((await readOrder(person, order)).refunded).toBe(48)
  expect(await differencesOfOrder()).toEqual([])
})
