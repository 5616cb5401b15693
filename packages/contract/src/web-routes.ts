import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { type AddressForm, addressForms } from './address-forms.ts'
import { cabinetOverlayPatterns } from './cabinet-overlays.ts'
import { webPaths } from './web-paths.ts'

/**
 * How the server answers a path of the web app: `prerendered` pages have an `index.html` of their own folder
 * (`/login/phone` → `login/phone/index.html`), every other known path gets the `shell`, `index.html`. A `key` page is
 * the shell at an address that grants access to whoever has it, so it is never cached and no other site learns it.
 */
export type WebPage = 'prerendered' | 'shell' | 'key'

/** Who may see a page: everyone, only signed-out people (AUTH-16), or only clients (AUTH-17). */
export type WebAccess = 'public' | 'signed-out' | 'client'

/** Makes the paths of one kind by their names; `pattern` is written as the router reads it (`/order/:orderId`). */
const pagesOf =
  <Access extends WebAccess, Page extends WebPage>(access: Access, page: Page) =>
  <Name extends string>(name: Name, pattern: string) => ({ name, pattern, access, page })

const publicPage = pagesOf('public', 'prerendered')
const publicShell = pagesOf('public', 'shell')
const keyPage = pagesOf('public', 'key')
const signInPage = pagesOf('signed-out', 'prerendered')
const clientPage = pagesOf('client', 'shell')

/**
 * Every path that the web app knows. The web app registers a screen for each of them, and the server answers any
 * other path with status 404 (PUB-08).
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
  clientPage('myInfo', webPaths.myInfo()),
]

/** The name of a path of the web app, as in `webPaths`; that of all overlays is one (CAB-07). */
export type WebRouteName = (typeof webRoutePatterns)[number]['name']

/** What the parameters of the patterns look like (SAFE-01). */
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

/** Whether a segment of a path has the form of what stands there in a pattern; escapes are in no form. */
function fits(wanted: string, segment: string | undefined): boolean {
  if (!wanted.startsWith(':')) return segment === wanted
  if (segment === undefined) return wanted.endsWith('?')
  const form = parameterForms[wanted.replace(/^:|\?$/g, '')]
  return form !== undefined && new RegExp(addressForms[form]).test(segment)
}

/**
 * The page that a path shows, as it stands in the address bar; undefined where there is none: also for a parameter that has
 * not the form of its id, so that nothing is asked about it (SAFE-01).
 */
export function webRouteAt(pathname: string): WebRoute | undefined {
  return routeWhere(pathname, fits)
}

/**
 * The page that a path would show if its ids were well formed: says where such a visitor is led, and no call is made for it
 * (SAFE-01, AUTH-12, AUTH-17).
 */
export function webRouteShapedLike(pathname: string): WebRoute | undefined {
  return routeWhere(pathname, (wanted, segment) =>
    wanted.startsWith(':') ? Boolean(segment) || wanted.endsWith('?') : segment === wanted,
  )
}

type WebRoute = (typeof webRoutePatterns)[number]

function routeWhere(pathname: string, isFit: typeof fits): WebRoute | undefined {
  const segments = (pathname === '/' ? pathname : pathname.replace(/\/$/, '')).split('/')
  return webRoutePatterns.find(({ pattern }) => {
    const wanted = pattern.split('/')
    return segments.length <= wanted.length && wanted.every((part, index) => isFit(part, segments[index]))
  })
}

/**
 * Where a sign-in leads: to a client's page of this site, with its query, as the text names one; else to `/orders` (AUTH-11).
 * Never to a link that signs in, to `/logout`, or to an address of the server (SAFE-01).
 */
export function nextPath(text: string | null | undefined): string {
  const path = safePath(text, webPaths.orders())
  return webRouteAt(path.replace(/[?#].*$/s, ''))?.access === 'client' ? path : webPaths.orders()
}
