import type { FirstDataQuery } from '@nerdify/contract/first-data.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type WebRouteName, webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import { matchRoutes, Navigate, type Params, type RouteMatch, type RouteObject } from 'react-router'
import { filterOf } from './features/cabinet/filters.ts'
import { Frame } from './frame/Frame.tsx'
import { SignedInOnly, SignedOutOnly } from './frame/guards.tsx'
import { type LazyScreen, lazyScreen } from './frame/lazy-screen.tsx'
import { PublicLayout } from './frame/PublicLayout.tsx'

/**
 * Who may see a screen: everyone, only signed-out people (AUTH-16), or only clients (AUTH-17): those in the order flow
 * with its slim top bar, or elsewhere with the whole menu.
 */
type Access = 'public' | 'signed-out' | 'client' | 'client-flow'

/** What a screen shows beside the client when a visit begins with it, by its address; undefined when that is nothing. */
type FirstNeeds = (params: Params, search: string) => FirstDataQuery | undefined

/** A screen: who may see it, what shows it and needs first; or where its address leads instead. */
type Screen = { access: Access; show: LazyScreen; first?: FirstNeeds } | { access: Access; leadsTo: string }

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
const flowStep = (show: LazyScreen): Screen => ({ access: 'client-flow', show, first: pricedOrder })
const theirInfo: FirstNeeds = () => ({ info: '1' })
// After the card page the provider is asked first.
const theirPlans: FirstNeeds = ({ params }) => (params === undefined ? { subscriptions: '1' } : {})
const theClientAlone: FirstNeeds = () => ({})
const cabinet: Screen = { access: 'client', show: cabinetScreen, first: listOfOrders }

/** The screen of every path that the web app knows. */
const screens: Record<WebRouteName, Screen> = {
  root: { access: 'public', leadsTo: webPaths.orders() },
  nerdifyPrime: { access: 'public', leadsTo: webPaths.orders() },
  login: { access: 'signed-out', show: lazyScreen(() => import('./features/sign-in/LoginScreen.tsx')) },
  loginPhone: { access: 'signed-out', show: lazyScreen(() => import('./features/sign-in/PhoneScreen.tsx')) },
  loginEmail: { access: 'signed-out', show: lazyScreen(() => import('./features/sign-in/EmailScreen.tsx')) },
  loginEmailSent: { access: 'signed-out', show: lazyScreen(() => import('./features/sign-in/EmailSentScreen.tsx')) },
  loginEmailUnknown: {
    access: 'signed-out',
    show: lazyScreen(() => import('./features/sign-in/EmailUnknownScreen.tsx')),
  },
  mailLink: { access: 'public', show: lazyScreen(() => import('./features/sign-in/MailLinkScreen.tsx')) },
  shortLink: { access: 'public', show: lazyScreen(() => import('./features/sign-in/ShortLinkScreen.tsx')) },
  shortPaymentLinkCut: { access: 'public', leadsTo: webPaths.root() },
  shortPaymentLink: { access: 'public', show: lazyScreen(() => import('./features/sign-in/PaymentLinkScreen.tsx')) },
  ratingLink: { access: 'public', show: lazyScreen(() => import('./features/sign-in/RatingLinkScreen.tsx')) },
  privacyPolicy: { access: 'public', show: lazyScreen(() => import('./features/policies/PrivacyPolicyScreen.tsx')) },
  terms: { access: 'public', show: lazyScreen(() => import('./features/policies/TermsScreen.tsx')) },
  refunds: { access: 'public', show: lazyScreen(() => import('./features/policies/RefundsScreen.tsx')) },
  contactUs: { access: 'public', show: lazyScreen(() => import('./features/contact/ContactScreen.tsx')) },
  messageWasSent: { access: 'public', show: lazyScreen(() => import('./features/contact/MessageSentScreen.tsx')) },
  unsubscribe: { access: 'public', show: lazyScreen(() => import('./features/contact/UnsubscribeScreen.tsx')) },
  offline: { access: 'public', show: lazyScreen(() => import('./features/offline/OfflineScreen.tsx')) },
  uploadPage: { access: 'public', show: lazyScreen(() => import('./features/upload-page/UploadPageScreen.tsx')) },
  logout: { access: 'public', show: lazyScreen(() => import('./features/sign-in/LogoutScreen.tsx')) },

  newOrder: { access: 'client-flow', show: jobType },
  newOrderForm: flowStep(orderForm),
  newOrderDetails: flowStep(details),
  newOrderExtraServices: flowStep(extraServices),

  orderJobType: { access: 'client-flow', show: jobType },
  orderForm: flowStep(orderForm),
  orderDetails: flowStep(details),
  orderExtraServices: flowStep(extraServices),
  orderPayment: {
    access: 'client-flow',
    show: lazyScreen(() => import('./features/orders/payment/PaymentScreen.tsx')),
  },
  orderAdditionalServices: {
    access: 'client',
    show: lazyScreen(() => import('./features/orders/additional-services/AdditionalServicesScreen.tsx')),
  },
  orderThankYou: { access: 'client', show: lazyScreen(() => import('./features/orders/thank-you/ThankYouScreen.tsx')) },

  orderAgain: {
    access: 'client-flow',
    show: lazyScreen(() => import('./features/orders/order-again/OrderAgainScreen.tsx')),
  },

  orders: cabinet,
  premiumOffer: cabinet,
  refCabinet: {
    access: 'client',
    show: lazyScreen(() => import('./features/referral/ReferralScreen.tsx')),
    first: theClientAlone,
  },
  subscription: {
    access: 'client',
    show: lazyScreen(() => import('./features/subscription/SubscriptionScreen.tsx')),
    first: theirPlans,
  },
  cabinetOverlay: cabinet,
  ordersFilter: cabinet,
  myInfo: {
    access: 'client',
    show: lazyScreen(() => import('./features/my-info/MyInfoScreen.tsx')),
    first: theirInfo,
  },
}

