import { useEffectEvent, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Calls back when the page is left. A part that only remounts on the same page has not been left, for example when a
 * tablet turns and the side column moves below.
 */
export function useLeaving(onLeave: () => void): void {
  const { pathname } = useLocation()
  const leave = useEffectEvent(onLeave)
  // Together with the page: a client who goes back at once would already be on it again.
  useLayoutEffect(
    () => () => {
      if (window.location.pathname !== pathname) leave()
    },
    [pathname],
  )
}
