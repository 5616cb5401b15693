import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { tabStore } from './browser-storage.ts'

/** Names the order whose card page this tab was sent to: coming back, the cabinet knows it by this (ux 40). */
const leftForPaymentKey = 'nerdify.leftForPayment'

/** Where paying an order begins (PAY-01): its payment link, with where to return after success and after Back. */
export function paymentHref({ _id, payment_link }: Pick<Order, '_id' | 'payment_link'>): string {
  const waysBack = new URLSearchParams({ success_url: webPaths.orderThankYou(_id), cancel_url: webPaths.orders() })
  return `${payment_link}${payment_link.includes('?') ? '&' : '?'}${waysBack}`
}

/** Notes that this tab leaves for the card page of an order. */
export const noteLeaving = (orderId: string): void => tabStore.set(leftForPaymentKey, orderId)

/** Notes that the person is back and was told how it ended. */
export const noteReturned = (): void => tabStore.remove(leftForPaymentKey)

/** The order that this tab left for the card page with; undefined when it did not. */
export const leftForPayment = (): string | undefined => tabStore.get(leftForPaymentKey)
