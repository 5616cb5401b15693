import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { localStore } from './browser-storage.ts'
import { useHydrated } from './frame/use-hydrated.ts'

/** Where somebody came in: the page, and its query with the share code of who sent them (REF-04). */
export interface Origin {
  landing: string
  landing_query: string
}

/** Where it is kept in the browser. */
export const originKey = 'origin'

const hasShareCode = (query: string) => new URLSearchParams(query).has('ref')

/** Keeps the page that somebody came in by with a share code, until they sign in; the first one with a code stays. */
function keepLanding(pathname: string, search: string): void {
  if (hasShareCode(search) && !hasShareCode(storedOrigin()?.landing_query ?? ''))
    keepOrigin({ landing: pathname, landing_query: search })
}

/** Keeps where this browser came in: the newcomer's first sign-in takes it along (REF-04). */
export function keepOrigin(origin: Origin): void {
  localStore.set(originKey, JSON.stringify(origin))
}

/** Where this browser came in; undefined unless somebody came by a share link or left a number here. */
export function storedOrigin(): Origin | undefined {
  try {
    const { landing, landing_query } = JSON.parse(localStore.get(originKey) ?? '{}') as Partial<Origin>
    return typeof landing === 'string' && typeof landing_query === 'string' ? { landing, landing_query } : undefined
  } catch {
    return undefined
  }
}

/** Where somebody came in: what was kept, else the page that they are on. */
export const keptOrigin = (pathname: string): Origin => storedOrigin() ?? { landing: pathname, landing_query: '' }

/** Forgets it: the account that signed in has it. */
export function forgetOrigin(): void {
  localStore.remove(originKey)
}

/**
 * Keeps where this page's visitor came in, and tells whether a friend sent them: then the page says what the friend gives
 * (DOOR-01, REF-04). False while a prerendered page is hydrated.
 */
export function useFriendsGift(): boolean {
  const { pathname, search } = useLocation()
  useEffect(() => keepLanding(pathname, search), [pathname, search])
  const isHydrated = useHydrated()
  return isHydrated && [search, keptOrigin(pathname).landing_query].some(hasShareCode)
}
