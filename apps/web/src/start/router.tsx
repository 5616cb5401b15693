import { listen } from '@nerdify/ui/listen.ts'
import {
  type ComponentType,
  createContext,
  startTransition,
  use,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import type { LinkProps, Location, NavigateFunction, NavigateOptions } from 'react-router'
import { MissedPop } from '../frame/missed-pop.ts'

/**
 * The part of React Router that `/start` needs, on the browser's own API; the build of `/start` replaces the package
 * with this file (decision 0107). Links load pages, and history entries are the steps of this page. Entries have the
 * package's format, because the app continues with them.
 */

type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

interface Entry {
  location: Location<unknown>
  /** The navigation that led to the entry. */
  type: NavigationType
}

interface Router extends Entry {
  navigate: NavigateFunction
}

const RouterContext = createContext<Router | undefined>(undefined)

/** The layouts and the screen below an `<Outlet>`, outermost first. */
const Screens = createContext<readonly ComponentType[]>([])

function useRouter(): Router {
  const router = use(RouterContext)
  if (router === undefined) throw new Error('The page has no router')
  return router
}

function currentEntry(type: NavigationType): Entry {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'default' } = (window.history.state ?? {}) as { usr?: unknown; key?: string }
  return { location: { pathname, search, hash, state: usr, key }, type }
}

interface PageRouterProps {
  screens: readonly ComponentType[]
  /** Called when the address belongs to another page. */
  leave: () => void
}

/** Shows the screens of this page. */
export function PageRouter({ screens, leave }: PageRouterProps) {
  const [entry, setEntry] = useState(() => currentEntry('POP'))
  const applyNavigation = (type: NavigationType) => {
    const next = currentEntry(type)
    if (next.location.pathname === entry.location.pathname) startTransition(() => setEntry(next))
    else leave()
  }
  const onPop = useEffectEvent(() => applyNavigation('POP'))
  // Before the effect of MissedPop, which replays a Back to this listener.
  useLayoutEffect(() => listen({ popstate: () => onPop() }), [])

  const navigate = ((to: string | number, { replace = false, state }: NavigateOptions = {}) => {
    if (typeof to === 'number') return window.history.go(to)
    window.history[replace ? 'replaceState' : 'pushState']({ usr: state, key: `${performance.now()}` }, '', to)
    applyNavigation(replace ? 'REPLACE' : 'PUSH')
  }) as NavigateFunction
  return (
    <RouterContext value={{ ...entry, navigate }}>
      <MissedPop />
      <Screens value={screens}>
        <Outlet />
      </Screens>
    </RouterContext>
  )
}

/** The next layout, or the screen. */
export function Outlet() {
  const [Next, ...inner] = use(Screens)
  if (Next === undefined) return null
  return (
    <Screens value={inner}>
      <Next />
    </Screens>
  )
}

/** A link that loads its page. */
export const Link = ({ to, children, className, onClick }: LinkProps & { to: string }) => (
  <a href={to} className={className} onClick={onClick}>
    {children}
  </a>
)

export const useLocation = () => useRouter().location

export const useNavigate = () => useRouter().navigate

export const useNavigationType = () => useRouter().type
