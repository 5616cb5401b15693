import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { transaction } from '../../database/transaction.ts'
import { orderOf, type StoredOrder } from '../../orders/list/own-order.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import { mailStaff } from '../../outbox/enqueue.ts'
import { announceOrder } from '../../outbox/templates/announce-order.ts'
import type { CardRefund } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { reconcileTipCredit } from '../ledger/order-credits.ts'
import { reconcileOrder } from '../ledger/reconcile-order.ts'
import { recountLostDisputes } from '../dispute/dispute-money.ts'
import { accounts, entryOfRef, postEntry, transfer } from '../ledger/ledger.store.ts'
import { withOrderPayments } from '../page/order-lease.ts'
import { recordRefund } from './record-refund.ts'
import {
  insertRefund,
  updateRefund,
  refundById,
  refundOfProvider,
  refundsOf,
  type StoredRefund,
} from './refunds.store.ts'
import { bookSurplus, pendingSurplusCents } from '../settle/surplus-money.ts'

/** The payment of a refund or dispute is not booked yet; the event is retried later (abuse 4). */
export class PaymentNotBooked extends Error {}

/**
 * Books a refund as the provider reports it, including one made in the provider's dashboard. Idempotent, and
 * independent of the order of events (PAY-04, PAY-11). Throws {@link PaymentNotBooked} while its payment is unknown.
 */
export async function applyCardRefund(product: AppContext, providerId: string): Promise<void> {
  const { attemptId, paymentIntentId } = await product.cards.refundOf(providerId)
  // Not our refund: the provider's account may serve other products.
  if (attemptId === null) return
  const payment = await entryOfRef(product.queries, paymentIntentId)
  if (payment === undefined) throw new PaymentNotBooked(`the payment of refund ${providerId} is not booked yet`)
  await withOrderPayments(product, payment.orderId, async () => {
    // Read under the lease, so that an older answer never overtakes a newer one.
    await settleRefund(product, payment, await product.cards.refundOf(providerId))
  })
}

/** Books a refund from the provider's answer; the caller holds the order's lease. */
export async function settleRefund(
  product: AppContext,
  { clientId, orderId }: { clientId: string; orderId: string },
  cardRefund: CardRefund,
): Promise<void> {
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const order = await orderOf(queries, clientId, orderId, { lock: true })
    if (order === undefined) throw new Error(`there is no order ${orderId} to refund`)
    const refund =
      (await storedRefund(queries, order, cardRefund)) ??
      (await insertProviderRefund(queries, { order, cardRefund, now }))
    // A failed refund is final: an older answer may come late.
    if (refund.status === 'failed' || refund.status === cardRefund.status) return
    await updateRefund(queries, refund, { status: cardRefund.status, providerId: cardRefund.id, now })
    if (cardRefund.status === 'pending') return
    const done = cardRefund.status === 'succeeded'
    if (!done) {
      await notifyOfFailedRefund(queries, product, { order, refund, now })
      if (refund.status !== 'created') await announceReturn(queries, { order, refund, now })
    }
    if (!done && refund.status !== 'succeeded') await keepSurplus(queries, { order, refund, now })
    else await book(queries, { order, refund, cardRefund, done, now })
    const recounted = await recountLostDisputes(queries, order, now)
    if (recounted !== order)
      await reconcileOrder(queries, { order: recounted, cause: `${cardRefund.id}:${cardRefund.status}:recount`, now })
  })
  product.wake.outbox()
}

async function storedRefund(
  queries: Queries,
  { client_id: clientId }: StoredOrder,
  cardRefund: CardRefund,
): Promise<StoredRefund | undefined> {
  const ownRefund = cardRefund.refundId === null ? undefined : await refundById(queries, clientId, cardRefund.refundId)
  return ownRefund ?? refundOfProvider(queries, clientId, cardRefund.id)
}

/** Stores a refund that was made in the provider's dashboard. */
function insertProviderRefund(
  queries: Queries,
  { order, cardRefund, now }: { order: StoredOrder; cardRefund: CardRefund; now: number },
): Promise<StoredRefund> {
  return insertRefund(queries, {
    client_id: order.client_id,
    order_id: order.id,
    payment_intent_id: cardRefund.paymentIntentId,
    cents: cardRefund.cents,
    reason: 'provider',
    provider_id: cardRefund.id,
    now,
  })
}

/** A refund to book, or one to reverse because the bank did not pay it out (abuse 21). */
interface Booking {
  order: StoredOrder
  refund: StoredRefund
  cardRefund: CardRefund
  done: boolean
  now: number
}

/** Refunded cents, negative for a reversal; `cause` names the change. */
interface BookedRefund extends Booking {
  clientId: string
  orderId: string
  cents: number
  cause: string
}

