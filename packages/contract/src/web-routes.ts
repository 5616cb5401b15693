import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { type AddressForm, addressForms } from './address-forms.ts'
import { cabinetOverlayPatterns } from './cabinet-overlays.ts'
import { webPaths } from './web-paths.ts'

/**
 * How the server answers a path of the web app: `prerendered` pages have an `index.html` of their own folder
 * (`/login/phone` → `login/phone/index.html`), every other known path gets the `shell`, `index.html`. A `key` page is the
 * shell at an address that opens something to whoever has it: it is told to nobody, and kept nowhere.
 */
export type WebPage = 'prerendered' | 'shell' | 'key'

/** Who may see a page: everyone, only signed-out people (AUTH-16), or only clients (AUTH-17). */
export type WebAccess = 'public' | 'signed-out' | 'client'

/** One path of the web app: `pattern` is written as the router reads it (`/order/:orderId`). */
export interface WebRoutePattern {
  name: string
  pattern: string
  access: WebAccess
  page: WebPage
}

/**
 * Every path that the web app knows. The web app registers a screen for each of them, and the server answers any
 * other path with status 404 (PUB-08).
 */
export const webRoutePatterns = [
  { name: 'root', pattern: webPaths.root(), access: 'public', page: 'shell' },
  { name: 'nerdifyPrime', pattern: webPaths.nerdifyPrime(), access: 'public', page: 'shell' },
  { name: 'login', pattern: webPaths.login(), access: 'signed-out', page: 'prerendered' },
  { name: 'loginPhone', pattern: webPaths.loginPhone(), access: 'signed-out', page: 'prerendered' },
  { name: 'loginEmail', pattern: webPaths.loginEmail(), access: 'signed-out', page: 'prerendered' },
  { name: 'loginEmailSent', pattern: webPaths.loginEmailSent(), access: 'signed-out', page: 'prerendered' },
  { name: 'loginEmailUnknown', pattern: webPaths.loginEmailUnknown(), access: 'signed-out', page: 'prerendered' },
  { name: 'privacyPolicy', pattern: webPaths.privacyPolicy(), access: 'public', page: 'prerendered' },
  { name: 'terms', pattern: webPaths.terms(), access: 'public', page: 'prerendered' },
  { name: 'refunds', pattern: webPaths.refunds(), access: 'public', page: 'prerendered' },
  { name: 'start', pattern: webPaths.start(), access: 'public', page: 'prerendered' },
  { name: 'contactUs', pattern: webPaths.contactUs(), access: 'public', page: 'prerendered' },
  { name: 'messageWasSent', pattern: webPaths.messageWasSent(), access: 'public', page: 'prerendered' },
  { name: 'unsubscribe', pattern: webPaths.unsubscribe(':token'), access: 'public', page: 'key' },
  { name: 'confirmEmail', pattern: webPaths.confirmEmail(':key'), access: 'public', page: 'key' },
  { name: 'undoEmail', pattern: webPaths.undoEmail(':key'), access: 'public', page: 'key' },
  { name: 'keepAccount', pattern: webPaths.keepAccount(':key'), access: 'public', page: 'key' },
  { name: 'offline', pattern: webPaths.offline(), access: 'public', page: 'prerendered' },
  { name: 'logout', pattern: webPaths.logout(), access: 'public', page: 'shell' },

  { name: 'mailLink', pattern: webPaths.mailLink(':code'), access: 'public', page: 'key' },
  { name: 'shortLink', pattern: webPaths.shortLink(':shortKey'), access: 'public', page: 'key' },
  {
    name: 'shortPaymentLinkCut',
    pattern: `${webPaths.shortPaymentLinkCut(':shortKey')}?`,
    access: 'public',
    page: 'key',
  },
  {
    name: 'shortPaymentLink',
    pattern: `${webPaths.shortPaymentLink(':shortKey', ':orderId', ':subscriptionId')}?`,
    access: 'public',
    page: 'key',
  },
  {
    name: 'ratingLink',
    pattern: `${webPaths.ratingLink(':referralCode', ':orderId', ':mark')}?`,
    access: 'public',
    page: 'key',
  },

  { name: 'uploadPage', pattern: webPaths.uploadPage(':userId'), access: 'public', page: 'key' },

  { name: 'newOrder', pattern: webPaths.newOrder(), access: 'client', page: 'shell' },
  { name: 'newOrderForm', pattern: webPaths.newOrderForm(':jobType'), access: 'client', page: 'shell' },
  { name: 'newOrderDetails', pattern: webPaths.newOrderDetails(':jobType'), access: 'client', page: 'shell' },
  {
    name: 'newOrderExtraServices',
    pattern: webPaths.newOrderExtraServices(':jobType'),
    access: 'client',
    page: 'shell',
  },

  { name: 'orderJobType', pattern: webPaths.orderJobType(':orderId'), access: 'client', page: 'shell' },
  { name: 'orderForm', pattern: webPaths.orderForm(':orderId'), access: 'client', page: 'shell' },
  { name: 'orderDetails', pattern: webPaths.orderDetails(':orderId'), access: 'client', page: 'shell' },
  { name: 'orderExtraServices', pattern: webPaths.orderExtraServices(':orderId'), access: 'client', page: 'shell' },
  {
    name: 'orderAdditionalServices',
    pattern: webPaths.orderAdditionalServices(':orderId'),
    access: 'client',
    page: 'shell',
  },
  { name: 'orderPayment', pattern: webPaths.orderPayment(':orderId'), access: 'client', page: 'shell' },
  { name: 'orderThankYou', pattern: webPaths.orderThankYou(':orderId'), access: 'client', page: 'shell' },

  { name: 'orderReceipt', pattern: webPaths.orderReceipt(':orderId'), access: 'client', page: 'shell' },
  { name: 'orderAgain', pattern: webPaths.orderAgain(':orderId'), access: 'client', page: 'shell' },
  { name: 'subscription', pattern: `${webPaths.subscription(':params')}?`, access: 'client', page: 'shell' },
  { name: 'refCabinet', pattern: webPaths.refCabinet(), access: 'client', page: 'shell' },
  { name: 'premiumOffer', pattern: webPaths.premiumOffer(), access: 'client', page: 'shell' },
  { name: 'orders', pattern: webPaths.orders(), access: 'client', page: 'shell' },
  { name: 'ordersFilter', pattern: webPaths.ordersFilter(':paidStatus'), access: 'client', page: 'shell' },
  ...cabinetOverlayPatterns.map(
    (pattern) => ({ name: 'cabinetOverlay', pattern, access: 'client', page: 'shell' }) as const,
  ),
  { name: 'myInfo', pattern: webPaths.myInfo(), access: 'client', page: 'shell' },
] as const satisfies readonly WebRoutePattern[]

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
export function webRouteAt(pathname: string): (typeof webRoutePatterns)[number] | undefined {
  const segments = (pathname === '/' ? pathname : pathname.replace(/\/$/, '')).split('/')
  return webRoutePatterns.find(({ pattern }) => {
    const wanted = pattern.split('/')
    return segments.length <= wanted.length && wanted.every((part, index) => fits(part, segments[index]))
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
