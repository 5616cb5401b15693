import { createHmac } from 'node:crypto'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Settings } from '../settings.ts'

/** So many bits of the signature stand in the address. */
const signatureBits = 128

/** What in the token of an order's receipts is only ours to make. */
export const receiptSignature = (secret: string, orderId: string) =>
  createHmac('sha256', secret)
    .update(`receipts\n${orderId}`)
    .digest()
    .subarray(0, signatureBits / 8)
    .toString('base64url')

/**
 * Where an order's receipts can be read and printed by whoever has the address (PAY-14): with a token of its own, made from
 * the server's secret, that pays nothing and is found by no other (SAFE-12, decision 0049).
 */
export function receiptLink(
  { secret, gatewayUrl }: Pick<Settings, 'secret' | 'gatewayUrl'>,
  order: { id: string; number: string },
): string {
  return gatewayUrl + webPaths.receipts(`${order.number}-${receiptSignature(secret, order.id)}`)
}
