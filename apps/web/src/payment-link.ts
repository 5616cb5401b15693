import type { Order } from '@nerdify/contract/orders.ts'
import { addressForms } from '@nerdify/contract/address-forms.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { api } from './api/client.ts'
import { tabStore } from './browser-storage.ts'

/** Names the order whose card page this tab was sent to: coming back, the cabinet knows it by this (ux 40). */
const leftForPaymentKey = 'nerdify.leftForPayment'

/** What {@link paymentHref} may be told besides the order. */
interface PaymentWays {
  cancelPath?: string | undefined
  /** What the screen says that the balance pays: should that have changed, the person is told (PAY-13). */
  shownBalanceCents?: number | undefined
  /** The subscription that a link named (AUTH-12). */
  subscriptionId?: string | undefined
}

/**
 * Where paying an order begins (PAY-01): its payment link, with the paths to return to after success and after Back,
 * the cabinet by default. The answer is always an address of this site, which redirects to the payment provider;
 * anything that is no payment link leads to where Back does (SAFE-01).
 */
export function paymentHref(
  { _id, payment_link }: Pick<Order, '_id' | 'payment_link'>,
  { cancelPath = webPaths.orders(), shownBalanceCents, subscriptionId }: PaymentWays = {},
): string {
  const [, token = '', told = ''] = /^https?:\/\/[^/?#]+\/o\/([^/?#]+)(?:\?([^#]*))?$/.exec(payment_link) ?? []
  if (!new RegExp(addressForms.key).test(token)) return cancelPath
  const query = new URLSearchParams(told)
  query.set('success_url', webPaths.orderThankYou(_id))
  query.set('cancel_url', cancelPath)
  if (shownBalanceCents !== undefined) query.set('balance', String(dollarsFromCents(shownBalanceCents)))
  if (subscriptionId !== undefined) query.set('subscription_id', subscriptionId)
  return `${webPaths.payOrder(token)}?${query}`
}

/** Remembers in this tab that it went to the card page of an order. */
export const noteLeaving = (orderId: string): void => tabStore.set(leftForPaymentKey, orderId)

/** Tells the server that the way to the card page is taken (API-05); it neither waits for this nor depends on it. */
const tellOfLeaving = (orderId: string): void =>
  void api.paymentLinkSent(orderId, crypto.randomUUID()).catch(() => undefined)

/** Leaves by a plain link to the card page: notes it, and tells the server while the page goes. */
export function leaveForPayment(orderId: string): void {
  noteLeaving(orderId)
  tellOfLeaving(orderId)
}

/**
 * Pays without a card: what the balance or a discount covers is taken by a press, which is posted, and never by following a
 * link (SAFE-12).
 */
export function payByPress(href: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = href
  document.body.append(form)
  form.submit()
}

/** A press of a pay button that is a link: where no card is needed the press itself pays; a new tab goes its own way. */
export function pressToPay(
  event: Pick<MouseEvent, 'preventDefault' | 'metaKey' | 'ctrlKey' | 'shiftKey'>,
  order: Pick<Order, '_id' | 'payment_link'>,
  { isCovered, ...ways }: PaymentWays & { isCovered: boolean },
): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return tellOfLeaving(order._id)
  leaveForPayment(order._id)
  if (!isCovered) return
  event.preventDefault()
  payByPress(paymentHref(order, ways))
}

/** Forgets the order of {@link noteLeaving}: the person is back and knows the outcome. */
export const noteReturned = (): void => tabStore.remove(leftForPaymentKey)

/** The order whose card page this tab went to; undefined when it did not. */
export const leftForPayment = (): string | undefined => tabStore.get(leftForPaymentKey)
