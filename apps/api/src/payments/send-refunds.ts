import { transaction } from '../database/transaction.ts'
import { anyOrder } from '../orders/own-order.ts'
import { CardCallRefused, type CardRefund } from '../ports.ts'
import type { Product } from '../product.ts'
import { withOrderPayments } from './order-lease.ts'
import { claimRefunds, noteRefund, type StoredRefund } from './refunds.store.ts'
import { keepSurplus, settleRefund, tellOfFailure } from './settle-refund.ts'

/** A refund whose call failed is tried again after this; its key makes the repeat harmless. */
const tryAgainMs = 60_000
/** The provider remembers a key for a day at least; after that a repeat could give the money back twice (abuse 16). */
const keyHoldsMs = 23 * 3_600_000

/**
 * Asks the provider for the refunds that are due, or what became of those that its bank takes its time over, and books
 * them (PAY-07, PAY-11); answers how many were due.
 */
export async function sendDueRefunds(product: Product, warn: (error: Error) => void): Promise<number> {
  const now = product.clock.now()
  const due = await claimRefunds(product.queries, now, now + tryAgainMs)
  for (const refund of due) {
    try {
      await withOrderPayments(product, refund.order_id, () => send(product, refund))
    } catch (error) {
      warn(error as Error)
    }
  }
  return due.length
}

async function send(product: Product, refund: StoredRefund): Promise<void> {
  const { client_id: clientId, order_id: orderId, provider_id: providerId } = refund
  try {
    const made = providerId === null ? await ask(product, refund) : await product.cards.refundOf(providerId)
    await settleRefund(product, { clientId, orderId }, made)
  } catch (error) {
    // Refused for good: given back already in another way, or disputed meanwhile.
    if (!(error instanceof CardCallRefused)) throw error
    await giveUp(product, refund)
    throw error
  }
}

/** Asks for a refund; one whose key may be forgotten is looked for first, in case the answer to it was lost. */
async function ask(product: Product, refund: StoredRefund): Promise<CardRefund> {
  const named = { refundId: refund.id, paymentIntentId: refund.payment_intent_id }
  const mayBeForgotten = refund.created_at < product.clock.now() - keyHoldsMs
  const made = mayBeForgotten ? await product.cards.refundMade(named) : undefined
  return made ?? product.cards.refund({ ...named, cents: refund.cents })
}

async function giveUp(product: Product, refund: StoredRefund): Promise<void> {
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
