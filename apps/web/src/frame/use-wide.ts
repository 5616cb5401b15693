import { useSyncExternalStore } from 'react'

/** From 900 px the price card is beside the step; below, the bar has the action (UI-06). Larger text needs more. */
const wideQuery = () => window.matchMedia('(width >= 56.25rem)')

const subscribe = (listener: () => void) => {
  const query = wideQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the window has two columns: of price card and bar only the visible one renders. A prerendered page has the
 * card, which phones hide by CSS.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wideQuery().matches,
    () => true,
  )
