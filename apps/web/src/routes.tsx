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
import { requestedPage } from './visit/requested-page.ts'

/** The data that a visit's first screen shows in addition to the client, by its address. */
type FirstNeeds = (params: Params, search: string) => FirstDataQuery | undefined

/**
 * A screen: its component, its first data, and whether it has the slim top bar of the order flow; or a redirect. The
 * contract says who may see it.
 */
type Screen = { show: ScreenOfFile; first?: FirstNeeds; inFlow?: boolean } | { leadsTo: string }

type ScreenModule = Readonly<Record<string, ComponentType>>

/** The screens and layouts, by their files. */
const files = import.meta.glob<ScreenModule>([
  './features/**/*Screen.tsx',
  '!./features/orders/flow/**',
  './features/**/LinkScreens.tsx',
  './frame/Client{Area,Layout}.tsx',
])

interface ScreenOfFile extends LazyScreen {
  /** Its module in the build's manifest. */
  module: string
}

/** The screen of a file, or one of several in it by its name. */
function screenIn(file: string, name = 'Component'): ScreenOfFile {
  const load = files[`./${file}.tsx`]
  if (load === undefined) throw new Error(`There is no screen ${file}`)
  const screen = lazyScreen(async () => {
    const Component = (await load())[name]
    if (Component === undefined) throw new Error(`${file} has no ${name}`)
    return { Component }
  })
  return Object.assign(screen, { module: `src/${file}.tsx` })
}

const jobType = screenIn('features/orders/form/JobTypeScreen')
const orderForm = screenIn('features/orders/form/OrderFormScreen')
const details = screenIn('features/orders/details/DetailsScreen')
const extraServices = screenIn('features/orders/price/ExtraServicesScreen')
const cabinetScreen = screenIn('features/cabinet/CabinetScreen')

const pricedOrder: FirstNeeds = ({ orderId }) => ({ prices: '1', ...(orderId !== undefined && { order: orderId }) })
const listOfOrders: FirstNeeds = ({ paidStatus }, search) => {
  const filter = filterOf(paidStatus, new URLSearchParams(search).get('filter'))
  return filter === undefined ? undefined : { orders: filter }
}
const flowStep = (show: ScreenOfFile): Screen => ({ show, first: pricedOrder, inFlow: true })
const page = (file: string, more: { first?: FirstNeeds; inFlow?: boolean } = {}): Screen => ({
  show: screenIn(file),
  ...more,
})
const infoNeeds: FirstNeeds = () => ({ info: '1' })
// After the card page the server first asks the provider.
const planNeeds: FirstNeeds = ({ params }) => (params === undefined ? { subscriptions: '1' } : {})
const clientOnly: FirstNeeds = () => ({})
const cabinet: Screen = { show: cabinetScreen, first: listOfOrders }

const accountLinks = 'features/account-links/AccountLinkScreen'
const signInLinks = 'features/sign-in/LinkScreens'
const clientLayouts = 'frame/ClientLayout'

