import { type ComponentType, lazy, useState, useSyncExternalStore } from 'react'
import { createValue } from './listeners.ts'

/** The module of a screen or a layout. */
interface ScreenModule {
  Component: ComponentType
}

/** A screen whose code loads when it is first shown, or earlier by `preload`. */
export interface LazyScreen {
  (): React.ReactNode
  /** Loads the screen, so that it renders synchronously: for hydration and prerendering. */
  preload: () => Promise<void>
}

/** Number of screens that are loading. */
const loading = createValue(0)

/** Whether a screen is loading (UI-08). */
export const useScreenLoading = (): boolean =>
  useSyncExternalStore(
    loading.follow,
    () => loading.get() > 0,
    () => false,
  )

const steadyAfterMs = 1000

/** Retries a failed load, on an offline device once it is online (EASE-12). */
async function loadOnceOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    // The device may be back online before the load fails; its connection may need a moment.
    const { onLine } = navigator
    await new Promise((resolve) =>
      onLine ? setTimeout(resolve, steadyAfterMs) : addEventListener('online', resolve, { once: true }),
    )
    return onLine && navigator.onLine ? load() : loadOnceOnline(load).catch(reload)
  }
}

/** Older browsers cache a failed import until the page reloads; the address is already that of the new screen. */
function reload(): Promise<never> {
  window.location.reload()
  return new Promise(() => {})
}

/** A screen that loads on demand. While it loads, or waits for the network, the previous screen stays. */
export function lazyScreen(load: () => Promise<ScreenModule>): LazyScreen {
  let PreloadedComponent: ComponentType | undefined
  const LazyComponent = lazy(async () => {
    const module = loadOnceOnline(load)
    // Deferred, because this runs during another component's render.
    await Promise.resolve()
    loading.set(loading.get() + 1)
    try {
      return { default: (await module).Component }
    } finally {
      loading.set(loading.get() - 1)
    }
  })
  const Screen = () => {
    // A mounted screen keeps its component if its module loads again.
    const [Component] = useState(() => PreloadedComponent ?? LazyComponent)
    return <Component />
  }
  return Object.assign(Screen, {
    async preload() {
      PreloadedComponent = (await load()).Component
    },
  })
}
