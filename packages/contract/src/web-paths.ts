import { cabinetOverlayPath } from './cabinet-overlays.ts'
import { lastPart, pathOf } from './joined-path.ts'
import { startPaths } from './start-paths.ts'

/**
 * Every address of the web app as a function, for its routes, the links in mails and texts, `success_url` and the
 * browser tests.
 */

const query = (parameters: Record<string, string | undefined>): string => {
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

/** The query parameter for a changed price or a lost coupon. */
const priceQuery = { name: 'price', changed: 'changed', withoutCoupon: 'without_coupon' } as const
/** The notice about the price in an address: it changed, or the coupon was lost (PRICE-12). */
export type PriceNotice = Exclude<keyof typeof priceQuery, 'name'>
/** Reads the notice about the price from an address; undefined without one. */
export const priceNotice = (parameters: URLSearchParams): PriceNotice | undefined => {
  const { name, ...notices } = priceQuery
  return (Object.keys(notices) as PriceNotice[]).find((notice) => notices[notice] === parameters.get(name))
}
/** The query parameter for a changed payment from the balance. */
export const balanceQuery = { name: 'balance', changed: 'changed' } as const

/** The query parameter for a step that payment requires first (FLOW-32). */
export const beforeQuery = { name: 'before', payment: 'payment' } as const

/** The prefix of the fragment on the return from the card page (PAY-03). */
export const paidMark = 'paid-'

/**
 * Builds a path of this site and encodes its arguments (SAFE-01); called with `':name'` it gives the router's pattern.
 */
export const webPaths = {
  ...startPaths,
  root: () => '/',
  loginPhone: () => '/login/phone',
  loginEmail: () => '/login/email',
  loginEmailSent: () => '/login/email/sent',
  loginEmailUnknown: () => '/login/email/unknown',

  /** The link of a sign-in mail (AUTH-10); `next` is a path of this site. */
  mailLink: (code: string, next?: string) => pathOf`/auth/${code}` + query({ next }),
  /** The link of a text message (AUTH-10); `next` is a path of this site. */
  shortLink: (shortKey: string, next?: string) => pathOf`/authkey/${shortKey}` + query({ next }),
  /** Signs in and opens the payment of an order (AUTH-12). */
  shortPaymentLink: (shortKey: string, orderId: string, subscriptionId?: string) =>
    pathOf`/a/${shortKey}/${orderId}` + lastPart(subscriptionId),
  /** The payment link truncated before its order: opens `/` (AUTH-12). */
  shortPaymentLinkCut: (shortKey: string) => pathOf`/a/${shortKey}`,
  /** Signs in by the private referral code and opens the rating of an order (AUTH-13). */
  ratingLink: (referralCode: string, orderId: string, mark?: string) =>
    pathOf`/r/${referralCode}/${orderId}/rating` + lastPart(mark),
  messageWasSent: () => '/message-was-sent',
  /** Links in messages about the account, which do not sign in (SAFE-02, SAFE-13). */
  confirmEmail: (key: string) => pathOf`/email/confirm/${key}`,
  undoEmail: (key: string) => pathOf`/email/undo/${key}`,
  keepAccount: (key: string) => pathOf`/account/keep/${key}`,
  unsubscribe: (token: string) => pathOf`/unsubscribe/${token}`,
  /** Replaces a page that cannot be reached (UI-05). */
  offline: () => '/offline',

  /** The upload page (UP-01); the specification names its key `userId`. */
  uploadPage: (userId: string) => pathOf`/files/${userId}`,

  newOrder: () => '/neworder',
  newOrderDetails: (jobType: string) => pathOf`/neworder/${jobType}/details`,
  newOrderExtraServices: (jobType: string) => pathOf`/neworder/${jobType}/extra-services`,

  orderJobType: (orderId: string) => pathOf`/order/${orderId}/jobtype`,
  orderForm: (orderId: string) => pathOf`/order/${orderId}`,
  orderDetails: (orderId: string) => pathOf`/order/${orderId}/details`,
  /** The details step with the notice that payment needs it first (FLOW-32). */
  orderDetailsBeforePayment: (orderId: string) =>
    pathOf`/order/${orderId}/details` + query({ [beforeQuery.name]: beforeQuery.payment }),
  /** The payment, also with the subscription of a link (AUTH-12). */
  orderPayment: (orderId: string, subscriptionId?: string) =>
    pathOf`/order/${orderId}/payment` + query({ subscription_id: subscriptionId }),
  orderExtraServices: (orderId: string) => pathOf`/order/${orderId}/extra-services`,
  /** The extra-services step with the notice of a new price, or of a lost coupon (PRICE-12). */
  orderRepriced: (orderId: string, notice: PriceNotice = 'changed') =>
    pathOf`/order/${orderId}/extra-services` + query({ [priceQuery.name]: priceQuery[notice] }),
  /** Services for a paid order (FLOW-26). */
  orderAdditionalServices: (orderId: string) => pathOf`/order/${orderId}/additional-services`,
  /** The extra-services step with the notice that the balance now pays a different amount (PAY-13). */
  orderBalanceChanged: (orderId: string) =>
    pathOf`/order/${orderId}/extra-services` + query({ [balanceQuery.name]: balanceQuery.changed }),
  /** The payment with the notice of a new price, for clients without the extra-services step (PRICE-12). */
  orderPaymentRepriced: (orderId: string, notice: PriceNotice = 'changed') =>
    pathOf`/order/${orderId}/payment` + query({ [priceQuery.name]: priceQuery[notice] }),
  /** Redirects the order's client to its receipts (PAY-14). */
  orderReceipt: (orderId: string) => pathOf`/order/${orderId}/receipt`,
  orderThankYou: (orderId: string) => pathOf`/order/${orderId}/thank-you`,
  /**
   * The thank-you page with the token that proves the payment without a session (PAY-03); the page removes it from the
   * address.
   */
  orderPaid: (orderId: string, token: string) => pathOf`/order/${orderId}/thank-you#${paidMark}${token}`,

  /** The client's conversations over the cabinet, or the general one with `support` (TALK-02). */
  messages: (params?: string) => '/messages' + lastPart(params),
  myInfo: () => '/my-info',
  /** The plans and the client's own (SUB-03); only the screen reads `params`. */
  subscription: (params?: string) => '/nerdify-subscription' + lastPart(params),
  /** The referral program (REF-01), and the link for friends: only the public code (REF-04). */
  refCabinet: () => '/ref-cabinet',
  shareLink: (shareCode: string) => '/contact-us' + query({ ref: shareCode }),
  /** The premium offer, over the cabinet (SUB-12). */
  premiumOffer: () => '/orders/subscriptions',
  /** The return page of the provider's checkout, which loads the result. */
  subscriptionDone: () => '/nerdify-subscription/done',
  /** An old address of the cabinet (PUB-07). */
  nerdifyPrime: () => '/nerdify-prime',
  ordersFilter: (paidStatus: string) => pathOf`/orders/filter/${paidStatus}`,

  /** The rating of an order over the cabinet; `mark` is 1 to 5 or f (RATE-01). */
  orderRating: (orderId: string, mark?: string) => cabinetOverlayPath({ name: 'rating', orderId, detail: mark }),
  /** Opens the form with the type, subject and size of a finished order (CAB-10). */
  orderAgain: (orderId: string) => pathOf`/order/${orderId}/again`,

  /** The payment link of an order (PAY-01): ours and stable; it redirects to the provider's page. */
  payOrder: (
    token: string,
    parameters: { success_url?: string; cancel_url?: string; subscription_id?: string; balance?: string } = {},
  ) => pathOf`/o/${token}` + query(parameters),
  /** Redirects a holder of a client's private referral code to the provider's page for another card (PAY-12). */
  payWithOtherCard: (referralCode: string, parameters: { success_url?: string; cancel_url?: string } = {}) =>
    pathOf`/m/c${referralCode}` + query(parameters),
  /** Redirects such a holder to the purchase of the add-ons plan (PAY-12). */
  subscribeToAddOns: (referralCode: string, parameters: { success_url?: string; cancel_url?: string } = {}) =>
    pathOf`/s/c${referralCode}/premium_addons` + query(parameters),
  /** The target of a tip's form (PAY-09). */
  payTip: () => '/tip',
  /** After a tip (CAB-07). */
  tipsSuccess: (orderId: string, amount: string) =>
    cabinetOverlayPath({ name: 'tips-success', orderId, detail: amount }),
  /** The receipts of an order, by a separate token that cannot pay (PAY-14, SAFE-12). */
  receipts: (token: string) => pathOf`/o/receipts/${token}`,
  /** The deadline as a calendar file, at the receipts' address (FLOW-25). */
  deadlineFile: (token: string) => pathOf`/o/receipts/${token}/deadline.ics`,
  /** The former address of receipts: links in old mails hold the payment token (SAFE-12). */
  receiptsByPaymentToken: (token: string) => pathOf`/o/${token}/receipts`,
} as const
