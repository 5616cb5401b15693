import type { DueSplit } from '@nerdify/domain/payments/due-split.ts'
import { lockedBalanceOf } from '../../accounts/credit-balance.ts'
import { transaction } from '../../database/transaction.ts'
import { holdCode, releaseCodes } from '../../discounts/code-uses.ts'
import { codeToUse } from '../../orders/price/order-discount.ts'
import { amountDueOf } from '../../orders/list/order-facts-of.ts'
import { orderOf, type StoredOrder } from '../../orders/list/own-order.ts'
import type { AppContext } from '../../app-context.ts'
import { bookPayment } from '../settle/book-payment.ts'
import { splitOf } from './payment-situation.ts'

/**
 * Books a payment that needs no card: a discount made the order free (PAY-06), the balance covers it (PAY-13), or the
 * rest is too small for a card and is waived (PAY-15). A no-op if the order or the balance changed since it was read;
 * the caller then looks again.
 */
export async function payWithoutCard(product: AppContext, order: StoredOrder, split: DueSplit): Promise<void> {
  const { client_id: clientId, id: orderId, version } = order
  const code = codeToUse(order)
  const { balanceCents, waivedCents } = split
  const now = product.clock.now()
  const { services } = amountDueOf(order, now)
  await transaction(product.queries, async (queries) => {
    const current = await orderOf(queries, clientId, orderId, { lock: true })
    if (current?.version !== version) return
    // Lock order: the code's slots before the client.
    if (code !== null && (await holdCode(queries, { code, clientId, orderId, now })) !== undefined) return
    const again = splitOf(current, await lockedBalanceOf(queries, clientId), now)
    if (again.balanceCents !== balanceCents || again.cardCents > 0) {
      return releaseCodes(queries, { clientId, orderId })
    }
    await bookPayment(queries, product, {
      clientId,
      orderId,
      ref: `no-card:${orderId}:${version}`,
      cardCents: 0,
      balanceCents,
      waivedCents,
      services,
      data: { waived_cents: waivedCents },
    })
  })
}
