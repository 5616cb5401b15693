import { disputeMoney, type DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import { disputeEntriesOf, type DisputeKind, disputeKinds, isOfDispute } from './disputes.store.ts'
import { accounts, entriesOf, movedOn, postEntry, type StoredEntry } from '../ledger/ledger.store.ts'
import { outsideParts } from '../refund/outside-refunds.ts'
import { refundsOf } from '../refund/refunds.store.ts'

/** A dispute of an order's payment; cents. */
export interface OrderDispute {
  id: string
  paymentId: string
  status: DisputeStatus
  cents: number
}

/** Entry kind for each status of a dispute. */
const kinds: Record<DisputeStatus, DisputeKind> = {
  inquiry: 'dispute',
  open: 'dispute',
  won: 'dispute_won',
  lost: 'dispute_lost',
}
/** Ref of the first entry of a kind; later entries are numbered. */
const firstRef: Partial<Record<DisputeKind, (id: string) => string>> = {
  dispute_won: (id) => `won:${id}`,
  dispute_lost: (id) => `lost:${id}`,
}

/** Kind and ref of a dispute's next entry. */
export function nextDisputeEntry(
  disputeId: string,
  status: DisputeStatus,
  before: readonly Pick<StoredEntry, 'kind'>[],
): { kind: DisputeKind; ref: string } {
  const kind = kinds[status]
  const ref = firstRef[kind]?.(disputeId) ?? disputeId
  return { kind, ref: before.some((entry) => entry.kind === kind) ? `${ref}:${before.length}` : ref }
}

/**
 * Books what the bank took, what is frozen and what counts as refunded for a dispute of an order's payment or tip
 * (HOLD-06). Answers the new entry's ref and the updated order, or undefined if the books match already.
 */
export async function bookDispute(
  queries: Queries,
  { order, dispute, now }: { order: StoredOrder; dispute: OrderDispute; now: number },
): Promise<{ ref: string; kind: DisputeKind; order: StoredOrder } | undefined> {
  const { client_id: clientId, id: orderId } = order
  const before = await disputeEntriesOf(queries, { clientId, disputeId: dispute.id })
  const { refundableCents, ofTip } = await restOfPayment(queries, order, dispute)
  const { frozenCents, withdrawnCents, refundedCents } = disputeMoney({ ...dispute, refundableCents })
  const back = ofTip ? accounts.tips(orderId) : accounts.refunded(orderId)
  const targets = new Map([
    [accounts.disputed(orderId), -frozenCents],
    [back, -refundedCents],
    [accounts.gateway, withdrawnCents],
    // Frozen money that the bank has not taken is still with us; money refunded before the bank took it is our loss.
    [accounts.inquired(orderId), Math.max(0, frozenCents - withdrawnCents)],
    [accounts.promo, refundedCents - Math.max(0, withdrawnCents - frozenCents)],
  ])
  const lines = [...targets].map(([account, cents]) => ({ account, cents: cents - movedOn(account, before) }))
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
 * Rebooks the lost disputes of an order after a refund of one of its payments succeeded or failed. Answers the updated
 * order.
 */
export async function recountLostDisputes(queries: Queries, order: StoredOrder, now: number): Promise<StoredOrder> {
  let changed = order
  for (const dispute of latestDisputes(await entriesOf(queries, { ...keyOf(order), kinds: disputeKinds }))) {
    if (dispute.status !== 'lost') continue
    changed = (await bookDispute(queries, { order: changed, dispute, now }))?.order ?? changed
  }
  return changed
}

const keyOf = ({ client_id: clientId, id: orderId }: StoredOrder) => ({ clientId, orderId })

/**
 * The last booked state of each dispute. Older entries lack these fields; their payment is looked up at the provider.
 */
function latestDisputes(entries: readonly StoredEntry<DisputeKind>[]): OrderDispute[] {
  const last = new Map<string, OrderDispute>()
  for (const { data } of entries) {
    const { dispute_id: id, payment_id: paymentId, status, dispute_cents: cents } = data
    if (id === undefined || paymentId === undefined || status === undefined || cents === undefined) continue
    last.set(id, { id, paymentId, status, cents })
  }
  return [...last.values()]
}

/** Cents that disputes took, by payment. */
export function takenByDisputes(entries: readonly StoredEntry[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>()
  const disputes = entries.filter(isOfDispute)
  const payments = new Map(latestDisputes(disputes).map(({ id, paymentId }) => [id, paymentId]))
  for (const entry of disputes) {
    const payment = payments.get(entry.data.dispute_id ?? '')
    if (payment === undefined) continue
    taken.set(payment, (taken.get(payment) ?? 0) + movedOn(accounts.gateway, [entry]))
  }
  return taken
}

/** The rest of a payment after its refunds and other disputes, in cents. */
async function restOfPayment(
  queries: Queries,
  order: StoredOrder,
  { id, paymentId }: OrderDispute,
): Promise<{ refundableCents: number; ofTip: boolean }> {
  const entries = await entriesOf(queries, {
    ...keyOf(order),
    kinds: ['order_payment', 'tip', 'outside_refund', ...disputeKinds],
  })
  const payment = entries.find(({ ref }) => ref === paymentId)
  const others = entries.filter((entry) => isOfDispute(entry) && entry.data.dispute_id !== id)
  const takenByOthers = takenByDisputes(others).get(paymentId) ?? 0
  const refunds = await refundsOf(queries, order.client_id, order.id)
  const refunded = refunds
    .filter(
      (refund) =>
        refund.payment_intent_id === paymentId && (refund.status === 'succeeded' || refund.status === 'pending'),
    )
    .reduce((sum, { cents }) => sum + cents, 0)
  const paid = payment === undefined ? 0 : 0 - movedOn(accounts.gateway, [payment])
  const outside = outsideParts(entries).cards.get(paymentId) ?? 0
  return { refundableCents: paid - refunded - takenByOthers - outside, ofTip: payment?.kind === 'tip' }
}
