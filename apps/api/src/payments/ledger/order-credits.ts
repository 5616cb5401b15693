import { lateCreditCents, lateCreditPercent } from '@nerdify/domain/payments/late-credit.ts'
import { keptCashbackCents } from '@nerdify/domain/payments/refund-plan.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import { isDisputed } from '../dispute/disputes.store.ts'
import { accounts, entriesOf, type EntryKind, movedOn, postEntry, transfer } from './ledger.store.ts'

/** A credit that an order brings its client, and that a refund takes back. */
interface OrderCredit {
  kind: EntryKind
  takenBack: EntryKind
  /** Names the entry that gives it: an order brings each credit once. */
  ref(orderId: string): string
  /** Where it comes from. */
  source(orderId: string): string
  /** How much of it is the client's, by the money of the order; `given` is the entry that gave it, and its cents. */
  kept(given: { cents: number; at: number }, order: StoredOrder): number
}

const cashback: OrderCredit = {
  kind: 'cashback',
  takenBack: 'cashback_taken_back',
  ref: (orderId) => `cashback:${orderId}`,
  source: () => accounts.promo,
  kept: ({ cents: cashbackCents }, order) => keptCashbackCents({ cashbackCents, ...moneyOf(order) }),
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

/** The credit that a first delivery at `at` brings, by what is still paid; cents. */
const lateCreditAt = (at: number, order: StoredOrder) =>
  lateCreditCents(order.late_credit, { deadline: order.deadline, at, ...moneyOf(order) })

const moneyOf = ({ paid_cents: paidCents, refunded_cents: refundedCents }: StoredOrder) => ({
  paidCents,
  refundedCents,
})

/** What changed of an order; `cause` names it. */
interface Changed {
  order: StoredOrder
  cause: string
  now: number
}

/**
 * Adjusts what an order credited, its cash-back (DISC-14) and its credit for late work (WAIT-05), to what its client
 * may keep. While a payment is disputed, all of it is taken back. That may make the balance negative, which blocks
 * spending until it is positive again (PAY-13).
 */
export async function reconcileCredits(queries: Queries, changed: Changed): Promise<StoredOrder> {
  const { order, now } = changed
  await reconcile(queries, cashback, changed)
  const cents = await reconcile(queries, lateness, changed)
  return cents === 0 ? order : recordLateCredit(queries, { order, cents, now })
}

/** Brings the credit of a tip to what of the tip was not given back (PAY-10); a dispute takes all of it (abuse 25). */
export async function reconcileTipCredit(queries: Queries, changed: Changed): Promise<void> {
  await reconcile(queries, tip, changed)
}

const recordLateCredit = (
  queries: Queries,
  { order: { client_id: clientId, id: orderId }, cents, now }: { order: StoredOrder; cents: number; now: number },
) => recordMoney(queries, 'lateCredit', { clientId, orderId, cents, now })

/** By how many cents what the client has of a credit changed. */
async function reconcile(
  queries: Queries,
  { kind, takenBack, ref, source, kept }: OrderCredit,
  { order, cause, now }: Changed,
): Promise<number> {
  const { client_id: clientId, id: orderId } = order
  const balance = accounts.balance(clientId)
  const entries = await entriesOf(queries, { clientId, orderId, kinds: [kind, takenBack] })
  const given = entries.filter((entry) => entry.kind === kind)
  const [first] = given
  if (first === undefined) return 0
  const credit = { cents: movedOn(balance, given), at: first.at }
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

/** Gives a credit of an order; false where it was given before. */
function give(
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

/**
 * Credits what the discount of an order brings, now that the order went to work (DISC-14): once, and nothing where it
 * brings none.
 */
export async function creditCashback(
  queries: Queries,
  { order, cents, now }: { order: StoredOrder; cents: number; now: number },
): Promise<void> {
  if (cents <= 0) return
  await give(queries, cashback, { order, cents, at: now })
  // A part that was paid before may be disputed, or given back.
  await reconcileCredits(queries, { order, cause: 'paid', now })
}

/**
 * Credits what was promised for work that comes late, and tells the client, in the transaction that delivers it (WAIT-05): once,
 * and nothing where it is in time or nothing was promised. Answers the order.
 */
export async function creditLateness(
  queries: Queries,
  { order, now }: { order: StoredOrder; now: number },
): Promise<StoredOrder> {
  const { deadline, late_credit: steps, sent_at: at } = order
  if (at === null || lateCreditPercent(steps, { deadline, at }) === 0) return order
  // Booked with nothing too: a bank that changes its mind pays the order again, and brings the credit back.
  const cents = lateCreditAt(at, order)
  if (!(await give(queries, lateness, { order, cents, at }))) return order
  const credited = await recordLateCredit(queries, { order, cents, now })
  // While a bank decides it stays with us, as all else that the order brought.
  const kept = await reconcileCredits(queries, { order: credited, cause: 'sent', now })
  if (kept.late_credit_cents > 0) {
    const variables = { amount: formatMoney(kept.late_credit_cents) }
    await announceOrder(queries, { order: kept, name: 'order-late-credit', key: order.id, variables, now })
  }
  return kept
}
