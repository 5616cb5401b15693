import { cabinetOverlayPatterns } from './cabinet-overlays.ts'
import { webPaths } from './web-paths.ts'

/**
 * How the server answers a path of the web app: `prerendered` pages have an `index.html` of their own folder
 * (`/login/phone` → `login/phone/index.html`), every other known path gets the `shell`, `index.html`. A `key` page is the
 * shell at an address that opens something to whoever has it: it is told to nobody, and kept nowhere.
 */
export type WebPage = 'prerendered' | 'shell' | 'key'

/** One path of the web app: `pattern` is written as the router reads it (`/order/:orderId`). */
export interface WebRoutePattern {
  name: string
  pattern: string
  page: WebPage
}

/**
 * Every path that the web app knows. The web app registers a screen for each of them, and the server answers any
 * other path with status 404 (PUB-08).
 */
export const webRoutePatterns = [
  { name: 'root', pattern: webPaths.root(), page: 'shell' },
  { name: 'nerdifyPrime', pattern: webPaths.nerdifyPrime(), page: 'shell' },
  { name: 'login', pattern: webPaths.login(), page: 'prerendered' },
  { name: 'loginPhone', pattern: webPaths.loginPhone(), page: 'prerendered' },
  { name: 'loginEmail', pattern: webPaths.loginEmail(), page: 'prerendered' },
  { name: 'loginEmailSent', pattern: webPaths.loginEmailSent(), page: 'prerendered' },
  { name: 'loginEmailUnknown', pattern: webPaths.loginEmailUnknown(), page: 'prerendered' },
  { name: 'privacyPolicy', pattern: webPaths.privacyPolicy(), page: 'prerendered' },
  { name: 'terms', pattern: webPaths.terms(), page: 'prerendered' },
  { name: 'refunds', pattern: webPaths.refunds(), page: 'prerendered' },
  { name: 'contactUs', pattern: webPaths.contactUs(), page: 'prerendered' },
  { name: 'messageWasSent', pattern: webPaths.messageWasSent(), page: 'prerendered' },
  { name: 'unsubscribe', pattern: webPaths.unsubscribe(':token'), page: 'key' },
  { name: 'offline', pattern: webPaths.offline(), page: 'prerendered' },
  { name: 'logout', pattern: webPaths.logout(), page: 'shell' },

  { name: 'mailLink', pattern: webPaths.mailLink(':code'), page: 'key' },
  { name: 'shortLink', pattern: webPaths.shortLink(':shortKey'), page: 'key' },
  { name: 'shortPaymentLinkCut', pattern: webPaths.shortPaymentLinkCut(':shortKey?'), page: 'key' },
  {
    name: 'shortPaymentLink',
    pattern: webPaths.shortPaymentLink(':shortKey', ':orderId', ':subscriptionId?'),
    page: 'key',
  },
  { name: 'ratingLink', pattern: webPaths.ratingLink(':referralCode', ':orderId', ':mark?'), page: 'key' },

  { name: 'uploadPage', pattern: webPaths.uploadPage(':userId'), page: 'key' },

  { name: 'newOrder', pattern: webPaths.newOrder(), page: 'shell' },
  { name: 'newOrderForm', pattern: webPaths.newOrderForm(':jobType'), page: 'shell' },
  { name: 'newOrderDetails', pattern: webPaths.newOrderDetails(':jobType'), page: 'shell' },
  { name: 'newOrderExtraServices', pattern: webPaths.newOrderExtraServices(':jobType'), page: 'shell' },

  { name: 'orderJobType', pattern: webPaths.orderJobType(':orderId'), page: 'shell' },
  { name: 'orderForm', pattern: webPaths.orderForm(':orderId'), page: 'shell' },
  { name: 'orderDetails', pattern: webPaths.orderDetails(':orderId'), page: 'shell' },
  { name: 'orderExtraServices', pattern: webPaths.orderExtraServices(':orderId'), page: 'shell' },
  { name: 'orderAdditionalServices', pattern: webPaths.orderAdditionalServices(':orderId'), page: 'shell' },
  { name: 'orderPayment', pattern: webPaths.orderPayment(':orderId'), page: 'shell' },
  { name: 'orderThankYou', pattern: webPaths.orderThankYou(':orderId'), page: 'shell' },

  { name: 'orderAgain', pattern: webPaths.orderAgain(':orderId'), page: 'shell' },
  { name: 'subscription', pattern: webPaths.subscription(':params?'), page: 'shell' },
  { name: 'refCabinet', pattern: webPaths.refCabinet(), page: 'shell' },
  { name: 'premiumOffer', pattern: webPaths.premiumOffer(), page: 'shell' },
  { name: 'orders', pattern: webPaths.orders(), page: 'shell' },
  { name: 'ordersFilter', pattern: webPaths.ordersFilter(':paidStatus'), page: 'shell' },
  ...cabinetOverlayPatterns.map((pattern) => ({ name: 'cabinetOverlay', pattern, page: 'shell' }) as const),
  { name: 'myInfo', pattern: webPaths.myInfo(), page: 'shell' },
] as const satisfies readonly WebRoutePattern[]

/** The name of a path of the web app, as in `webPaths`; that of all overlays is one (CAB-07). */
export type WebRouteName = (typeof webRoutePatterns)[number]['name']
