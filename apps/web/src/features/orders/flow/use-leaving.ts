import { useEffectEvent, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Calls back when the page is left. A part that is only drawn anew on the same page has not been left: so it is when a
 * tablet is turned and the column beside the step goes below it.
 */
export function useLeaving(left: () => void): void {
  const { pathname } = useLocation()
  const leave = useEffectEvent(left)
  // With the page itself: a moment later whoever went back at once would be on it again.
  useLayoutEffect(
    () => () => {
      if (window.location.pathname !== pathname) leave()
    },
    [pathname],
  )
}
