import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { api } from './api/client.ts'
import { tabStore } from './browser-storage.ts'

/** Names the order whose card page this tab was sent to: coming back, the cabinet knows it by this (ux 40). */
const leftForPaymentKey = 'nerdify.leftForPayment'

/**
 * Where paying an order begins (PAY-01): its payment link, with where to return after success and after Back, which is the
 * cabinet unless told otherwise. Where the screen says what the balance pays (in cents), so does the link: should that
 * have changed, the person is told (PAY-13).
 */
export function paymentHref(
  { _id, payment_link }: Pick<Order, '_id' | 'payment_link'>,
  { cancelPath = webPaths.orders(), toldBalanceCents }: { cancelPath?: string; toldBalanceCents?: number } = {},
): string {
  const waysBack = new URLSearchParams({ success_url: webPaths.orderThankYou(_id), cancel_url: cancelPath })
  if (toldBalanceCents !== undefined) waysBack.set('balance', String(dollarsFromCents(toldBalanceCents)))
  return `${payment_link}${payment_link.includes('?') ? '&' : '?'}${waysBack}`
}

/** The same with the subscription that a link named (AUTH-12). */
export function paymentHrefWith(
  order: Pick<Order, '_id' | 'payment_link'>,
  subscriptionId: string | undefined,
): string {
  if (subscriptionId === undefined) return paymentHref(order)
  const subscription = new URLSearchParams({ subscription_id: subscriptionId })
  return `${paymentHref(order)}&${subscription}`
}

/** Notes that this tab leaves for the card page of an order. */
export const noteLeaving = (orderId: string): void => tabStore.set(leftForPaymentKey, orderId)

/** Leaves by a plain link to the card page: notes it, and tells the server while the page goes (API-05). */
export function leaveForPayment(orderId: string): void {
  noteLeaving(orderId)
  // The way to the card page does not wait for it, nor does it depend on it.
  api.paymentLinkSent(orderId, crypto.randomUUID()).catch(() => undefined)
}

/** Notes that the person is back and was told how it ended. */
export const noteReturned = (): void => tabStore.remove(leftForPaymentKey)

/** The order that this tab left for the card page with; undefined when it did not. */
export const leftForPayment = (): string | undefined => tabStore.get(leftForPaymentKey)
