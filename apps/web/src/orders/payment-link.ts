import type { Order } from '@nerdify/contract/orders.ts'
import { addressForms } from '@nerdify/contract/address-forms.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { api } from '../api/client.ts'
import { tabStore } from '@nerdify/browser/browser-storage.ts'

/** The order whose card page this tab went to, for the cabinet after the return (ux 40). */
const leftForPaymentKey = 'nerdify.leftForPayment'

interface PaymentWays {
  cancelPath?: string | undefined
  /** The balance part that the screen shows: if it changed, the next page says so (PAY-13). */
  shownBalanceCents?: number | undefined
  /** The subscription that a link names (AUTH-12). */
  subscriptionId?: string | undefined
}

/**
 * The address where paying an order begins (PAY-01): its payment link, with the paths for success and for Back (the
 * cabinet by default). It is always an address of this site, which redirects to the payment provider; a malformed link
 * leads to `cancelPath` (SAFE-01).
 */
export function paymentHref(
  { _id, payment_link }: Pick<Order, '_id' | 'payment_link'>,
  { cancelPath = webPaths.orders(), shownBalanceCents, subscriptionId }: PaymentWays = {},
): string {
  const [, token = '', linkQuery = ''] = /^https?:\/\/[^/?#]+\/o\/([^/?#]+)(?:\?([^#]*))?$/.exec(payment_link) ?? []
  if (!new RegExp(addressForms.key).test(token)) return cancelPath
  const query = new URLSearchParams(linkQuery)
  query.set('success_url', webPaths.orderThankYou(_id))
  query.set('cancel_url', cancelPath)
  if (shownBalanceCents !== undefined) query.set('balance', String(dollarsFromCents(shownBalanceCents)))
  if (subscriptionId !== undefined) query.set('subscription_id', subscriptionId)
  return `${webPaths.payOrder(token)}?${query}`
}

/** Notes in this tab that it went to the order's card page. */
export const noteLeaving = (orderId: string): void => tabStore.set(leftForPaymentKey, orderId)

/** Tells the server that the client opened the card page (API-05); nothing depends on the answer. */
const notifyLeaving = (orderId: string): void =>
  void api.paymentLinkSent(orderId, crypto.randomUUID()).catch(() => undefined)

/** Leaves for the card page by a plain link: notes it, and notifies the server while the page unloads. */
export function leaveForPayment(orderId: string): void {
  noteLeaving(orderId)
  notifyLeaving(orderId)
}

/**
 * Pays without a card, from the balance or a discount. A form posts it, because following a link must never pay
 * (SAFE-12).
 */
export function payByPress(href: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = href
  document.body.append(form)
  form.submit()
}

/**
 * Handles a click on a pay link: if no card is needed the click itself pays; a click with a modifier opens a new tab.
 */
export function pressToPay(
  event: Pick<MouseEvent, 'preventDefault' | 'metaKey' | 'ctrlKey' | 'shiftKey'>,
  order: Pick<Order, '_id' | 'payment_link'>,
  { isCovered, ...ways }: PaymentWays & { isCovered: boolean },
): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return notifyLeaving(order._id)
  leaveForPayment(order._id)
  if (!isCovered) return
  event.preventDefault()
  payByPress(paymentHref(order, ways))
}

/** Forgets the order of {@link noteLeaving} once its outcome is known. */
export const noteReturned = (): void => tabStore.remove(leftForPaymentKey)

/** The order whose card page this tab went to. */
export const leftForPayment = (): string | undefined => tabStore.get(leftForPaymentKey)
