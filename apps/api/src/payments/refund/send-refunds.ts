import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { transaction } from '../../database/transaction.ts'
import { orderOf } from '../../orders/list/own-order.ts'
import { mailStaff } from '../../outbox/enqueue.ts'
import { CardCallRefused, type CardRefund } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { withOrderPayments } from '../page/order-lease.ts'
import { claimRefunds, updateRefund, type StoredRefund } from './refunds.store.ts'
import { keepSurplus, settleRefund, notifyOfFailedRefund } from './settle-refund.ts'

/**
 * The idempotency key makes the first retries, within a few minutes, harmless. Later the provider may have stored an
 * error under the key, or dropped the key, so the refund is searched by its id first and created only if none exists
 * (abuse 16, HOLD-01).
 */
const triesByKey = 3
/** The provider keeps a key for at least a day; after that a repeat could refund twice. */
const keyHoldsMs = 23 * 3_600_000
/** Number of tries, over more than two hours, before staff are notified. */
export const triesBeforeStaff = 8

/**
 * Sends due refunds to the provider, checks those that its bank has not decided, and books the results (PAY-07,
 * PAY-11); answers how many were due.
 */
export async function sendDueRefunds(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const due = await claimRefunds(product.queries, now)
  for (const refund of due) {
    product.ending.throwIfAborted()
    try {
      await withOrderPayments(product, refund.order_id, () => send(product, refund))
    } catch (error) {
      // On every later try too, in case a process died; the dedupe key sends one mail.
      if (refund.attempts >= triesBeforeStaff) await notifyOfDoubt(product, refund, (error as Error).message)
      product.putOff(error as Error)
    }
  }
  return due.length
}

async function send(product: AppContext, refund: StoredRefund): Promise<void> {
  const { client_id: clientId, order_id: orderId, provider_id: providerId } = refund
  try {
    const cardRefund = await (providerId === null ? requestRefund(product, refund) : product.cards.refundOf(providerId))
    await settleRefund(product, { clientId, orderId }, cardRefund)
    if (cardRefund.lacksFunds) await notifyOfDoubt(product, refund, lacksFundsText)
  } catch (error) {
    // A final refusal: refunded another way, or disputed meanwhile.
    if (!(error instanceof CardCallRefused)) throw error
    await failRefund(product, refund)
    throw error
  }
}

function requestRefund({ cards, clock }: AppContext, refund: StoredRefund): Promise<CardRefund> {
  const { id: refundId, payment_intent_id: paymentIntentId, cents } = refund
  const keyExpired = refund.attempts > triesByKey || refund.created_at < clock.now() - keyHoldsMs
  return cards.refund({ refundId, paymentIntentId, cents, keyExpired })
}

/** A new account, whose payments the provider still holds, cannot fund a refund: somebody must add money (HOLD-06). */
export const lacksFundsText =
  'Our account at the card provider does not hold enough money. Add some there, and the refund goes out by itself.'

async function notifyOfDoubt(product: AppContext, refund: StoredRefund, reason: string): Promise<void> {
  const order = await orderOf(product.queries, refund.client_id, refund.order_id)
  await notifyOfRefundInDoubt(product, { ...refund, number: order?.number ?? refund.order_id, reason })
}

/** Notifies staff, once, of a refund that the provider does not accept; retries continue with backoff (HOLD-06). */
export async function notifyOfRefundInDoubt(
  product: AppContext,
  { id, number, cents, reason }: { id: string; number: string; cents: number; reason: string },
): Promise<void> {
  await mailStaff(product.queries, product.clock.now(), product.settings, {
    template: 'refund-in-doubt',
    variables: { number, amount: formatMoney(cents), reason },
    dedupeKey: `refund-in-doubt:${id}`,
  })
  product.wake.outbox()
}

async function failRefund(product: AppContext, refund: StoredRefund): Promise<void> {
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const order = await orderOf(queries, refund.client_id, refund.order_id, { lock: true })
    if (order === undefined) return
    await updateRefund(queries, refund, { status: 'failed', providerId: null, now })
    await notifyOfFailedRefund(queries, product, { order, refund, now })
    await keepSurplus(queries, { order, refund, now })
  })
  product.wake.outbox()
}
