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

/** Keeps the page that somebody came in by with a share code, until they sign up; the first one stands. */
function keepOrigin(pathname: string, search: string): void {
  if (!new URLSearchParams(search).has('ref') || localStore.get(originKey) !== undefined) return
  localStore.set(originKey, JSON.stringify({ landing: pathname, landing_query: search } satisfies Origin))
}

/** Where somebody came in: what was kept, else the page that they are on. */
export function keptOrigin(pathname: string): Origin {
  const here = { landing: pathname, landing_query: '' }
  try {
    const { landing, landing_query } = JSON.parse(localStore.get(originKey) ?? '{}') as Partial<Origin>
    return typeof landing === 'string' && typeof landing_query === 'string' ? { landing, landing_query } : here
  } catch {
    return here
  }
}

/** Forgets it: the account has it now. */
export function forgetOrigin(): void {
  localStore.remove(originKey)
}

/**
 * Keeps where this page's visitor came in, and tells whether a friend sent them: then the page says what the friend gives
 * (DOOR-01, REF-04). False while a prerendered page is hydrated.
 */
export function useFriendsGift(): boolean {
  const { pathname, search } = useLocation()
  useEffect(() => keepOrigin(pathname, search), [pathname, search])
  const isHydrated = useHydrated()
  return (
    isHydrated && [search, keptOrigin(pathname).landing_query].some((query) => new URLSearchParams(query).has('ref'))
  )
}
