import './tokens/tokens.css'
import './tokens/base.css'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, createPath, matchRoutes, type RouteObject, RouterProvider } from 'react-router'
import { leadsElsewhere, routes } from './routes.tsx'
import { session } from './session.ts'

const patternAt = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path

/** Leads on before the first screen is loaded, so that nobody waits for one that they will not see. */
function leadFirstVisit(): void {
  const { pathname, search, hash } = window.location
  const elsewhere = leadsElsewhere(patternAt(pathname), session.token() !== undefined)
  if (elsewhere === undefined) return
  if (elsewhere === 'sign-in') session.askFor(pathname + search + hash)
  const path = elsewhere === 'sign-in' ? webPaths.login() : (session.askedFor() ?? webPaths.orders())
  window.history.replaceState(null, '', path)
}

/** Loads what the first screen needs, all at once. What fails stays lazy: the router then shows its error screen. */
async function loadFirstScreen(): Promise<void> {
  const lazyRoutes = (matchRoutes(routes, window.location) ?? []).map(({ route }) => route)
  await Promise.allSettled(
    lazyRoutes.map(async (route: RouteObject) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

leadFirstVisit()
await loadFirstScreen()

const router = createBrowserRouter(routes)

// AUTH-19: the one place where a 401 or 403 sends the browser to /logout; the page asked for is kept (AUTH-23).
session.onRefused(() => {
  const { location } = router.state
  if (location.pathname === webPaths.logout()) return
  session.askFor(createPath(location))
  void router.navigate(webPaths.logout(), { replace: true, state: { forced: true } })
})

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

// A pre-rendered page names the route that it shows; one that leads elsewhere is drawn anew.
if (root.dataset.route === patternAt(window.location.pathname)) {
  hydrateRoot(root, <RouterProvider router={router} />)
} else {
  root.replaceChildren()
  createRoot(root).render(<RouterProvider router={router} />)
}
