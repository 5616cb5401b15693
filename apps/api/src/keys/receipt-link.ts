import { createHmac } from 'node:crypto'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Settings } from '../settings.ts'

/** Bits of the signature in the address. */
const signatureBits = 128

/** The signature in the receipt token of an order. */
export const receiptSignature = (secret: string, orderId: string) =>
  createHmac('sha256', secret)
    .update(`receipts\n${orderId}`)
    .digest()
    .subarray(0, signatureBits / 8)
    .toString('base64url')

/**
 * The public address of an order's receipts (PAY-14). Its token is derived from the server's secret, cannot pay, and
 * works for this purpose only (SAFE-12, decision 0049).
 */
export function receiptLink(
  { secret, gatewayUrl }: Pick<Settings, 'secret' | 'gatewayUrl'>,
  order: { id: string; number: string },
): string {
  return gatewayUrl + webPaths.receipts(`${order.number}-${receiptSignature(secret, order.id)}`)
}
