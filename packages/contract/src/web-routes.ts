import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { type AddressForm, addressForms } from './address-forms.ts'
import { cabinetOverlayPatterns } from './cabinet-overlays.ts'
import { webPaths } from './web-paths.ts'

/**
 * How the server answers a path of the web app: `prerendered` pages have an `index.html` in their own folder
 * (`/login/phone` → `login/phone/index.html`), other known paths get the `shell`, `index.html`. A `key` page is the
 * shell at an address that itself grants access, so no cache stores it and no other site gets its address.
 */
export type WebPage = 'prerendered' | 'shell' | 'key'

/** Who may see a page: everyone, only signed-out people (AUTH-16), or only clients (AUTH-17). */
export type WebAccess = 'public' | 'signed-out' | 'client'

/** Builds the paths of one kind by name, in the router's notation (`/order/:orderId`). */
const pagesOf =
  <Access extends WebAccess, Page extends WebPage>(access: Access, page: Page) =>
  <Name extends string>(name: Name, pattern: string) => ({ name, pattern, access, page })

const publicPage = pagesOf('public', 'prerendered')
const publicShell = pagesOf('public', 'shell')
const keyPage = pagesOf('public', 'key')
const signInPage = pagesOf('signed-out', 'prerendered')
const clientPage = pagesOf('client', 'shell')

/**
 * Every path of the web app. The web app registers a screen for each, and the server answers any other path with 404
 * (PUB-08).
 */
export const webRoutePatterns = [
  publicShell('root', webPaths.root()),
  publicShell('nerdifyPrime', webPaths.nerdifyPrime()),
  signInPage('login', webPaths.login()),
  signInPage('loginPhone', webPaths.loginPhone()),
  signInPage('loginEmail', webPaths.loginEmail()),
  signInPage('loginEmailSent', webPaths.loginEmailSent()),
  signInPage('loginEmailUnknown', webPaths.loginEmailUnknown()),
  publicPage('privacyPolicy', webPaths.privacyPolicy()),
  publicPage('terms', webPaths.terms()),
  publicPage('refunds', webPaths.refunds()),
  publicPage('start', webPaths.start()),
  publicPage('contactUs', webPaths.contactUs()),
  publicPage('messageWasSent', webPaths.messageWasSent()),
  keyPage('unsubscribe', webPaths.unsubscribe(':token')),
  keyPage('confirmEmail', webPaths.confirmEmail(':key')),
  keyPage('undoEmail', webPaths.undoEmail(':key')),
  keyPage('keepAccount', webPaths.keepAccount(':key')),
  publicPage('offline', webPaths.offline()),
  publicShell('logout', webPaths.logout()),

  keyPage('mailLink', webPaths.mailLink(':code')),
  keyPage('shortLink', webPaths.shortLink(':shortKey')),
  keyPage('shortPaymentLinkCut', `${webPaths.shortPaymentLinkCut(':shortKey')}?`),
  keyPage('shortPaymentLink', `${webPaths.shortPaymentLink(':shortKey', ':orderId', ':subscriptionId')}?`),
  keyPage('ratingLink', `${webPaths.ratingLink(':referralCode', ':orderId', ':mark')}?`),

  keyPage('uploadPage', webPaths.uploadPage(':userId')),

  clientPage('newOrder', webPaths.newOrder()),
  clientPage('newOrderForm', webPaths.newOrderForm(':jobType')),
  clientPage('newOrderDetails', webPaths.newOrderDetails(':jobType')),
  clientPage('newOrderExtraServices', webPaths.newOrderExtraServices(':jobType')),

  clientPage('orderJobType', webPaths.orderJobType(':orderId')),
  clientPage('orderForm', webPaths.orderForm(':orderId')),
  clientPage('orderDetails', webPaths.orderDetails(':orderId')),
  clientPage('orderExtraServices', webPaths.orderExtraServices(':orderId')),
  clientPage('orderAdditionalServices', webPaths.orderAdditionalServices(':orderId')),
  clientPage('orderPayment', webPaths.orderPayment(':orderId')),
  clientPage('orderThankYou', webPaths.orderThankYou(':orderId')),

  clientPage('orderReceipt', webPaths.orderReceipt(':orderId')),
  clientPage('orderAgain', webPaths.orderAgain(':orderId')),
  clientPage('subscription', `${webPaths.subscription(':params')}?`),
  clientPage('refCabinet', webPaths.refCabinet()),
  clientPage('premiumOffer', webPaths.premiumOffer()),
  clientPage('orders', webPaths.orders()),
  clientPage('ordersFilter', webPaths.ordersFilter(':paidStatus')),
  ...cabinetOverlayPatterns.map((pattern) => clientPage('cabinetOverlay', pattern)),
  clientPage('messages', `${webPaths.messages(':params')}?`),
  clientPage('myInfo', webPaths.myInfo()),
]

/** The name of a path, as in `webPaths`; all overlays share one (CAB-07). */
export type WebRouteName = (typeof webRoutePatterns)[number]['name']

/** The forms of the patterns' parameters (SAFE-01). */
const parameterForms: Readonly<Record<string, AddressForm>> = {
  token: 'key',
  key: 'key',
  code: 'key',
  shortKey: 'key',
  referralCode: 'key',
  userId: 'key',
  orderId: 'id',
  subscriptionId: 'providerId',
  jobType: 'word',
  paidStatus: 'word',
  params: 'word',
  mark: 'word',
  amount: 'amount',
}

/** Whether a segment matches the pattern's part; no form allows escapes. */
function fits(part: string, segment: string | undefined): boolean {
  if (!part.startsWith(':')) return segment === part
  if (segment === undefined) return part.endsWith('?')
  const form = parameterForms[part.replace(/^:|\?$/g, '')]
  return form !== undefined && new RegExp(addressForms[form]).test(segment)
}

/**
 * The route of a path in the address bar; undefined for an unknown path or a malformed parameter, so that no call is
 * made about it (SAFE-01).
 */
export function webRouteAt(pathname: string): WebRoute | undefined {
  return routeWhere(pathname, fits)
}

/**
 * The route of a path if its ids were well formed: decides where to redirect the visitor, without a call (SAFE-01,
 * AUTH-12, AUTH-17).
 */
export function webRouteShapedLike(pathname: string): WebRoute | undefined {
  return routeWhere(pathname, (part, segment) =>
    part.startsWith(':') ? Boolean(segment) || part.endsWith('?') : segment === part,
  )
}

type WebRoute = (typeof webRoutePatterns)[number]

function routeWhere(pathname: string, isFit: typeof fits): WebRoute | undefined {
  const segments = (pathname === '/' ? pathname : pathname.replace(/\/$/, '')).split('/')
  return webRoutePatterns.find(({ pattern }) => {
    const parts = pattern.split('/')
    return segments.length <= parts.length && parts.every((part, index) => isFit(part, segments[index]))
  })
}

/**
 * The target after sign-in: the client page of this site in the text, with its query; else `/orders` (AUTH-11). Never a
 * link that signs in, `/logout`, or an address of the server (SAFE-01).
 */
export function nextPath(text: string | null | undefined): string {
  const path = safePath(text, webPaths.orders())
  return webRouteAt(path.replace(/[?#].*$/s, ''))?.access === 'client' ? path : webPaths.orders()
}