const notFound = lazyScreen(() => import('./features/not-found/NotFoundScreen.tsx'))
const clientArea = lazyScreen(() => import('./frame/ClientArea.tsx'))
const flowLayout = lazyScreen(async () => ({ Component: (await import('./frame/ClientLayout.tsx')).FlowLayout }))
const clientLayout = lazyScreen(async () => ({ Component: (await import('./frame/ClientLayout.tsx')).ClientLayout }))

const routeOf = (path: string, screen: Screen): RouteObject =>
  'leadsTo' in screen
    ? { path, element: <Navigate to={screen.leadsTo} replace /> }
    : { path, Component: screen.show, handle: screen.show }

const layoutOf = (layout: LazyScreen, children: RouteObject[]): RouteObject => ({
  Component: layout,
  handle: layout,
  children,
})

const routesFor = (access: Access): RouteObject[] =>
  webRoutePatterns
    .filter(({ name }) => screens[name].access === access)
    .map(({ name, pattern }) => routeOf(pattern, screens[name]))

/** The table of routes: one frame around all, a layout for each kind of visitor, a screen for each path. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    children: [
      {
        Component: PublicLayout,
        children: [
          ...routesFor('public'),
          { Component: SignedOutOnly, children: routesFor('signed-out') },
          { path: '*', Component: notFound, handle: notFound },
        ],
      },
      {
        Component: SignedInOnly,
        children: [
          layoutOf(clientArea, [
            layoutOf(clientLayout, routesFor('client')),
            layoutOf(flowLayout, routesFor('client-flow')),
          ]),
        ],
      },
    ],
  },
]

let lastMatch: { pathname: string; matches: readonly RouteMatch[] } | undefined

/** The routes around and at a path. To find them takes a slow phone 20 ms, and a visit begins with several questions. */
function matchesAt(pathname: string): readonly RouteMatch[] {
  if (lastMatch?.pathname !== pathname) lastMatch = { pathname, matches: matchRoutes(routes, pathname) ?? [] }
  return lastMatch.matches
}

/** The pattern of the route that shows a path; `*` for a path that does not exist. */
export const patternAt = (pathname: string): string | undefined => matchesAt(pathname).at(-1)?.route.path

function screenAt(pattern: string | undefined): Screen | undefined {
  const known = webRoutePatterns.find((each) => each.pattern === pattern)
  return known && screens[known.name]
}

/** Loads all that a path needs, at once, and tells whether all is there. What failed is tried again when it is shown. */
export async function preloadScreens(pathname: string): Promise<boolean> {
  const needed = matchesAt(pathname).map(({ route }) => route.handle as LazyScreen | undefined)
  const loaded = await Promise.allSettled(needed.map((screen) => screen?.preload()))
  return loaded.every(({ status }) => status === 'fulfilled')
}

/** What the screen at an address shows beside the client; undefined when nothing is joined to the first request. */
export function firstDataOf(pathname: string, search: string): FirstDataQuery | undefined {
  const match = matchesAt(pathname).at(-1)
  const screen = screenAt(match?.route.path)
  return screen !== undefined && 'first' in screen ? screen.first?.(match?.params ?? {}, search) : undefined
}

/** Where a visitor is led before any screen is loaded: to sign in, or on to the page asked for; undefined to stay. */
export function leadsElsewhere(pathname: string, signedIn: boolean): 'sign-in' | 'asked-for' | undefined {
  const screen = screenAt(patternAt(pathname))
  if (screen === undefined) return undefined
  const { access } = screen
  if (access === 'signed-out') return signedIn ? 'asked-for' : undefined
  return access !== 'public' && !signedIn ? 'sign-in' : undefined
}
