import { type ComponentType, useEffect, useState } from 'react'

/** How often, and how many times at most, to look for the complete first screen. */
const pollIntervalMs = 300
const maxPolls = 50

/** Whether a screen shows with all its data. */
const isScreenComplete = () =>
  document.querySelector('main h1') !== null && document.querySelector('[aria-busy="true"]') === null

/** Calls back when the page has loaded, its screen is complete, and the browser is idle. */
export function onceIdle(action: () => void): void {
  const runOnceIdle = () => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) window.requestIdleCallback(action, { timeout: 5000 })
    else setTimeout(action, 1000)
  }
  const poll = (remaining: number) => {
    if (remaining === 0 || isScreenComplete()) runOnceIdle()
    else setTimeout(poll, pollIntervalMs, remaining - 1)
  }
  const start = () => poll(maxPolls)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}

/**
 * A component that loads when the first screen is complete and the browser is idle. A failed load is retried once the
 * device is online.
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
