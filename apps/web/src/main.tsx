import '@nerdify/ui/tokens/tokens.css'
import '@nerdify/ui/tokens/base.css'
import './frame/install/install-prompt.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { askForFirstData } from './api/first-data.ts'
import { App } from './App.tsx'
import { noteServedForm } from './visit/early-input.ts'
import { firstDataOf, earlyRedirect, patternAt, preloadScreens } from './routes.tsx'
import { paymentIn } from './visit/payment-return.ts'
import { session } from './visit/session.ts'

/** Redirects before the first screen loads, so that a visitor does not wait for a screen that they will not see. */
function leadFirstVisit(): void {
  const { pathname, search } = window.location
  const paid = paymentIn(window.location)
  const hash = paid === undefined ? window.location.hash : ''
  const elsewhere = earlyRedirect(pathname, session.token() !== undefined)
  // The card page's return is only for visitors without a session, and stays out of the address (PAY-03).
  if (elsewhere === undefined && paid !== undefined) window.history.replaceState(null, '', pathname + search)
  if (elsewhere === undefined) return
  if (elsewhere === 'sign-in') session.askFor(pathname + search + hash)
  const path = {
    root: webPaths.root(),
    'sign-in': webPaths.login(),
    'asked-for': session.askedFor() ?? webPaths.orders(),
  }[elsewhere]
  // The router's format for the state of an entry.
  window.history.replaceState(paid === undefined ? null : { usr: { paid } }, '', path)
}

/** Hydrates the prerendered page, or renders the first screen in its place. */
async function start(root: HTMLElement): Promise<void> {
  leadFirstVisit()
  const { pathname, search } = window.location
  const wanted = session.token() === undefined ? undefined : firstDataOf(pathname, search)
  if (wanted !== undefined) askForFirstData(wanted)
  const route = patternAt(pathname)
  const isWhole = await preloadScreens(pathname)
  // If the visitor pressed Back meanwhile, the loaded modules belong to another page.
  if (window.location.pathname !== pathname) return start(root)
  // The offline page stays if the code of this page never loaded (UI-05).
  if (!isWhole && root.dataset.route === webPaths.offline()) return
  const app = (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  )
  if (root.dataset.route === route) noteServedForm(root)
  // As a transition React yields to input while it hydrates.
  startTransition(() => {
    // A prerendered page names its route. It is rendered again if the address leads elsewhere, or if the browser's
    // translator has replaced its texts, because React cannot hydrate the new elements.
    if (root.dataset.route === route && root.querySelector('font') === null) {
      hydrateRoot(root, app)
    } else {
      // The page's own content stays until the first screen replaces it.
      createRoot(root).render(app)
    }
  })
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
// The loaded screens import this file, so its evaluation must end first; input may also come in between.
setTimeout(() => void start(root))