/** The screen of every path of the web app. */
const screens: Record<WebRouteName, Screen> = {
  root: { leadsTo: webPaths.orders() },
  nerdifyPrime: { leadsTo: webPaths.orders() },
  login: page('features/sign-in/LoginScreen'),
  loginPhone: page('features/sign-in/PhoneScreen'),
  loginEmail: page('features/sign-in/EmailScreen'),
  loginEmailSent: page('features/sign-in/EmailSentScreen'),
  loginEmailUnknown: page('features/sign-in/EmailUnknownScreen'),
  mailLink: { show: screenIn(signInLinks, 'MailLink') },
  shortLink: { show: screenIn(signInLinks, 'ShortLink') },
  shortPaymentLinkCut: { leadsTo: webPaths.root() },
  shortPaymentLink: page('features/sign-in/PaymentLinkScreen'),
  ratingLink: { show: screenIn(signInLinks, 'RatingLink') },
  privacyPolicy: page('features/policies/PrivacyPolicyScreen'),
  terms: page('features/policies/TermsScreen'),
  refunds: page('features/policies/RefundsScreen'),
  start: page('features/sign-in/StartScreen'),
  contactUs: page('features/contact/ContactScreen'),
  messageWasSent: page('features/contact/MessageSentScreen'),
  unsubscribe: page('features/contact/UnsubscribeScreen'),
  confirmEmail: { show: screenIn(accountLinks, 'ConfirmEmail') },
  undoEmail: { show: screenIn(accountLinks, 'UndoEmail') },
  keepAccount: { show: screenIn(accountLinks, 'KeepAccount') },
  offline: page('features/offline/OfflineScreen'),
  uploadPage: page('features/upload-page/UploadPageScreen'),
  logout: page('features/sign-in/LogoutScreen'),

  newOrder: flowStep(jobType),
  newOrderForm: flowStep(orderForm),
  newOrderDetails: flowStep(details),
  newOrderExtraServices: flowStep(extraServices),

  orderJobType: flowStep(jobType),
  orderForm: flowStep(orderForm),
  orderDetails: flowStep(details),
  orderExtraServices: flowStep(extraServices),
  orderPayment: page('features/orders/payment/PaymentScreen', { inFlow: true }),
  orderAdditionalServices: page('features/orders/payment/AdditionalServicesScreen'),
  orderThankYou: page('features/orders/payment/ThankYouScreen'),

  orderReceipt: page('features/orders/payment/ReceiptScreen'),
  orderAgain: page('features/orders/draft/OrderAgainScreen', { inFlow: true }),

  orders: cabinet,
  premiumOffer: cabinet,
  messages: cabinet,
  refCabinet: page('features/referral/ReferralScreen', { first: clientOnly }),
  subscription: page('features/subscription/SubscriptionScreen', { first: planNeeds }),
  cabinetOverlay: cabinet,
  ordersFilter: cabinet,
  myInfo: page('features/my-info/MyInfoScreen', { first: infoNeeds }),
}

const notFound = screenIn('features/not-found/NotFoundScreen')
const clientArea = screenIn('frame/ClientArea')
const flowLayout = screenIn(clientLayouts, 'FlowLayout')
const clientLayout = screenIn(clientLayouts, 'ClientLayout')

const routeOf = (path: string, screen: Screen): RouteObject =>
  'leadsTo' in screen
    ? { path, element: <Navigate to={screen.leadsTo} replace /> }
    : { path, Component: screen.show, handle: screen.show }

const layoutOf = (layout: ScreenOfFile, children: RouteObject[]): RouteObject => ({
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

/** The layouts and the screen at a path. */
const screensAt = (pathname: string): ScreenOfFile[] =>
  matchesAt(pathname).flatMap(({ route }) => (route.handle as ScreenOfFile | undefined) ?? [])

/** The modules of a path in the build's manifest. */
export const modulesAt = (pathname: string): string[] => screensAt(pathname).map(({ module }) => module)

/** Loads every module of a path in parallel; false if one fails. Showing the screen retries it. */
export async function preloadScreens(pathname: string): Promise<boolean> {
  const loaded = await Promise.allSettled(screensAt(pathname).map((screen) => screen.preload()))
  return loaded.every(({ status }) => status === 'fulfilled')
}

/** The first data of the screen at an address; undefined if nothing joins the first request. */
export function firstDataOf(pathname: string, search: string): FirstDataQuery | undefined {
  const route = webRouteAt(pathname)
  const screen = route && screens[route.name]
  if (screen === undefined || !('first' in screen)) return undefined
  return screen.first?.(matchesAt(pathname).at(-1)?.params ?? {}, search)
}

loadAheadBy({
  code: preloadScreens,
  data(pathname, search) {
    const firstData = firstDataOf(pathname, search)
    if (firstData !== undefined) askForFirstData(firstData)
  },
})

/**
 * A visitor's redirect before any screen loads: to sign in, to the requested page, or to `/`; undefined to stay. For a
 * malformed id, signed-in people see the not-found page; signed-out people go to sign in, or to `/` from a payment
 * link.
 */
export function earlyRedirect(pathname: string, signedIn: boolean): string | undefined {
  const route = webRouteShapedLike(pathname)
  if (route === undefined) return undefined
  const { access, name } = route
  if (name === 'shortPaymentLink' && webRouteAt(pathname) === undefined) return webPaths.root()
  if (access === 'signed-out') return signedIn ? (requestedPage() ?? webPaths.orders()) : undefined
  return access !== 'public' && !signedIn ? webPaths.login() : undefined
}
