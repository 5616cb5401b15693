import '@nerdify/ui/tokens/tokens.css'
import '@nerdify/ui/tokens/base.css'
import './frame/install/install-prompt.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { BrowserRouter } from 'react-router'
import { askForFirstData } from './api/first-data.ts'
import { App } from './App.tsx'
import { firstDataOf, earlyRedirect, patternAt, preloadScreens } from './routes.tsx'
import { paymentIn } from './visit/payment-return.ts'
import { session } from './visit/session.ts'
import { showPage } from './visit/show-page.ts'

/** Redirects before the first screen loads, so that a visitor does not wait for a screen that they will not see. */
function leadFirstVisit(): void {
  const { pathname, search } = window.location
  const paid = paymentIn(window.location)
  const hash = paid === undefined ? window.location.hash : ''
  const target = earlyRedirect(pathname, session.token() !== undefined)
  if (target === undefined) {
    // The card page's return is only for visitors without a session, and stays out of the address (PAY-03).
    if (paid !== undefined) window.history.replaceState(null, '', pathname + search)
    return
  }
  if (target === webPaths.login()) session.keepPage(pathname + search + hash)
  // The router's format for the state of an entry.
  window.history.replaceState(paid === undefined ? null : { usr: { paid } }, '', target)
}

/** Hydrates the prerendered page, or renders the first screen in its place. */
async function start(root: HTMLElement): Promise<void> {
  leadFirstVisit()
  const { pathname, search } = window.location
  const firstData = session.token() === undefined ? undefined : firstDataOf(pathname, search)
  if (firstData !== undefined) askForFirstData(firstData)
  const route = patternAt(pathname)
  const isWhole = await preloadScreens(pathname)
  // If the visitor pressed Back meanwhile, the loaded modules belong to another page.
  if (window.location.pathname !== pathname) return start(root)
  // The offline page stays if the code of this page never loaded (UI-05).
  if (!isWhole && root.dataset.route === webPaths.offline()) return
  showPage(
    root,
    route,
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
// The loaded screens import this file, so its evaluation must end first; input may also come in between.
setTimeout(() => void start(root))