interface RefundRule {
  kind: 'refund' | 'tip_refund' | 'surplus_refund'
  /** The order's account that the money leaves. */
  from: (orderId: string) => string
  /** Records it on the order. */
  record(queries: Queries, refund: BookedRefund): Promise<unknown>
}

/** The rules by the purpose of the money. */
const refundRules: Record<'order' | 'tip' | 'surplus' | 'surplus in transit', RefundRule> = {
  order: {
    kind: 'refund',
    from: accounts.refunded,
    async record(queries, { refund, done, ...refunded }) {
      const services = done && (await isUnderWay(queries, refund)) ? [] : (refund.services ?? [])
      return recordRefund(queries, { ...refunded, services })
    },
  },
  tip: {
    kind: 'tip_refund',
    from: accounts.tips,
    async record(queries, { clientId, orderId, cents, cause, now }) {
      const order = await recordMoney(queries, 'tip', { clientId, orderId, cents: -cents, now })
      return reconcileTipCredit(queries, { order, cause, now })
    },
  },
  surplus: {
    kind: 'surplus_refund',
    from: accounts.paid,
    async record(queries, { clientId, orderId, cents, cause, now }) {
      const order = await recordMoney(queries, 'surplusReturned', { clientId, orderId, cents, now })
      return reconcileOrder(queries, { order, cause, now })
    },
  },
  'surplus in transit': {
    kind: 'surplus_refund',
    from: accounts.returning,
    // The order's paid amount was reduced when the refund was requested.
    async record() {},
  },
}

async function refundRuleOf(queries: Queries, { order, refund, done }: Booking): Promise<RefundRule> {
  const { client_id: clientId, id: orderId } = order
  if ((await entryOfRef(queries, refund.payment_intent_id))?.kind === 'tip') return refundRules.tip
  if (refund.reason !== 'surplus') return refundRules.order
  const inTransit = done && (await pendingSurplusCents(queries, { clientId, orderId, refundId: refund.id })) > 0
  return inTransit ? refundRules['surplus in transit'] : refundRules.surplus
}

async function book(queries: Queries, booking: Booking): Promise<void> {
  const { order, refund, cardRefund, done, now } = booking
  const { client_id: clientId, id: orderId } = order
  const { kind, from, record } = await refundRuleOf(queries, booking)
  const cents = done ? cardRefund.cents : -cardRefund.cents
  const posted = await postEntry(queries, {
    clientId,
    orderId,
    kind: done ? kind : 'refund_failed',
    ref: done ? cardRefund.id : `failed:${cardRefund.id}`,
    at: now,
    lines: transfer(cents, { from: from(orderId), to: accounts.gateway }),
    data: { refund_id: refund.id },
  })
  if (posted)
    await record(queries, { ...booking, clientId, orderId, cents, cause: `${cardRefund.id}:${cardRefund.status}` })
}

/** Counts a surplus as paid again if its refund failed before the bank had it (abuse 21); a no-op for other refunds. */
export async function keepSurplus(
  queries: Queries,
  { order, refund, now }: { order: StoredOrder; refund: StoredRefund; now: number },
): Promise<void> {
  if (refund.reason !== 'surplus') return
  const { client_id: clientId, id: orderId } = order
  const key = { clientId, orderId, refundId: refund.id }
  const cents = await pendingSurplusCents(queries, key)
  if (cents === 0 || !(await bookSurplus(queries, 'surplus_kept', { ...key, cents, now }))) return
  const changed = await recordMoney(queries, 'surplusReturned', { clientId, orderId, cents: -cents, now })
  await reconcileOrder(queries, { order: changed, cause: `kept:${refund.id}`, now })
}

/** Whether other parts of the same refund are unfinished. */
async function isUnderWay(queries: Queries, refund: StoredRefund): Promise<boolean> {
  if (refund.group_id === null) return false
  const all = await refundsOf(queries, refund.client_id, refund.order_id)
  return all.some((part) => part.group_id === refund.group_id && part.id !== refund.id && part.status !== 'succeeded')
}

/** Notifies staff of a refund that did not reach the client, so that they return the money another way (abuse 21). */
export async function notifyOfFailedRefund(
  queries: Queries,
  product: AppContext,
  { order, refund, now }: { order: StoredOrder; refund: StoredRefund; now: number },
): Promise<void> {
  await mailStaff(queries, now, product.settings, {
    template: 'refund-failed',
    variables: { number: order.number, amount: formatMoney(refund.cents), reason: refund.reason },
    dedupeKey: `refund-failed:${refund.id}`,
  })
}

/** Tells the client that the bank returned a refund that was on its way (abuse 21). */
async function announceReturn(
  queries: Queries,
  { order, refund, now }: { order: StoredOrder; refund: StoredRefund; now: number },
): Promise<void> {
  const variables = { amount: formatMoney(refund.cents) }
  await announceOrder(queries, { order, name: 'order-refund-returned', key: refund.id, variables, now })
}
