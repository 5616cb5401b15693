import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

/**
 * Replays a Back during the first render, when the router had read the address but did not listen yet (ux 16). It must
 * render before the screens, whose effects may navigate.
 */
export function MissedPop(): null {
  const { key } = useLocation()
  const replay = useEffectEvent(() => {
    const state = window.history.state as { key?: string } | null
    // `default` is the router's key for an entry that it did not create.
    if ((state?.key ?? 'default') !== key) window.dispatchEvent(new PopStateEvent('popstate', { state }))
  })
  useEffect(() => replay(), [])
  return null
}
