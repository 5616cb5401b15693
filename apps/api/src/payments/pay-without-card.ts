import { transaction } from '../database/transaction.ts'
import { holdCode } from '../discounts/code-uses.ts'
import { anyOrder, type StoredOrder } from '../orders/own-order.ts'
import type { Product } from '../product.ts'
import { bookPayment } from './book-payment.ts'

/**
 * Makes an order paid that costs nothing after its discount, with a payment record of its own (PAY-06); a rest too small
 * for a card (PAY-15) is let go. Does nothing when the order is not any more as it is given, so that the caller looks
 * again.
 */
export async function payWithoutCard(product: Product, order: StoredOrder): Promise<void> {
  const { client_id: clientId, id: orderId, version, discount_code: code } = order
  const waivedCents = order.price_cents - order.paid_cents
  const now = product.clock.now()
  await transaction(product.queries, async (queries) => {
    const current = await anyOrder(queries, clientId, orderId, { lock: true })
    if (current?.version !== version) return
    if (code !== null && (await holdCode(queries, { code, clientId, orderId, now })) !== undefined) return
    await bookPayment(queries, product, {
      clientId,
      orderId,
      ref: `no-card:${orderId}:${version}`,
      from: 'promo',
      cents: 0,
      waivedCents,
      data: { waived_cents: waivedCents },
    })
  })
}
