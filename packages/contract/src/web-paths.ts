import { cabinetOverlayPath } from './cabinet-overlays.ts'
import { lastPart, pathOf } from './joined-path.ts'

/**
 * Every address of the web app, by a function. The web app's routes, the links in mails and texts, `success_url`
 * and the browser tests all come from here.
 */

const query = (parameters: Record<string, string | undefined>): string => {
  const kept = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

/** The part of an address that says that the price has changed, or that the coupon has gone. */
const priceQuery = { name: 'price', changed: 'changed', withoutCoupon: 'without_coupon' } as const
/** What an address tells of the price: that it has changed, or that it has because the coupon has gone (PRICE-12). */
export type PriceTold = Exclude<keyof typeof priceQuery, 'name'>
/** What an address tells of the price, if anything. */
export const priceTold = (parameters: URLSearchParams): PriceTold | undefined => {
  const { name, ...told } = priceQuery
  return (Object.keys(told) as PriceTold[]).find((why) => told[why] === parameters.get(name))
}
/** The part of an address that says that the balance pays another amount than was shown. */
export const balanceQuery = { name: 'balance', changed: 'changed' } as const

/** The part of an address that says that a step is missing before the payment (FLOW-32). */
export const beforeQuery = { name: 'before', payment: 'payment' } as const

/** What the part of an address begins with that the card page leads back with (PAY-03). */
export const paidMark = 'paid-'

/** The id of the part of `/refunds` that states the honour code (PUB-04). */
export const prohibitedRequestsId = 'prohibited-requests'

/**
 * Builds a path of this site and encodes what it is given (SAFE-01); called with `':name'` it gives the pattern that the
 * router knows.
 */
export const webPaths = {
  root: () => '/',
  login: () => '/login',
  loginPhone: () => '/login/phone',
  loginEmail: () => '/login/email',
  loginEmailSent: () => '/login/email/sent',
  loginEmailUnknown: () => '/login/email/unknown',
  logout: () => '/logout',

  /** The link of a sign-in mail (AUTH-10); `next` is a path of this site. */
  mailLink: (code: string, next?: string) => pathOf`/auth/${code}` + query({ next }),
  /** The link of a text message (AUTH-10); `next` is a path of this site. */
  shortLink: (shortKey: string, next?: string) => pathOf`/authkey/${shortKey}` + query({ next }),
  /** Signs in and leads to the payment of an order (AUTH-12). */
  shortPaymentLink: (shortKey: string, orderId: string, subscriptionId?: string) =>
    pathOf`/a/${shortKey}/${orderId}` + lastPart(subscriptionId),
  /** The same link, cut off before its order: it leads to `/` (AUTH-12). */
  shortPaymentLinkCut: (shortKey: string) => pathOf`/a/${shortKey}`,
  /** Signs in by the private referral code and leads to the rating of an order (AUTH-13). */
  ratingLink: (referralCode: string, orderId: string, mark?: string) =>
    pathOf`/r/${referralCode}/${orderId}/rating` + lastPart(mark),
  /** Where somebody new begins (DOOR-01). */
  start: () => '/start',
  contactUs: () => '/contact-us',
  messageWasSent: () => '/message-was-sent',
  /** The links in messages about the account itself: they sign nobody in (SAFE-02, SAFE-13). */
  confirmEmail: (key: string) => pathOf`/email/confirm/${key}`,
  undoEmail: (key: string) => pathOf`/email/undo/${key}`,
  keepAccount: (key: string) => pathOf`/account/keep/${key}`,
  unsubscribe: (token: string) => pathOf`/unsubscribe/${token}`,
  /** What stands in for a page that cannot be reached (UI-05). */
  offline: () => '/offline',
  privacyPolicy: () => '/privacy-policy',
  terms: () => '/terms',
  refunds: () => '/refunds',
  /** The honour code (PUB-04), a part of the page before. */
  prohibitedRequests: () => pathOf`/refunds#${prohibitedRequestsId}`,

  /** The upload page (UP-01); the specification names its key `userId`. */
  uploadPage: (userId: string) => pathOf`/files/${userId}`,

  newOrder: () => '/neworder',
  newOrderForm: (jobType: string) => pathOf`/neworder/${jobType}`,
  newOrderDetails: (jobType: string) => pathOf`/neworder/${jobType}/details`,
  newOrderExtraServices: (jobType: string) => pathOf`/neworder/${jobType}/extra-services`,

  orderJobType: (orderId: string) => pathOf`/order/${orderId}/jobtype`,
  orderForm: (orderId: string) => pathOf`/order/${orderId}`,
  orderDetails: (orderId: string) => pathOf`/order/${orderId}/details`,
  /** The same step, told that the order cannot be paid before it is done (FLOW-32). */
  orderDetailsBeforePayment: (orderId: string) =>
    pathOf`/order/${orderId}/details` + query({ [beforeQuery.name]: beforeQuery.payment }),
  orderExtraServices: (orderId: string) => pathOf`/order/${orderId}/extra-services`,
  /** The same step, told that the order had to be priced anew before paying, and whether a lost coupon is why (PRICE-12). */
  orderRepriced: (orderId: string, why: PriceTold = 'changed') =>
    pathOf`/order/${orderId}/extra-services` + query({ [priceQuery.name]: priceQuery[why] }),
  /** What may be bought for a paid order (FLOW-26). */
  orderAdditionalServices: (orderId: string) => pathOf`/order/${orderId}/additional-services`,
  /** The same step, told that the balance pays another amount than before (PAY-13). */
  orderBalanceChanged: (orderId: string) =>
    pathOf`/order/${orderId}/extra-services` + query({ [balanceQuery.name]: balanceQuery.changed }),
  orderPayment: (orderId: string) => pathOf`/order/${orderId}/payment`,
  /** The same, told that the order had to be priced anew: for those who have no step of extra services (PRICE-12). */
  orderPaymentRepriced: (orderId: string, why: PriceTold = 'changed') =>
    pathOf`/order/${orderId}/payment` + query({ [priceQuery.name]: priceQuery[why] }),
  /** Leads the order's client to its receipts (PAY-14). */
  orderReceipt: (orderId: string) => pathOf`/order/${orderId}/receipt`,
  orderThankYou: (orderId: string) => pathOf`/order/${orderId}/thank-you`,
  /**
   * The same with what tells somebody without a session that the payment arrived (PAY-03); the page keeps it from the
   * address.
   */
  orderPaid: (orderId: string, token: string) => pathOf`/order/${orderId}/thank-you#${paidMark}${token}`,

  orders: () => '/orders',
  myInfo: () => '/my-info',
  /** The plans, and one's own (SUB-03); what comes after is for the screen alone. */
  subscription: (params?: string) => '/nerdify-subscription' + lastPart(params),
  /** Inviting friends (REF-01), and the link that they get: the public code alone (REF-04). */
  refCabinet: () => '/ref-cabinet',
  shareLink: (shareCode: string) => '/contact-us' + query({ ref: shareCode }),
  /** The premium offer, over the cabinet (SUB-12). */
  premiumOffer: () => '/orders/subscriptions',
  /** The same after the provider's page: what came of it is asked for. */
  subscriptionDone: () => '/nerdify-subscription/done',
  /** An old address of the cabinet (PUB-07). */
  nerdifyPrime: () => '/nerdify-prime',
  ordersFilter: (paidStatus: string) => pathOf`/orders/filter/${paidStatus}`,

  /** The rating of an order, open over the cabinet; `mark` is 1 to 5 or f (RATE-01). */
  orderRating: (orderId: string, mark?: string) => cabinetOverlayPath({ name: 'rating', orderId, detail: mark }),
  /** Opens the form with the type, subject and size of an order that is done (CAB-10). */
  orderAgain: (orderId: string) => pathOf`/order/${orderId}/again`,

  /** The payment link of an order (PAY-01): ours and stable; it leads to the provider's page. */
  payOrder: (
    token: string,
    parameters: { success_url?: string; cancel_url?: string; subscription_id?: string; balance?: string } = {},
  ) => pathOf`/o/${token}` + query(parameters),
  /** Leads whoever holds a client's private referral code to the provider's page for another card (PAY-12). */
  payWithOtherCard: (referralCode: string, parameters: { success_url?: string; cancel_url?: string } = {}) =>
    pathOf`/m/c${referralCode}` + query(parameters),
  /** The same, to the page on which the add-ons plan is bought (PAY-12). */
  subscribeToAddOns: (referralCode: string, parameters: { success_url?: string; cancel_url?: string } = {}) =>
    pathOf`/s/c${referralCode}/premium_addons` + query(parameters),
  /** Where a tip's form is posted (PAY-09). */
  payTip: () => '/tip',
  /** After a tip (CAB-07). */
  tipsSuccess: (orderId: string, amount: string) =>
    cabinetOverlayPath({ name: 'tips-success', orderId, detail: amount }),
  /** The receipts of an order, by a token of their own that pays nothing (PAY-14, SAFE-12). */
  receipts: (token: string) => pathOf`/o/receipts/${token}`,
  /** Where receipts stood before: their links in old mails hold the token that pays (SAFE-12). */
  receiptsByPaymentToken: (token: string) => pathOf`/o/${token}/receipts`,
} as const
