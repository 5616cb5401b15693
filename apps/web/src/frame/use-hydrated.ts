import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False during hydration, then true: values that only this browser knows (history state, storage) may show from then
 * on.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
