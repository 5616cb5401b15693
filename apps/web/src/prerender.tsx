import { firstDataPath } from '@nerdify/contract/api-client.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type WebRouteName, webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './App.tsx'
import { timeLimit } from './api/send.ts'
import { beginCall, beginTextedLink, beginVisit } from './begin-visit.ts'
import { noteEarlySubmit } from './early-submit.ts'
import { friendsMark } from './frame/ForFriends.tsx'
import { PrerenderedForClient } from './frame/guards.tsx'
import { ShellFrame } from './frame/ShellFrame.tsx'
import { markFriend } from './mark-friend.ts'
import { originKey } from './origin.ts'
import { firstDataOf, preloadScreens } from './routes.tsx'
import { contactHead, messageSentTexts } from './texts/contact.ts'
import { productName } from './texts/frame.ts'
import { notFoundTexts } from './texts/not-found.ts'
import { offlineTexts } from './texts/offline.ts'
import { privacyPolicyTexts } from './texts/policies/privacy-policy.ts'
import { refundsTexts } from './texts/policies/refunds.ts'
import { emailSentTexts, emailUnknownTexts, signInHeads } from './texts/sign-in.ts'
import { startHead } from './texts/start.ts'
import { termsTexts } from './texts/policies/terms.ts'

/** What a pre-rendered page says of itself (PUB-09), and the modules that its route loads lazily. */
interface Head {
  title: string
  description: string
  modules: readonly string[]
}

type PrerenderedName = Extract<(typeof webRoutePatterns)[number], { page: 'prerendered' }>['name']

const heads: Record<PrerenderedName, Head> = {
  login: { ...signInHeads.login, modules: ['src/features/sign-in/LoginScreen.tsx'] },
  loginPhone: { ...signInHeads.phone, modules: ['src/features/sign-in/PhoneScreen.tsx'] },
  loginEmailSent: {
    title: emailSentTexts.heading,
    description: emailSentTexts.lead,
    modules: ['src/features/sign-in/EmailSentScreen.tsx'],
  },
  loginEmailUnknown: {
    title: emailUnknownTexts.title,
    description: emailUnknownTexts.lead,
    modules: ['src/features/sign-in/EmailUnknownScreen.tsx'],
  },
  messageWasSent: {
    title: messageSentTexts.unknownTitle,
    description: messageSentTexts.next,
    modules: ['src/features/contact/MessageSentScreen.tsx'],
  },
  start: { ...startHead, modules: ['src/features/sign-in/StartScreen.tsx'] },
  contactUs: { ...contactHead, modules: ['src/features/contact/ContactScreen.tsx'] },
  loginEmail: { ...signInHeads.email, modules: ['src/features/sign-in/EmailScreen.tsx'] },
  offline: { ...offlineTexts, modules: ['src/features/offline/OfflineScreen.tsx'] },
  privacyPolicy: { ...privacyPolicyTexts, modules: ['src/features/policies/PrivacyPolicyScreen.tsx'] },
  terms: { ...termsTexts, modules: ['src/features/policies/TermsScreen.tsx'] },
  refunds: { ...refundsTexts, modules: ['src/features/policies/RefundsScreen.tsx'] },
}

/** One pre-rendered page: the file it is written to, the route that it shows, its head and the HTML of `#root`. */
export interface PrerenderedPage extends Head {
  file: string
  route: string
  html: string
  /** What runs before the code is there. */
  script: string | undefined
}

/** What stands around the screens of a client. */
const clientFrame = ['src/frame/ClientArea.tsx', 'src/frame/ClientLayout.tsx'] as const

/** The modules of the screens that the browser draws: their shells name them, so that they arrive with the page. */
const shellModules: Partial<Record<WebRouteName, readonly string[]>> = {
  mailLink: ['src/features/sign-in/LinkScreens.tsx'],
  shortLink: ['src/features/sign-in/LinkScreens.tsx', ...clientFrame, 'src/features/cabinet/CabinetScreen.tsx'],
  ratingLink: ['src/features/sign-in/LinkScreens.tsx'],
  orders: ['src/features/cabinet/CabinetScreen.tsx'],
  ordersFilter: ['src/features/cabinet/CabinetScreen.tsx'],
  newOrder: ['src/features/orders/job-type/JobTypeScreen.tsx'],
  orderJobType: ['src/features/orders/job-type/JobTypeScreen.tsx'],
  newOrderForm: ['src/features/orders/form/OrderFormScreen.tsx'],
  orderForm: ['src/features/orders/form/OrderFormScreen.tsx'],
  newOrderDetails: ['src/features/orders/details/DetailsScreen.tsx'],
  orderDetails: ['src/features/orders/details/DetailsScreen.tsx'],
  newOrderExtraServices: ['src/features/orders/extra-services/ExtraServicesScreen.tsx'],
  orderExtraServices: ['src/features/orders/extra-services/ExtraServicesScreen.tsx'],
  orderThankYou: ['src/features/orders/thank-you/ThankYouScreen.tsx'],
  myInfo: ['src/features/my-info/MyInfoScreen.tsx'],
  subscription: ['src/features/subscription/SubscriptionScreen.tsx'],
  refCabinet: ['src/features/referral/ReferralScreen.tsx'],
}

