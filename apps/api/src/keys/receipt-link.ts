import { createHmac } from 'node:crypto'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Settings } from '../settings.ts'

/** Bits of the signature in the address. */
const signatureBits = 128

const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', secret)
    .update(text)
    .digest()
    .subarray(0, signatureBits / 8)
    .toString('base64url')

/** The signature in the receipt token of an order. */
export const receiptSignature = (secret: string, orderId: string) => signatureOf(secret, `receipts\n${orderId}`)

/** Proves a return from the card page (PAY-03). The payer may be another person, so it opens no receipts (SAFE-12). */
export const returnSignature = (secret: string, orderId: string) => signatureOf(secret, `payment-return\n${orderId}`)

type LinkSettings = Pick<Settings, 'secret' | 'gatewayUrl'>
interface LinkedOrder {
  id: string
  number: string
}

const receiptToken = (secret: string, { id, number }: LinkedOrder) => `${number}-${receiptSignature(secret, id)}`

/**
 * The public address of an order's receipts (PAY-14). Its token is derived from the server's secret, cannot pay, and
 * only reads (SAFE-12, decision 0049).
 */
export const receiptLink = ({ secret, gatewayUrl }: LinkSettings, order: LinkedOrder): string =>
  gatewayUrl + webPaths.receipts(receiptToken(secret, order))

/** The public address of an order's deadline as a calendar file, by the same token (FLOW-25). */
export const calendarLink = ({ secret, gatewayUrl }: LinkSettings, order: LinkedOrder): string =>
  gatewayUrl + webPaths.deadlineFile(receiptToken(secret, order))
