import { type ComponentType, lazy, useState, useSyncExternalStore } from 'react'
import { createValue } from '../listeners.ts'

/** The module of a screen or of a layout around screens. */
interface ScreenModule {
  Component: ComponentType
}

/** A screen whose code is loaded when it is first shown, or before by `preload`. */
export interface LazyScreen {
  (): React.ReactNode
  /** Loads the screen, so that it is drawn at once: before hydration, and when pages are prerendered. */
  preload: () => Promise<void>
}

/** How many screens are on the way. */
const loading = createValue(0)

/** Whether the code of a screen is on the way (UI-08). */
export const useScreenLoading = (): boolean =>
  useSyncExternalStore(
    loading.follow,
    () => loading.get() > 0,
    () => false,
  )

/** Loads once more what did not come, if the device is offline once it is back (EASE-12). */
async function onceOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    // The device may be back before the failure is known.
    if (navigator.onLine) return load()
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return onceOnline(load).catch(reload)
  }
}

/** Older browsers remember that an import failed, until the page is loaded anew: its address is the wanted screen's already. */
function reload(): Promise<never> {
  window.location.reload()
  return new Promise(() => {})
}

/** Makes a screen of a module that is loaded when needed. While it loads, or waits for the line, the screen before it stays. */
export function lazyScreen(load: () => Promise<ScreenModule>): LazyScreen {
  let Loaded: ComponentType | undefined
  const Later = lazy(async () => {
    const loaded = onceOnline(load)
    // Not at once: this runs while another component is being drawn.
    await Promise.resolve()
    loading.set(loading.get() + 1)
    try {
      return { default: (await loaded).Component }
    } finally {
      loading.set(loading.get() - 1)
    }
  })
  const Screen = () => {
    // One that is shown stays what it was when its code is loaded once more, by the way.
    const [Now] = useState(() => Loaded ?? Later)
    return <Now />
  }
  return Object.assign(Screen, {
    async preload() {
      Loaded = (await load()).Component
    },
  })
}
