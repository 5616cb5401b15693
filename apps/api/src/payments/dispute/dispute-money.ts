import { disputeMoney, type DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import { disputeEntriesOf, disputeKinds } from './disputes.store.ts'
import { accounts, entriesOf, type EntryKind, movedOn, postEntry, type StoredEntry } from '../ledger/ledger.store.ts'
import { outsideParts } from '../refund/outside-refunds.ts'
import { refundsOf } from '../refund/refunds.store.ts'

/** A dispute of an order's payment as the books shall have it, in cents. */
export interface OrderDispute {
  id: string
  paymentId: string
  status: DisputeStatus
  cents: number
}

/** What an entry of a dispute is called, by where the dispute stands. */
const kinds: Record<DisputeStatus, EntryKind> = {
  inquiry: 'dispute',
  open: 'dispute',
  won: 'dispute_won',
  lost: 'dispute_lost',
}
/** What the first entry of each kind is known by; those of a bank that changes its mind are numbered. */
const firstRef: Partial<Record<EntryKind, (id: string) => string>> = {
  dispute_won: (id) => `won:${id}`,
  dispute_lost: (id) => `lost:${id}`,
}

/** The kind of the next entry of a dispute, and what it is known by. */
export function nextDisputeEntry(
  disputeId: string,
  status: DisputeStatus,
  before: readonly Pick<StoredEntry, 'kind'>[],
): { kind: EntryKind; ref: string } {
  const kind = kinds[status]
  const ref = firstRef[kind]?.(disputeId) ?? disputeId
  return { kind, ref: before.some((entry) => entry.kind === kind) ? `${ref}:${before.length}` : ref }
}

/**
 * Brings the books of an order in line with a dispute of its payment or tip (HOLD-06), whatever they said before: what
 * the bank took, what is frozen, and what counts as refunded. Answers the new entry's ref and the updated order;
 * nothing if the books said so already.
 */
export async function bookDispute(
  queries: Queries,
  { order, dispute, now }: { order: StoredOrder; dispute: OrderDispute; now: number },
): Promise<{ ref: string; kind: EntryKind; order: StoredOrder } | undefined> {
  const { client_id: clientId, id: orderId } = order
  const before = await disputeEntriesOf(queries, { clientId, disputeId: dispute.id })
  const { leftCents, ofTip } = await leftOfPayment(queries, order, dispute)
  const { frozenCents, takenCents, givenBackCents } = disputeMoney({ ...dispute, leftCents })
  const back = ofTip ? accounts.tips(orderId) : accounts.refunded(orderId)
  const wanted = new Map([
    [accounts.disputed(orderId), -frozenCents],
    [back, -givenBackCents],
    [accounts.gateway, takenCents],
    // What is frozen and not taken is with us still; what was given back before it was taken is our loss.
    [accounts.inquired(orderId), Math.max(0, frozenCents - takenCents)],
    [accounts.promo, givenBackCents - Math.max(0, takenCents - frozenCents)],
  ])
  const lines = [...wanted].map(([account, cents]) => ({ account, cents: cents - movedOn(account, before) }))
  if (lines.every(({ cents }) => cents === 0)) return undefined
  const { kind, ref } = nextDisputeEntry(dispute.id, dispute.status, before)
  const { id: disputeId, paymentId, status, cents } = dispute
  await postEntry(queries, {
    clientId,
    orderId,
    kind,
    ref,
    at: now,
    lines,
    data: { dispute_id: disputeId, payment_id: paymentId, status, dispute_cents: cents },
  })
  const more = 0 - (lines.find(({ account }) => account === back)?.cents ?? 0)
  if (more === 0) return { ref, kind, order }
  const changed = ofTip
    ? await recordMoney(queries, 'tip', { clientId, orderId, cents: -more, now })
    : await recordMoney(queries, 'refund', { clientId, orderId, cents: more, services: [], now })
  return { ref, kind, order: changed }
}

/**
 * Counts once more what of an order's lost disputes is given back, now that a refund of one of its payments was made or failed.
 * Answers the order as it is then.
 */
export async function recountLostDisputes(queries: Queries, order: StoredOrder, now: number): Promise<StoredOrder> {
  let changed = order
  for (const dispute of lastOfEach(await entriesOf(queries, { ...keyOf(order), kinds: disputeKinds }))) {
    if (dispute.status !== 'lost') continue
    changed = (await bookDispute(queries, { order: changed, dispute, now }))?.order ?? changed
  }
  return changed
}

const keyOf = ({ client_id: clientId, id: orderId }: StoredOrder) => ({ clientId, orderId })

/** What the last entry of each dispute says of it. Entries of before say nothing; their payment is asked of the provider. */
function lastOfEach(entries: readonly StoredEntry[]): OrderDispute[] {
  const last = new Map<string, OrderDispute>()
  for (const { data } of entries) {
    const { dispute_id: id, payment_id: paymentId, status, dispute_cents: cents } = data
    if (typeof id !== 'string') continue
    last.set(id, { id, paymentId: String(paymentId), status: status as DisputeStatus, cents: Number(cents) })
  }
  return [...last.values()]
}

/** What disputes have taken of each payment of an order, by the payment, in cents. */
export function takenByDisputes(entries: readonly StoredEntry[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>()
  const payments = new Map(lastOfEach(entries).map(({ id, paymentId }) => [id, paymentId]))
  for (const entry of entries) {
    const payment = payments.get(disputeIdOf(entry))
    if (payment === undefined) continue
    taken.set(payment, (taken.get(payment) ?? 0) + movedOn(accounts.gateway, [entry]))
  }
  return taken
}

/** Which dispute an entry is of, also one of before they said so. */
const disputeIdOf = ({ ref, data }: Pick<StoredEntry, 'ref' | 'data'>): string =>
  typeof data.dispute_id === 'string' ? data.dispute_id : ref.replace(/^won:/, '')

/**
 * What was left of a payment when a dispute of it ended, in cents: less what was given back of it, and what other
 * disputes took.
 */
async function leftOfPayment(
  queries: Queries,
  order: StoredOrder,
  { id, paymentId }: OrderDispute,
): Promise<{ leftCents: number; ofTip: boolean }> {
  const entries = await entriesOf(queries, {
    ...keyOf(order),
    kinds: ['order_payment', 'tip', 'outside_refund', ...disputeKinds],
  })
  const payment = entries.find(({ ref }) => ref === paymentId)
  const others = takenByDisputes(entries.filter((entry) => disputeIdOf(entry) !== id)).get(paymentId) ?? 0
  const refunds = await refundsOf(queries, order.client_id, order.id)
  const refunded = refunds
    .filter(
      (refund) =>
        refund.payment_intent_id === paymentId && (refund.status === 'succeeded' || refund.status === 'pending'),
    )
    .reduce((sum, { cents }) => sum + cents, 0)
  const paid = payment === undefined ? 0 : 0 - movedOn(accounts.gateway, [payment])
  const outside = outsideParts(entries).cards.get(paymentId) ?? 0
  return { leftCents: paid - refunded - others - outside, ofTip: payment?.kind === 'tip' }
}
