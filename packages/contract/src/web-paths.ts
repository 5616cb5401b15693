/**
 * Every address of the web app, by a function. The web app's routes, the links in mails and texts, `success_url`
 * and the browser tests all come from here.
 */

const query = (parameters: Record<string, string | undefined>): string => {
  const kept = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

/** The part of an address that says that the price has changed. */
export const priceQuery = { name: 'price', changed: 'changed' } as const

/** Builds a path of this site; called with `':name'` it gives the pattern that the router knows. */
export const webPaths = {
  root: () => '/',
  login: () => '/login',
  loginPhone: () => '/login/phone',
  loginEmail: () => '/login/email',
  logout: () => '/logout',
  contactUs: () => '/contact-us',
  messageWasSent: () => '/message-was-sent',
  privacyPolicy: () => '/privacy-policy',
  terms: () => '/terms',
  refunds: () => '/refunds',

  newOrder: () => '/neworder',
  newOrderForm: (jobType: string) => `/neworder/${jobType}`,
  newOrderDetails: (jobType: string) => `/neworder/${jobType}/details`,
  newOrderExtraServices: (jobType: string) => `/neworder/${jobType}/extra-services`,

  orderJobType: (orderId: string) => `/order/${orderId}/jobtype`,
  orderForm: (orderId: string) => `/order/${orderId}`,
  orderDetails: (orderId: string) => `/order/${orderId}/details`,
  orderExtraServices: (orderId: string) => `/order/${orderId}/extra-services`,
  /** The same step, told that the order had to be priced anew before paying (PRICE-12). */
  orderRepriced: (orderId: string) =>
    `/order/${orderId}/extra-services${query({ [priceQuery.name]: priceQuery.changed })}`,
  orderPayment: (orderId: string) => `/order/${orderId}/payment`,
  orderThankYou: (orderId: string) => `/order/${orderId}/thank-you`,

  orders: () => '/orders',
  /** An old address of the cabinet (PUB-07). */
  nerdifyPrime: () => '/nerdify-prime',
  ordersFilter: (paidStatus: string) => `/orders/filter/${paidStatus}`,

  /** The payment link of an order (PAY-01): ours and stable; it leads to the provider's page. */
  payOrder: (token: string, parameters: { success_url?: string; cancel_url?: string } = {}) =>
    `/o/${token}${query(parameters)}`,
} as const
