import type { FirstDataQuery } from '@nerdify/contract/first-data.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import {
  type WebAccess,
  type WebRouteName,
  webRouteAt,
  webRoutePatterns,
  webRouteShapedLike,
} from '@nerdify/contract/web-routes.ts'
import type { ComponentType } from 'react'
import { matchRoutes, Navigate, type Params, type RouteMatch, type RouteObject } from 'react-router'
import { askForFirstData } from './api/first-data.ts'
import { filterOf } from './features/cabinet/filters.ts'
import { Frame } from './frame/Frame.tsx'
import { SignedInOnly, SignedOutOnly } from './frame/guards.tsx'
import { loadAheadBy } from './frame/load-ahead.ts'
import { type LazyScreen, lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { PublicLayout } from './frame/PublicLayout.tsx'

/** The data besides the client that a visit's first screen shows, by its address. */
type FirstNeeds = (params: Params, search: string) => FirstDataQuery | undefined

/**
 * A screen: its component, its first data, and whether it has the slim top bar of the order flow; or a redirect. The
 * contract says who may see it.
 */
type Screen = { show: LazyScreen; first?: FirstNeeds; inFlow?: boolean } | { leadsTo: string }

const jobType = lazyScreen(() => import('./features/orders/job-type/JobTypeScreen.tsx'))
const orderForm = lazyScreen(() => import('./features/orders/form/OrderFormScreen.tsx'))
const details = lazyScreen(() => import('./features/orders/details/DetailsScreen.tsx'))
const extraServices = lazyScreen(() => import('./features/orders/extra-services/ExtraServicesScreen.tsx'))
const cabinetScreen = lazyScreen(() => import('./features/cabinet/CabinetScreen.tsx'))

const pricedOrder: FirstNeeds = ({ orderId }) => ({ prices: '1', ...(orderId !== undefined && { order: orderId }) })
const listOfOrders: FirstNeeds = ({ paidStatus }, search) => {
  const filter = filterOf(paidStatus, new URLSearchParams(search).get('filter'))
  return filter === undefined ? undefined : { orders: filter }
}
const flowStep = (show: LazyScreen): Screen => ({ show, first: pricedOrder, inFlow: true })
const page = (load: Parameters<typeof lazyScreen>[0], more: { first?: FirstNeeds; inFlow?: boolean } = {}): Screen => ({
  show: lazyScreen(load),
  ...more,
})
const theirInfo: FirstNeeds = () => ({ info: '1' })
// After the card page the provider is asked first.
const theirPlans: FirstNeeds = ({ params }) => (params === undefined ? { subscriptions: '1' } : {})
const theClientAlone: FirstNeeds = () => ({})
const cabinet: Screen = { show: cabinetScreen, first: listOfOrders }

const accountLinks = () => import('./features/account-links/AccountLinkScreen.tsx')
const signInLinks = () => import('./features/sign-in/LinkScreens.tsx')
const clientLayouts = () => import('./frame/ClientLayout.tsx')
/** One screen of a module with several. */
const screenIn = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyScreen(async () => ({ Component: (await load())[name] }))

/** The screen of every path of the web app. */
const screens: Record<WebRouteName, Screen> = {
  root: { leadsTo: webPaths.orders() },
  nerdifyPrime: { leadsTo: webPaths.orders() },
  login: page(() => import('./features/sign-in/LoginScreen.tsx')),
  loginPhone: page(() => import('./features/sign-in/PhoneScreen.tsx')),
  loginEmail: page(() => import('./features/sign-in/EmailScreen.tsx')),
  loginEmailSent: page(() => import('./features/sign-in/EmailSentScreen.tsx')),
  loginEmailUnknown: page(() => import('./features/sign-in/EmailUnknownScreen.tsx')),
  mailLink: { show: screenIn(signInLinks, 'MailLink') },
  shortLink: { show: screenIn(signInLinks, 'ShortLink') },
  shortPaymentLinkCut: { leadsTo: webPaths.root() },
  shortPaymentLink: page(() => import('./features/sign-in/PaymentLinkScreen.tsx')),
  ratingLink: { show: screenIn(signInLinks, 'RatingLink') },
  privacyPolicy: page(() => import('./features/policies/PrivacyPolicyScreen.tsx')),
  terms: page(() => import('./features/policies/TermsScreen.tsx')),
  refunds: page(() => import('./features/policies/RefundsScreen.tsx')),
  start: page(() => import('./features/sign-in/StartScreen.tsx')),
  contactUs: page(() => import('./features/contact/ContactScreen.tsx')),
  messageWasSent: page(() => import('./features/contact/MessageSentScreen.tsx')),
  unsubscribe: page(() => import('./features/contact/UnsubscribeScreen.tsx')),
  confirmEmail: { show: screenIn(accountLinks, 'ConfirmEmail') },
  undoEmail: { show: screenIn(accountLinks, 'UndoEmail') },
  keepAccount: { show: screenIn(accountLinks, 'KeepAccount') },
  offline: page(() => import('./features/offline/OfflineScreen.tsx')),
  uploadPage: page(() => import('./features/upload-page/UploadPageScreen.tsx')),
  logout: page(() => import('./features/sign-in/LogoutScreen.tsx')),

  newOrder: flowStep(jobType),
  newOrderForm: flowStep(orderForm),
  newOrderDetails: flowStep(details),
  newOrderExtraServices: flowStep(extraServices),

  orderJobType: flowStep(jobType),
  orderForm: flowStep(orderForm),
  orderDetails: flowStep(details),
  orderExtraServices: flowStep(extraServices),
  orderPayment: page(() => import('./features/orders/payment/PaymentScreen.tsx'), { inFlow: true }),
  orderAdditionalServices: page(() => import('./features/orders/additional-services/AdditionalServicesScreen.tsx')),
  orderThankYou: page(() => import('./features/orders/thank-you/ThankYouScreen.tsx')),

  orderReceipt: page(() => import('./features/orders/receipt/ReceiptScreen.tsx')),
  orderAgain: page(() => import('./features/orders/order-again/OrderAgainScreen.tsx'), { inFlow: true }),

  orders: cabinet,
  premiumOffer: cabinet,
  messages: cabinet,
  refCabinet: page(() => import('./features/referral/ReferralScreen.tsx'), { first: theClientAlone }),
  subscription: page(() => import('./features/subscription/SubscriptionScreen.tsx'), { first: theirPlans }),
  cabinetOverlay: cabinet,
  ordersFilter: cabinet,
  myInfo: page(() => import('./features/my-info/MyInfoScreen.tsx'), { first: theirInfo }),
}

const notFound = lazyScreen(() => import('./features/not-found/NotFoundScreen.tsx'))
const clientArea = lazyScreen(() => import('./frame/ClientArea.tsx'))
const flowLayout = screenIn(clientLayouts, 'FlowLayout')
const clientLayout = screenIn(clientLayouts, 'ClientLayout')

const routeOf = (path: string, screen: Screen): RouteObject =>
  'leadsTo' in screen
    ? { path, element: <Navigate to={screen.leadsTo} replace /> }
    : { path, Component: screen.show, handle: screen.show }

const layoutOf = (layout: LazyScreen, children: RouteObject[]): RouteObject => ({
  Component: layout,
  handle: layout,
  children,
})

const routesFor = (wanted: WebAccess, isWanted: (screen: Screen) => boolean = () => true): RouteObject[] =>
  webRoutePatterns
    .filter(({ name, access }) => access === wanted && isWanted(screens[name]))
    .map(({ name, pattern }) => routeOf(pattern, screens[name]))

const isInFlow = (screen: Screen) => 'inFlow' in screen

/** The table of routes: one frame around all, a layout for each kind of visitor, a screen for each path. */
const routes: RouteObject[] = [
  {
    Component: Frame,
    children: [
      {
        Component: PublicLayout,
        children: [...routesFor('public'), { Component: SignedOutOnly, children: routesFor('signed-out') }],
      },
      {
        Component: SignedInOnly,
        children: [
          layoutOf(clientArea, [
            layoutOf(
              clientLayout,
              routesFor('client', (screen) => !isInFlow(screen)),
            ),
            layoutOf(flowLayout, routesFor('client', isInFlow)),
          ]),
        ],
      },
    ],
  },
]

const noRoutes: RouteObject[] = [
  {
    Component: Frame,
    children: [{ Component: PublicLayout, children: [{ path: '*', Component: notFound, handle: notFound }] }],
  },
]

/**
 * The routes for a path; for a path unknown to the contract only the not-found page, which makes no request (SAFE-01).
 */
export const routesAt = (pathname: string): RouteObject[] => (webRouteAt(pathname) === undefined ? noRoutes : routes)

let lastMatch: { pathname: string; matches: readonly RouteMatch[] } | undefined

/** The routes around and at a path. Memoized: matching takes a slow phone 20 ms, and a visit matches several times. */
function matchesAt(pathname: string): readonly RouteMatch[] {
  if (lastMatch?.pathname !== pathname)
    lastMatch = { pathname, matches: matchRoutes(routesAt(pathname), pathname) ?? [] }
  return lastMatch.matches
}

/** The pattern of the route at a path; `*` for an unknown path. */
export const patternAt = (pathname: string): string | undefined => matchesAt(pathname).at(-1)?.route.path

/** Loads every module of a path in parallel; false if one fails. Showing the screen retries it. */
export async function preloadScreens(pathname: string): Promise<boolean> {
  const needed = matchesAt(pathname).map(({ route }) => route.handle as LazyScreen | undefined)
  const loaded = await Promise.allSettled(needed.map((screen) => screen?.preload()))
  return loaded.every(({ status }) => status === 'fulfilled')
}

/** The first data of the screen at an address; undefined if nothing joins the first request. */
export function firstDataOf(pathname: string, search: string): FirstDataQuery | undefined {
  const known = webRouteAt(pathname)
  const screen = known && screens[known.name]
  if (screen === undefined || !('first' in screen)) return undefined
  return screen.first?.(matchesAt(pathname).at(-1)?.params ?? {}, search)
}

loadAheadBy({
  code: preloadScreens,
  data(pathname, search) {
    const wanted = firstDataOf(pathname, search)
    if (wanted !== undefined) askForFirstData(wanted)
  },
})

/**
 * A visitor's redirect before any screen loads: to sign in, to the asked-for page, or to `/`; undefined to stay. For a
 * malformed id, signed-in people see the not-found page; signed-out people go to sign in, or to `/` from a payment
 * link.
 */
export function earlyRedirect(pathname: string, signedIn: boolean): 'sign-in' | 'asked-for' | 'root' | undefined {
  const route = webRouteShapedLike(pathname)
  if (route === undefined) return undefined
  const { access, name } = route
  if (name === 'shortPaymentLink' && webRouteAt(pathname) === undefined) return 'root'
  if (access === 'signed-out') return signedIn ? 'asked-for' : undefined
  return access !== 'public' && !signedIn ? 'sign-in' : undefined
}
