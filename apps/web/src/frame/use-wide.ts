import { useSyncExternalStore } from 'react'

/** UI-06: from 900 px on the price card stands beside the step, below it the bar holds the action; larger letters need more. */
const wide = () => window.matchMedia('(width >= 56.25rem)')

const subscribe = (listener: () => void) => {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the window is wide enough for two columns: only what is seen of price card and bar is drawn. Ahead of the
 * browser: the card, which phones hide.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => true,
  )