/** The shell of one route: the modules that it loads, the screen as it is before its data, and what runs before it is drawn. */
export interface Shell {
  name: string
  modules: readonly string[]
  html: string
  script: string
}

/** The source of a call, to stand in a page. */
const callText = <Args extends readonly unknown[]>(script: (...args: Args) => void, ...args: Args): string =>
  `(${script.toString()})(${args.map((arg) => (typeof arg === 'function' ? arg.toString() : JSON.stringify(arg))).join()})`

/** What a page with a form does until its code is there. */
const formScript = callText(noteEarlySubmit)

/**
 * What stands in for a page that was offline gives way to it once the server answers (EASE-12): a phone calls itself
 * online before its line carries anything.
 */
const offlineScript = callText(() => {
  const leaveOnceAnswered = () => {
    if (navigator.onLine) {
      fetch(location.href, { method: 'HEAD' }).then(
        () => location.reload(),
        () => {},
      )
    }
  }
  addEventListener('online', leaveOnceAnswered)
  setInterval(leaveOnceAnswered, 3_000)
})

/** An order that there is not, for the address of a screen that looks the same for all of them. */
const someOrder = '00000000-0000-0000-0000-000000000000'

/** An address of a route; what it names does not exist. */
const someAddress = (pattern: string): string =>
  pattern
    .replace(':orderId', someOrder)
    .replace(/:\w+\?$/, '')
    .replace(/:\w+/g, 'any')

/** The path of the data that the screen at an address shows first; undefined where there are none. */
function dataPathOf(address: string): string | undefined {
  const wanted = firstDataOf(address, '')
  return wanted && firstDataPath(wanted)
}

/** The page begins the calls for its data where the address alone says which. */
function scriptOf(name: WebRouteName, pattern: string): string {
  if (name === 'shortLink') {
    // By the `next` of a text's link (AUTH-10, MSG-04).
    const data = { '': dataPathOf(webPaths.orders()), [webPaths.newOrder()]: dataPathOf(webPaths.newOrder()) }
    return callText(beginTextedLink, beginCall, { session: browserKeys.session, origin: originKey }, timeLimit, {
      signIn: apiPaths.factorAuth(),
      data,
    })
  }
  const path = dataPathOf(someAddress(pattern))
  // What is asked for may depend on a part of the address that only the browser knows.
  const isOpen = pattern.includes('?') || path?.includes(someOrder)
  return callText(beginVisit, beginCall, browserKeys.session, timeLimit, isOpen || path === undefined ? null : path)
}

/** The screens that look the same at every address before their data is there. */
const drawnAhead: readonly WebRouteName[] = ['orders', 'newOrder', 'newOrderForm', 'orderForm']

/** A client's screen before its data, as the app draws it. */
async function clientScreen(address: string) {
  await preloadScreens(address)
  return (
    <StaticRouter location={address}>
      <PrerenderedForClient value={true}>
        <App />
      </PrerenderedForClient>
    </StaticRouter>
  )
}

/** The shells of the routes that the browser draws. */
export async function shells(): Promise<readonly Shell[]> {
  const all = await Promise.all(
    webRoutePatterns.map(async ({ name, pattern, access }) => {
      const own = shellModules[name]
      if (own === undefined) return []
      const modules = access === 'client' ? [...clientFrame, ...own] : own
      const screen = drawnAhead.includes(name) ? await clientScreen(someAddress(pattern)) : undefined
      const html = renderToStaticMarkup(<ShellFrame client={screen} />)
      const script = scriptOf(name, pattern)
      return [{ name, modules, html, script }]
    }),
  )
  return all.flat()
}

async function htmlOf(path: string): Promise<string> {
  await preloadScreens(path)
  return renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
}

/** What those pages do that name a friend's gift. */
const friendScript = callText(markFriend, originKey)

function scriptIn(name: PrerenderedName, html: string): string | undefined {
  if (name === 'offline') return offlineScript
  const scripts = [html.includes('<form') && formScript, html.includes(friendsMark) && friendScript]
  return scripts.filter(Boolean).join(';') || undefined
}

const isPrerendered = (name: WebRouteName): name is PrerenderedName => name in heads

/** Every page that is rendered at build time (PUB-09), and the page for paths that do not exist (PUB-08). */
export async function prerenderedPages(): Promise<readonly PrerenderedPage[]> {
  const pages = webRoutePatterns
    .filter(({ page }) => page === 'prerendered')
    .map(({ name, pattern }) => ({ name, pattern, file: `${pattern.slice(1)}/index.html` }))
  return Promise.all([
    ...pages.map(async ({ name, pattern, file }) => {
      if (!isPrerendered(name)) throw new Error(`${name} has no title and description`)
      const head = heads[name]
      const html = await htmlOf(pattern)
      const script = scriptIn(name, html)
      return { ...head, title: `${head.title} · ${productName}`, file, route: pattern, html, script }
    }),
    htmlOf('/404').then((html) => ({
      file: '404.html',
      route: '*',
      title: `${notFoundTexts.title} · ${productName}`,
      description: notFoundTexts.description,
      modules: ['src/features/not-found/NotFoundScreen.tsx'],
      html,
      script: undefined,
    })),
  ])
}
