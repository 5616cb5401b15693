import { firstDataPath } from '@nerdify/contract/api-client.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { pricePlaceholder, pricedStartPage } from '@nerdify/contract/served-price.ts'
import { type WebRouteName, webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './App.tsx'
import { callTimeoutMs } from '@nerdify/browser/send.ts'
import { beginCall, beginTextedLink, beginVisit } from './visit/begin-visit.ts'
import { reloadOnceAnswered } from './visit/reload-once-answered.ts'
import { noteEarlySubmit } from './visit/early-input.ts'
import { friendsMark } from './frame/ForFriends.tsx'
import { ShellFrame } from './frame/ShellFrame.tsx'
import { PrerenderedPrice } from './frame/prerendered-price.ts'
import { PrerenderedForClient } from './frame/use-signed-in.ts'
import type { Head, PrerenderedPage, Shell } from './prerendered.ts'
import { originKey } from './visit/origin.ts'
import { firstDataOf, modulesAt, preloadScreens } from './routes.tsx'
import { contactHead, messageSentTexts } from './texts/contact.ts'
import { productName } from './texts/frame.ts'
import { notFoundTexts } from './texts/not-found.ts'
import { offlineTexts } from './texts/offline.ts'
import { privacyPolicyTexts } from './texts/policies/privacy-policy.ts'
import { refundsTexts } from './texts/policies/refunds.ts'
import { termsTexts } from './texts/policies/terms.ts'
import { emailSentTexts, emailUnknownTexts, signInHeads } from './texts/sign-in.ts'
import { startHead } from './texts/start.ts'

type PrerenderedName = Extract<(typeof webRoutePatterns)[number], { page: 'prerendered' }>['name']

const heads: Record<PrerenderedName, Head> = {
  login: signInHeads.login,
  loginPhone: signInHeads.phone,
  loginEmailSent: {
    title: emailSentTexts.heading,
    description: emailSentTexts.lead,
  },
  loginEmailUnknown: {
    title: emailUnknownTexts.title,
    description: emailUnknownTexts.lead,
  },
  messageWasSent: {
    title: messageSentTexts.unknownTitle,
    description: messageSentTexts.next,
  },
  start: startHead,
  contactUs: contactHead,
  loginEmail: signInHeads.email,
  offline: offlineTexts,
  privacyPolicy: privacyPolicyTexts,
  terms: termsTexts,
  refunds: refundsTexts,
}

/** The screens that the browser renders in a shell, which preloads their modules. */
const shellNames: readonly WebRouteName[] = [
  'mailLink',
  'shortLink',
  'ratingLink',
  'orders',
  'ordersFilter',
  'newOrder',
  'orderJobType',
  'newOrderForm',
  'orderForm',
  'newOrderDetails',
  'orderDetails',
  'newOrderExtraServices',
  'orderExtraServices',
  'orderThankYou',
  'myInfo',
  'subscription',
  'refCabinet',
]

/** The source of a function call, for an inline script. */
const callText = <Args extends readonly unknown[]>(script: (...args: Args) => void, ...args: Args): string =>
  `(${script.toString()})(${args.map((arg) => (typeof arg === 'function' ? arg.toString() : JSON.stringify(arg))).join()})`

/** The inline script of a page with a form. */
const formScript = callText(noteEarlySubmit)

/** The inline script of the offline page, which the server's own page replaces. */
const offlineScript = callText(reloadOnceAnswered, 'now', 3_000)

/** The inline script of all other pages. */
export const reloadScript = callText(reloadOnceAnswered, 'without scripts', 10_000)

/** A nonexistent order's id, for a screen that looks the same for all orders. */
const someOrder = '00000000-0000-0000-0000-000000000000'

/** An address of a route, with made-up ids. */
const someAddress = (pattern: string): string =>
  pattern
    .replace(':orderId', someOrder)
    .replace(/:\w+\?$/, '')
    .replace(/:\w+/g, 'any')

/** The path of the data that the screen at an address shows first. */
function dataPathOf(address: string): string | undefined {
  const request = firstDataOf(address, '')
  return request && firstDataPath(request)
}

/** The inline script that requests a screen's data, if the address alone determines it. */
function scriptOf(name: WebRouteName, pattern: string): string {
  if (name === 'shortLink') {
    // By the `next` of a texted link (AUTH-10, MSG-04).
    const data = { '': dataPathOf(webPaths.orders()), [webPaths.newOrder()]: dataPathOf(webPaths.newOrder()) }
    return callText(beginTextedLink, beginCall, { session: browserKeys.session, origin: originKey }, callTimeoutMs, {
      signIn: apiPaths.factorAuth(),
      data,
    })
  }
  const path = dataPathOf(someAddress(pattern))
  // The query may depend on a part of the address that only the browser knows.
  const isOpen = pattern.includes('?') || path?.includes(someOrder)
  return callText(beginVisit, beginCall, browserKeys.session, callTimeoutMs, isOpen || path === undefined ? null : path)
}

/** Screens that look the same at every address before their data arrives. */
const prerenderedScreens: readonly WebRouteName[] = [
  'orders',
  'newOrder',
  'newOrderForm',
  'newOrderDetails',
  'newOrderExtraServices',
  'orderJobType',
  'orderForm',
  'orderDetails',
  'orderExtraServices',
  'orderThankYou',
  'myInfo',
  'refCabinet',
]

/** The pages of links that sign in: they say so at once. */
const linkPages: readonly WebRouteName[] = ['mailLink', 'shortLink', 'ratingLink']

/** A screen before its data, for a client or a stranger. */
async function screenFor(visitor: 'client' | 'anyone', address: string) {
  await preloadScreens(address)
  return (
    <StaticRouter location={address}>
      <PrerenderedForClient value={visitor === 'client'}>
        <App />
      </PrerenderedForClient>
    </StaticRouter>
  )
}

/** The shells of the routes that the browser renders. */
export async function shells(): Promise<readonly Shell[]> {
  return Promise.all(
    webRoutePatterns
      .filter(({ name }) => shellNames.includes(name))
      .map(async ({ name, pattern }) => {
        const address = someAddress(pattern)
        // A texted link leads to the cabinet.
        const modules = [...modulesAt(address), ...(name === 'shortLink' ? modulesAt(webPaths.orders()) : [])]
        const screen = prerenderedScreens.includes(name) ? await screenFor('client', address) : undefined
        const html = renderToStaticMarkup(
          linkPages.includes(name) ? await screenFor('anyone', address) : <ShellFrame client={screen} />,
        )
        return { name, modules, html, script: `${reloadScript};${scriptOf(name, pattern)}` }
      }),
  )
}

async function htmlOf(path: string, price?: string): Promise<string> {
  await preloadScreens(path)
  return renderToString(
    <StaticRouter location={path}>
      <PrerenderedPrice value={price}>
        <App />
      </PrerenderedPrice>
    </StaticRouter>,
  )
}

/** The offline page, whose scripts never load, for strangers and for signed-in people; its script shows one of them. */
const offlineHtml = async () =>
  renderToStaticMarkup(
    <>
      <div data-for="anyone">{await screenFor('anyone', webPaths.offline())}</div>
      <div data-for="client">{await screenFor('client', webPaths.offline())}</div>
    </>,
  )

/** The inline script of pages that name a friend's gift. */
const friendScript = callText(markFriend, originKey)

function scriptIn(name: PrerenderedName, html: string): string {
  if (name === 'offline') return `${scriptOf(name, webPaths.offline())};${offlineScript}`
  const scripts = [reloadScript, html.includes('<form') && formScript, html.includes(friendsMark) && friendScript]
  return scripts.filter(Boolean).join(';')
}

const isPrerendered = (name: WebRouteName): name is PrerenderedName => name in heads

/** Every page that is prerendered (PUB-09), and the page for unknown paths (PUB-08). */
export async function prerenderedPages(): Promise<readonly PrerenderedPage[]> {
  const pages: { name: WebRouteName; pattern: string; file: string; price?: string }[] = webRoutePatterns
    .filter(({ page }) => page === 'prerendered')
    .map(({ name, pattern }) => ({ name, pattern, file: `${pattern.slice(1)}/index.html` }))
  pages.push({ name: 'start', pattern: webPaths.start(), file: pricedStartPage, price: pricePlaceholder })
  return Promise.all([
    ...pages.map(async ({ name, pattern, file, price }) => {
      if (!isPrerendered(name)) throw new Error(`${name} has no title and description`)
      const head = heads[name]
      const html = name === 'offline' ? await offlineHtml() : await htmlOf(pattern, price)
      const script = scriptIn(name, html)
      return {
        ...head,
        title: `${head.title} · ${productName}`,
        file,
        route: pattern,
        modules: name === 'start' ? [] : modulesAt(pattern),
        html,
        script,
        ...(price && { price }),
        ...(name === 'start' && { leadsTo: modulesAt(webPaths.newOrderForm('writing')) }),
      }
    }),
    htmlOf('/404').then((html) => ({
      file: '404.html',
      route: '*',
      title: `${notFoundTexts.title} · ${productName}`,
      description: notFoundTexts.description,
      modules: modulesAt('/404'),
      html,
      script: reloadScript,
    })),
  ])
}

/**
 * Runs inline in prerendered pages that name a friend's gift, before the first paint: marks the root with `data-friend`
 * if a friend sent the visitor (REF-04), by the address or by the query stored under `key`. Its source is copied into
 * the page, so it uses nothing from outside.
 */
function markFriend(key: string): void {
  try {
    // The stored value contains the query of the landing address.
    if (/[?&]ref=/.test(`${location.search} ${localStorage.getItem(key)}`)) document.documentElement.dataset.friend = ''
  } catch {
    // A browser without storage has no stored origin.
  }
}
