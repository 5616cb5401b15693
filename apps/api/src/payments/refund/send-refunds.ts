import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { transaction } from '../../database/transaction.ts'
import { anyOrder } from '../../orders/list/own-order.ts'
import { mailStaff } from '../../outbox/enqueue.ts'
import { CardCallRefused, type CardRefund } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { withOrderPayments } from '../page/order-lease.ts'
import { claimRefunds, noteRefund, type StoredRefund } from './refunds.store.ts'
import { keepSurplus, settleRefund, tellOfFailure } from './settle-refund.ts'

/**
 * For the first tries, a few minutes, the refund's idempotency key makes a retry harmless. After them the provider may
 * have stored an error under the key, or dropped it, so the refund is looked up by its name first, and only asked for
 * again where none exists (abuse 16, HOLD-01).
 */
const triesByKey = 3
/** The provider remembers a key for a day at least; after that a repeat could give the money back twice. */
const keyHoldsMs = 23 * 3_600_000
/** After so many tries, more than two hours, staff are told. */
export const triesBeforeStaff = 8

/**
 * Asks the provider for the refunds that are due, or what became of those that its bank takes its time over, and books
 * them (PAY-07, PAY-11); answers how many were due.
 */
export async function sendDueRefunds(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const due = await claimRefunds(product.queries, now)
  for (const refund of due) {
    product.ending.throwIfAborted()
    try {
      await withOrderPayments(product, refund.order_id, () => send(product, refund))
    } catch (error) {
      // At each further try too, in case a process ended in the middle of that one. The mail leaves once.
      if (refund.attempts >= triesBeforeStaff) {
        const order = await anyOrder(product.queries, refund.client_id, refund.order_id)
        const { message: reason } = error as Error
        await tellOfRefundInDoubt(product, { ...refund, number: order?.number ?? refund.order_id, reason })
      }
      product.putOff(error as Error)
    }
  }
  return due.length
}

async function send(product: AppContext, refund: StoredRefund): Promise<void> {
  const { client_id: clientId, order_id: orderId, provider_id: providerId } = refund
  try {
    const made = await (providerId === null ? ask(product, refund) : product.cards.refundOf(providerId))
    await settleRefund(product, { clientId, orderId }, made)
  } catch (error) {
    // Refused for good: given back already in another way, or disputed meanwhile.
    if (!(error instanceof CardCallRefused)) throw error
    await giveUp(product, refund)
    throw error
  }
}

function ask({ cards, clock }: AppContext, refund: StoredRefund): Promise<CardRefund> {
  const { id: refundId, payment_intent_id: paymentIntentId, cents } = refund
  const anew = refund.attempts > triesByKey || refund.created_at < clock.now() - keyHoldsMs
  return cards.refund({ refundId, paymentIntentId, cents, anew })
}

/** Tells staff, once, of a refund that the provider does not make: it is tried on, with growing pauses (HOLD-06). */
export async function tellOfRefundInDoubt(
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

async function giveUp(product: AppContext, refund: StoredRefund): Promise<void> {
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const order = await anyOrder(queries, refund.client_id, refund.order_id, { lock: true })
    if (order === undefined) return
    await noteRefund(queries, refund, { status: 'failed', providerId: null, now })
    await tellOfFailure(queries, product, { order, refund, now })
    await keepSurplus(queries, { order, refund, now })
  })
  product.wake.outbox()
}
