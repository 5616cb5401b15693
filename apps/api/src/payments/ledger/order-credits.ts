import { lateCreditCents, lateCreditPercent } from '@nerdify/domain/payments/late-credit.ts'
import { keptCashbackCents } from '@nerdify/domain/payments/refund-plan.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import { isDisputed } from '../dispute/disputes.store.ts'
import { accounts, entriesOf, movedOn, postEntry, transfer } from './ledger.store.ts'

/** A credit that an order earns its client, and that a refund takes back. */
interface OrderCredit {
  kind: 'cashback' | 'late_credit' | 'tip_credit'
  takenBack: `${OrderCredit['kind']}_taken_back`
  /** Ref of the entry that grants it: once per order. */
  ref(orderId: string): string
  /** The account that funds it. */
  source(orderId: string): string
  /** Cents that the client may keep, given the order's money. */
  kept(credit: GrantedCredit, order: StoredOrder): number
}

interface GrantedCredit {
  cents: number
  /** When it was granted, in epoch milliseconds. */
  at: number
  /** The cents that had been paid for the order by then. */
  earningCents: number
}

const cashback: OrderCredit = {
  kind: 'cashback',
  takenBack: 'cashback_taken_back',
  ref: (orderId) => `cashback:${orderId}`,
  source: () => accounts.promo,
  kept: ({ cents: cashbackCents, earningCents }, order) =>
    keptCashbackCents({ cashbackCents, earningCents, ...moneyOf(order) }),
}
const lateness: OrderCredit = {
  kind: 'late_credit',
  takenBack: 'late_credit_taken_back',
  ref: (orderId) => `late-credit:${orderId}`,
  source: accounts.lateCredit,
  kept: ({ at }, order) => lateCreditAt(at, order),
}
const tip: OrderCredit = {
  kind: 'tip_credit',
  takenBack: 'tip_credit_taken_back',
  ref: (orderId) => `tip-credit:${orderId}`,
  source: () => accounts.promo,
  kept: ({ cents }, order) => Math.min(cents, order.tips_cents),
}

/** Cents that a first delivery at `at` earns on what is still paid. */
const lateCreditAt = (at: number, order: StoredOrder) =>
  lateCreditCents(order.late_credit, { deadline: order.deadline, at, ...moneyOf(order) })

const moneyOf = ({ paid_cents: paidCents, refunded_cents: refundedCents }: StoredOrder) => ({
  paidCents,
  refundedCents,
})

/** A change to an order's money; `cause` becomes part of the entry's ref. */
interface OrderChange {
  order: StoredOrder
  cause: string
  now: number
}

/**
 * Adjusts an order's cash-back (DISC-14) and late credit (WAIT-05) to what its client may keep. While a payment is
 * disputed, all of it is taken back. That may make the balance negative, which blocks spending until it is positive
 * again (PAY-13).
 */
export async function reconcileCredits(queries: Queries, change: OrderChange): Promise<StoredOrder> {
  const { order, now } = change
  await reconcile(queries, cashback, change)
  const cents = await reconcile(queries, lateness, change)
  return cents === 0 ? order : recordLateCredit(queries, { order, cents, now })
}

/** Limits the credit of a tip to the tip less its refunds (PAY-10); during a dispute it is zero (abuse 25). */
export async function reconcileTipCredit(queries: Queries, change: OrderChange): Promise<void> {
  await reconcile(queries, tip, change)
}

const recordLateCredit = (
  queries: Queries,
  { order: { client_id: clientId, id: orderId }, cents, now }: { order: StoredOrder; cents: number; now: number },
) => recordMoney(queries, 'lateCredit', { clientId, orderId, cents, now })

/** Books the difference between the credit and what the client may keep; answers it in cents. */
async function reconcile(
  queries: Queries,
  { kind, takenBack, ref, source, kept }: OrderCredit,
  { order, cause, now }: OrderChange,
): Promise<number> {
  const { client_id: clientId, id: orderId } = order
  const balance = accounts.balance(clientId)
  const all = await entriesOf(queries, { clientId, orderId, kinds: ['order_payment', kind, takenBack] })
  const entries = all.filter((entry) => entry.kind !== 'order_payment')
  const granted = entries.filter((entry) => entry.kind === kind)
  const [first] = granted
  if (first === undefined) return 0
  const { at } = first
  const earning = all.filter((entry) => entry.kind === 'order_payment' && entry.at <= at)
  const credit = { cents: movedOn(balance, granted), at, earningCents: movedOn(accounts.paid(orderId), earning) }
  const mayKeep = (await isDisputed(queries, order)) ? 0 : kept(credit, order)
  const cents = mayKeep - movedOn(balance, entries)
  if (cents === 0) return 0
  await postEntry(queries, {
    clientId,
    orderId,
    kind: takenBack,
    ref: `${ref(orderId)}:${cause}`,
    at: now,
    lines: transfer(cents, { from: source(orderId), to: balance }),
  })
  return cents
}

/** Grants a credit of an order; false if it was granted before. */
function grant(
  queries: Queries,
  { kind, ref, source }: OrderCredit,
  { order, cents, at }: { order: StoredOrder; cents: number; at: number },
): Promise<boolean> {
  const { client_id: clientId, id: orderId } = order
  return postEntry(queries, {
    clientId,
    orderId,
    kind,
    ref: ref(orderId),
    at,
    lines: transfer(cents, { from: source(orderId), to: accounts.balance(clientId) }),
  })
}

/** Credits an order's cash-back when the order goes to work (DISC-14): once; a no-op without cash-back. */
export async function creditCashback(
  queries: Queries,
  { order, cents, now }: { order: StoredOrder; cents: number; now: number },
): Promise<void> {
  if (cents <= 0) return
  await grant(queries, cashback, { order, cents, at: now })
  // An earlier payment may be disputed or refunded.
  await reconcileCredits(queries, { order, cause: 'paid', now })
}

/**
 * Credits the late credit and notifies the client, in the transaction that delivers the work (WAIT-05): once, and only
 * if the delivery is late and a credit was promised. Answers the order.
 */
export async function creditLateness(
  queries: Queries,
  { order, now }: { order: StoredOrder; now: number },
): Promise<StoredOrder> {
  const { deadline, late_credit: steps, sent_at: at } = order
  if (at === null || lateCreditPercent(steps, { deadline, at }) === 0) return order
  // Zero cents are booked too: if a bank returns the payment later, the credit comes back with it.
  const cents = lateCreditAt(at, order)
  if (!(await grant(queries, lateness, { order, cents, at }))) return order
  const credited = await recordLateCredit(queries, { order, cents, now })
  // During a dispute this takes the credit back at once, like all other credits of the order.
  const reconciled = await reconcileCredits(queries, { order: credited, cause: 'sent', now })
  if (reconciled.late_credit_cents > 0) {
    const variables = { amount: formatMoney(reconciled.late_credit_cents) }
    await announceOrder(queries, { order: reconciled, name: 'order-late-credit', key: order.id, variables, now })
  }
  return reconciled
}
