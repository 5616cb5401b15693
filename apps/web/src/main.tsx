import './tokens/tokens.css'
import './tokens/base.css'
import './frame/install/install-prompt.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { askForFirstData } from './api/first-data.ts'
import { App } from './App.tsx'
import { firstDataOf, earlyRedirect, patternAt, preloadScreens } from './routes.tsx'
import { paymentIn } from './payment-return.ts'
import { session } from './session.ts'

/** Leads on before the first screen is loaded, so that nobody waits for one that they will not see. */
function leadFirstVisit(): void {
  const { pathname, search } = window.location
  const paid = paymentIn(window.location)
  const hash = paid === undefined ? window.location.hash : ''
  const elsewhere = earlyRedirect(pathname, session.token() !== undefined)
  // What the card page led back with is for whoever has no session, and for no address (PAY-03).
  if (elsewhere === undefined && paid !== undefined) window.history.replaceState(null, '', pathname + search)
  if (elsewhere === undefined) return
  if (elsewhere === 'sign-in') session.askFor(pathname + search + hash)
  const path = {
    root: webPaths.root(),
    'sign-in': webPaths.login(),
    'asked-for': session.askedFor() ?? webPaths.orders(),
  }[elsewhere]
  // As the router keeps the state of an entry.
  window.history.replaceState(paid === undefined ? null : { usr: { paid } }, '', path)
}

/** Shows the first screen: over the page that was rendered ahead for it, else in its place. */
async function start(root: HTMLElement): Promise<void> {
  leadFirstVisit()
  const { pathname, search } = window.location
  const wanted = session.token() === undefined ? undefined : firstDataOf(pathname, search)
  if (wanted !== undefined) askForFirstData(wanted)
  const route = patternAt(pathname)
  const isWhole = await preloadScreens(pathname)
  // Who pressed Back meanwhile is elsewhere: what is on its way is for another page.
  if (window.location.pathname !== pathname) return start(root)
  // The offline page stands in for this one, and stays where the code of this one was never loaded (UI-05).
  if (!isWhole && root.dataset.route === webPaths.offline()) return
  const app = (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  )
  // A transition: React stops now and then, so that no input waits for the whole of it.
  startTransition(() => {
    // A prerendered page names the route that it shows. One that leads elsewhere is rendered again, and so is one whose
    // texts the browser's translator has already replaced: its elements are no longer those that React would hydrate.
    if (root.dataset.route === route && root.querySelector('font') === null) {
      hydrateRoot(root, app)
    } else {
      // What the page brought stays until the first screen takes its place.
      createRoot(root).render(app)
    }
  })
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
// The screens that are loaded need this very file, which must be through by then; and an input may come in between.
setTimeout(() => void start(root))
