import { createHmac } from 'node:crypto'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { mayTip } from '@nerdify/domain/orders/rating.ts'
import { tipOptions } from '@nerdify/domain/payments/tip-options.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { Refusal } from '../../http/refusal.ts'
import { isSameHash } from '../../keys/derived-key.ts'
import { cabinetPriceOf, factsOf } from '../../orders/list/order-facts-of.ts'
import { ownOrder, type StoredOrder } from '../../orders/list/own-order.ts'
import type { AppContext } from '../../app-context.ts'

/** Lifetime of a tip form. */
const formLifeMs = 60 * 60_000

/** Fixed fields of the form; compared, never trusted (PAY-09). */
export const tipFormFields = {
  currency: 'USD',
  company: 'Nerdify',
  vendor: 'Nerdify',
  payment_method_name: 'card',
} as const

/** The tips offered for an order, in cents (RATE-05). */
export const tipCentsOf = (order: StoredOrder): number[] => tipOptions(cabinetPriceOf(order)).map(({ cents }) => cents)

/**
 * The tip form of an order (PAY-09): its address, fields and amounts, signed for an hour. 404 for another client's
 * order; 409 tip_not_offered if the order takes no tip (STATE-11).
 */
export async function tipFormOf(product: AppContext, clientId: string, orderId: string): Promise<TipForm> {
  const order = await ownOrder(product.queries, clientId, orderId)
  if (!mayTip(factsOf(order))) {
    throw new Refusal(409, 'You can’t tip on this order right now.', { type: 'tip_not_offered' })
  }
  const expiresAt = product.clock.now() + formLifeMs
  return {
    action: product.settings.gatewayUrl + webPaths.payTip(),
    options: tipOptions(cabinetPriceOf(order)).map(({ percent, cents }) => ({
      percent,
      amount: dollarsFromCents(cents),
    })),
    fields: {
      details: sign(product.settings.secret, { orderId, clientId, amounts: tipCentsOf(order), expiresAt }),
      client_id: clientId,
      ...tipFormFields,
    },
  }
}

/** The signed content of a form; cents, `expiresAt` in epoch milliseconds. */
export interface SignedTip {
  orderId: string
  clientId: string
  amounts: number[]
  expiresAt: number
}

const signatureOf = (secret: string, body: string) =>
  createHmac('sha256', secret).update(`tip:${body}`).digest('base64url')

function sign(secret: string, tip: SignedTip): string {
  const body = Buffer.from(JSON.stringify(tip)).toString('base64url')
  return `${body}.${signatureOf(secret, body)}`
}

/** Reads the signed part of a form; undefined if the signature is wrong or expired (abuse 13). */
export function readSignedTip(secret: string, details: string, now: number): SignedTip | undefined {
  const [body = '', signature = ''] = details.split('.')
  if (!isSameHash(signature, signatureOf(secret, body))) return undefined
  const tip = JSON.parse(Buffer.from(body, 'base64url').toString()) as SignedTip
  return tip.expiresAt > now ? tip : undefined
}
