import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

/**
 * Tells the router of a Back that came while the first screen was drawn, when it had read the address and did not listen
 * yet (ux 16). It stands before the screens, whose effects may navigate.
 */
export function MissedPop(): null {
  const { key } = useLocation()
  const catchUp = useEffectEvent(() => {
    const state = window.history.state as { key?: string } | null
    // `default` is the router's key of an entry that it did not make.
    if ((state?.key ?? 'default') !== key) window.dispatchEvent(new PopStateEvent('popstate', { state }))
  })
  useEffect(() => catchUp(), [])
  return null
}
