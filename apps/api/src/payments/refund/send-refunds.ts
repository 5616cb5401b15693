import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { transaction } from '../../database/transaction.ts'
import { anyOrder } from '../../orders/list/own-order.ts'
import { mailStaff } from '../../outbox/enqueue.ts'
import { CardCallRefused, type CardRefund } from '../../ports.ts'
import type { Product } from '../../product.ts'
import { withOrderPayments } from '../page/order-lease.ts'
import { claimRefunds, noteRefund, type StoredRefund } from './refunds.store.ts'
import { keepSurplus, settleRefund, tellOfFailure } from './settle-refund.ts'

/**
 * So many tries, a few minutes, go by the key of the refund, which makes a repeat harmless. After them it may keep an error, or be
 * forgotten: the refund is looked for by its name, and asked for anew only where there is none (abuse 16, HOLD-01).
 */
const triesByKey = 3
/** The provider remembers a key for a day at least; after that a repeat could give the money back twice. */
const keyHoldsMs = 23 * 3_600_000
/** After so many tries, more than two hours, staff are told. */
const triesBeforeStaff = 8

/**
 * Asks the provider for the refunds that are due, or what became of those that its bank takes its time over, and books
 * them (PAY-07, PAY-11); answers how many were due.
 */
export async function sendDueRefunds(product: Product, warn: (error: Error) => void): Promise<number> {
  const now = product.clock.now()
  const due = await claimRefunds(product.queries, now)
  for (const refund of due) {
    try {
      await withOrderPayments(product, refund.order_id, () => send(product, refund))
    } catch (error) {
      // At each further try too, in case a process ended in the middle of that one. The mail leaves once.
      if (refund.attempts >= triesBeforeStaff) await tellOfRefundInDoubt(product, refund, (error as Error).message)
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

/** Asks for a refund; one whose key is trusted no more is looked for first, in case the answer to it was lost. */
async function ask(product: Product, refund: StoredRefund): Promise<CardRefund> {
  const named = { refundId: refund.id, paymentIntentId: refund.payment_intent_id }
  const anew = refund.attempts > triesByKey || refund.created_at < product.clock.now() - keyHoldsMs
  const made = anew ? await product.cards.refundMade(named) : undefined
  return made ?? product.cards.refund({ ...named, cents: refund.cents, anew })
}

/** Tells staff, once, of a refund that the provider does not make: it is tried on, with growing pauses. */
async function tellOfRefundInDoubt(product: Product, refund: StoredRefund, reason: string): Promise<void> {
  const { number } = (await anyOrder(product.queries, refund.client_id, refund.order_id)) ?? { number: refund.order_id }
  await mailStaff(product.queries, product.clock.now(), product.settings, {
    template: 'refund-in-doubt',
    variables: { number, amount: formatMoney(refund.cents), reason },
    dedupeKey: `refund-in-doubt:${refund.id}`,
  })
  product.wake.outbox()
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
