import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { useHydrated } from '../frame/use-hydrated.ts'

/** A visitor's landing page, and its query with the friend's share code (REF-04). */
export interface Origin {
  landing: string
  landing_query: string
}

export const originKey = 'origin'

const hasShareCode = (query: string) => new URLSearchParams(query).has('ref')

/** Whether the kept origin has a share code. */
const isReferred = () => hasShareCode(storedOrigin()?.landing_query ?? '')

/** Keeps a landing page with a share code until sign-in; the first page with a code wins. */
function keepLanding(pathname: string, search: string): void {
  if (hasShareCode(search) && !isReferred()) keepOrigin({ landing: pathname, landing_query: search })
}

/** Keeps this browser's origin; the newcomer's first sign-in sends it (REF-04). */
export function keepOrigin(origin: Origin): void {
  localStore.set(originKey, JSON.stringify(origin))
}

/** This browser's origin; undefined unless the visitor came by a share link or left a phone number. */
export function storedOrigin(): Origin | undefined {
  try {
    const { landing, landing_query } = JSON.parse(localStore.get(originKey) ?? '{}') as Partial<Origin>
    return typeof landing === 'string' && typeof landing_query === 'string' ? { landing, landing_query } : undefined
  } catch {
    return undefined
  }
}

/** The kept origin, or else the current page. */
export const keptOrigin = (pathname: string): Origin => storedOrigin() ?? { landing: pathname, landing_query: '' }

/** Forgets the origin once the account has it. */
export function forgetOrigin(): void {
  localStore.remove(originKey)
}

/**
 * Forgets a friend's share code after a sign-in by link. Another origin stays: only the first typed code binds it
 * (decision 0092).
 */
export function forgetShareCode(): void {
  if (isReferred()) forgetOrigin()
}

/**
 * Keeps the visitor's origin, and returns whether a friend referred them: then the page names the friend's gift
 * (DOOR-01, REF-04). False during hydration.
 */
export function useFriendsGift(): boolean {
  const { pathname, search } = useLocation()
  useEffect(() => keepLanding(pathname, search), [pathname, search])
  const isHydrated = useHydrated()
  return isHydrated && (hasShareCode(search) || isReferred())
}
