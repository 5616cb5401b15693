import { type WebRouteName, webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { Broken } from './frame/Broken.tsx'
import { Frame } from './frame/Frame.tsx'
import { SignedInOnly, SignedOutOnly } from './frame/guards.tsx'
import { PublicLayout } from './frame/PublicLayout.tsx'

/** Who may see a screen: everyone, only signed-out people (AUTH-16), or only clients (AUTH-17). */
export type Access = 'public' | 'signed-out' | 'signed-in'

/** What the frame must know of a screen before its code is there. */
export interface ScreenHandle {
  access: Access
  /** `flow`: the slim top bar of the order flow, `full`: the client's menu. */
  layout?: 'full' | 'flow'
}

/** A screen: who may see it, and the lazily loaded module that exports it as `Component`; or where it leads instead. */
type Screen =
  | (ScreenHandle & { load: () => Promise<{ Component: ComponentType }> })
  | { access: Access; leadsTo: string }

const jobType = () => import('./features/orders/job-type/JobTypeScreen.tsx')
const orderForm = () => import('./features/orders/form/OrderFormScreen.tsx')
const details = () => import('./features/orders/details/DetailsScreen.tsx')
const extraServices = () => import('./features/orders/extra-services/ExtraServicesScreen.tsx')
const payment = () => import('./features/orders/payment/PaymentScreen.tsx')
const thankYou = () => import('./features/orders/thank-you/ThankYouScreen.tsx')
const cabinet = () => import('./features/cabinet/CabinetScreen.tsx')

/** The screen of every path that the web app knows. */
const screens: Record<WebRouteName, Screen> = {
  root: { access: 'public', leadsTo: webPaths.orders() },
  login: { access: 'signed-out', load: () => import('./features/sign-in/LoginScreen.tsx') },
  loginPhone: { access: 'signed-out', load: () => import('./features/sign-in/PhoneScreen.tsx') },
  logout: { access: 'public', load: () => import('./features/sign-in/LogoutScreen.tsx') },

  newOrder: { access: 'signed-in', layout: 'flow', load: jobType },
  newOrderForm: { access: 'signed-in', layout: 'flow', load: orderForm },
  newOrderDetails: { access: 'signed-in', layout: 'flow', load: details },
  newOrderExtraServices: { access: 'signed-in', layout: 'flow', load: extraServices },

  orderJobType: { access: 'signed-in', layout: 'flow', load: jobType },
  orderForm: { access: 'signed-in', layout: 'flow', load: orderForm },
  orderDetails: { access: 'signed-in', layout: 'flow', load: details },
  orderExtraServices: { access: 'signed-in', layout: 'flow', load: extraServices },
  orderPayment: { access: 'signed-in', layout: 'flow', load: payment },
  orderThankYou: { access: 'signed-in', layout: 'full', load: thankYou },

  orders: { access: 'signed-in', layout: 'full', load: cabinet },
  ordersFilter: { access: 'signed-in', layout: 'full', load: cabinet },
}

const routeOf = (pattern: string, screen: Screen): RouteObject => {
  if ('leadsTo' in screen) {
    const to = screen.leadsTo
    return { path: pattern, Component: () => <Navigate to={to} replace /> }
  }
  const { load, ...handle } = screen
  return { path: pattern, handle, lazy: load }
}

const routesFor = (access: Access): RouteObject[] =>
  webRoutePatterns
    .filter(({ name }) => screens[name].access === access)
    .map(({ name, pattern }) => routeOf(pattern, screens[name]))

/** The table of routes: one frame around all, a layout for each kind of visitor, a screen for each path. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: Broken,
    children: [
      {
        Component: PublicLayout,
        children: [
          {
            ErrorBoundary: Broken,
            children: [
              ...routesFor('public'),
              { Component: SignedOutOnly, children: routesFor('signed-out') },
              { path: '*', lazy: () => import('./features/not-found/NotFoundScreen.tsx') },
            ],
          },
        ],
      },
      {
        Component: SignedInOnly,
        children: [
          {
            lazy: () => import('./frame/ClientLayout.tsx'),
            children: [{ ErrorBoundary: Broken, children: routesFor('signed-in') }],
          },
        ],
      },
    ],
  },
]

/** Where a visitor of `pattern` is led at once, before any screen is loaded; undefined when they may stay. */
export function leadsElsewhere(pattern: string | undefined, signedIn: boolean): 'sign-in' | 'asked-for' | undefined {
  const known = webRoutePatterns.find((each) => each.pattern === pattern)
  if (known === undefined) return undefined
  const { access } = screens[known.name]
  if (access === 'signed-in' && !signedIn) return 'sign-in'
  return access === 'signed-out' && signedIn ? 'asked-for' : undefined
}
