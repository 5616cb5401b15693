import { useSyncExternalStore } from 'react'

/** UI-06: from 900 px on the price card is beside the step; below, the bar has the action. Larger letters need more. */
const wide = () => window.matchMedia('(width >= 56.25rem)')

const subscribe = (listener: () => void) => {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the window has two columns: only the visible one of price card and bar renders. Prerendered: the card, which
 * phones hide by CSS.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => true,
  )
