import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while a pre-rendered page is taken over, true ever after: what only this browser knows (history state,
 * storage) may be shown from then on.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
