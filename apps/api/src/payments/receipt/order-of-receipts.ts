import { isSameHash } from '../../keys/derived-key.ts'
import { receiptSignature } from '../../keys/receipt-link.ts'
import { findOrderByNumber } from '../../orders/list/find-any-order.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import type { Product } from '../../product.ts'

/** The order whose receipts a token names; nothing for a token that is not ours. */
export async function orderOfReceipts(product: Product, token: string): Promise<StoredOrder | undefined> {
  const [number = '', given = ''] = splitOnce(token)
  const order = await findOrderByNumber(product.queries, number)
  if (order === undefined) return undefined
  return isReceiptSignature(product, order.id, given) ? order : undefined
}

/** Whether a text is what only we could make for the receipts of an order. */
export function isReceiptSignature({ settings }: Pick<Product, 'settings'>, orderId: string, given: string): boolean {
  return isSameHash(given, receiptSignature(settings.secret, orderId))
}

/** The signature may have dashes of its own. */
const splitOnce = (token: string) => {
  const dash = token.indexOf('-')
  return dash === -1 ? [token] : [token.slice(0, dash), token.slice(dash + 1)]
}
