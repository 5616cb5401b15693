import { type ComponentType, useEffect, useState } from 'react'

/** Polling interval in ms, and maximum number of polls, for the first screen. */
const lookEvery = 300
const looks = 50

/** Whether a screen shows with all its data. */
const isScreenThere = () =>
  document.querySelector('main h1') !== null && document.querySelector('[aria-busy="true"]') === null

/** Calls back when the page has loaded, its screen is complete, and the browser is idle. */
export function onceIdle(act: () => void): void {
  const soon = () => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 5000 })
    else setTimeout(act, 1000)
  }
  const look = (left: number) => {
    if (left === 0 || isScreenThere()) soon()
    else setTimeout(look, lookEvery, left - 1)
  }
  const begin = () => look(looks)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

/**
 * A part that loads when the first screen is complete and the browser is idle. A failed load is retried once the device
 * is online.
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
