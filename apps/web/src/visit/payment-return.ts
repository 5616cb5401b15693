import type { PaymentReturn } from '@nerdify/contract/orders.ts'
import { paidMark } from '@nerdify/contract/web-paths.ts'
import { recordOf } from '@nerdify/browser/kept-values.ts'

/** The payment whose card page led to this address (PAY-03). */
export function paymentIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): PaymentReturn | undefined {
  const [, order_id] = /^\/order\/([^/]+)\/thank-you$/.exec(pathname) ?? []
  if (order_id === undefined || !hash.startsWith(`#${paidMark}`)) return undefined
  return { order_id, token: hash.slice(paidMark.length + 1) }
}

/** The payment return in a history entry's state, for the sign-in. */
export function paymentOf(state: unknown): PaymentReturn | undefined {
  const { order_id, token } = recordOf(recordOf(state).paid)
  return typeof order_id === 'string' && typeof token === 'string' ? { order_id, token } : undefined
}
