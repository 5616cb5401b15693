import { type ComponentType, useEffect, useState } from 'react'

/** Calls back when the page has loaded and the browser has nothing else to do. */
function onceIdle(act: () => void): void {
  const soon = () => {
    // Safari knows no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 5000 })
    else setTimeout(act, 1000)
  }
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}

/**
 * A part that nobody waits for: its code is loaded when the page stands and the browser is idle. What could not be loaded
 * is tried again once the device is online.
 */
export function latePart(load: () => Promise<{ Component: ComponentType }>): ComponentType {
  let loading: Promise<{ Component: ComponentType }> | undefined
  return function Late() {
    const [Part, setPart] = useState<ComponentType>()
    useEffect(() => {
      const show = () => {
        loading ??= load()
        loading.then(
          ({ Component }) => setPart(() => Component),
          () => {
            loading = undefined
            window.addEventListener('online', show, { once: true })
          },
        )
      }
      onceIdle(show)
      return () => window.removeEventListener('online', show)
    }, [])
    return Part === undefined ? null : <Part />
  }
}
