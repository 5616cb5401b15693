import { type ComponentType, lazy, useSyncExternalStore } from 'react'

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

let loading = 0
const listeners = new Set<() => void>()

const count = (change: 1 | -1) => {
  loading += change
  for (const listener of listeners) listener()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether the code of a screen is on the way (UI-08). */
export const useScreenLoading = (): boolean =>
  useSyncExternalStore(
    follow,
    () => loading > 0,
    () => false,
  )

/** Makes a screen of a module that is loaded when needed. While it loads, the screen before it stays. */
export function lazyScreen(load: () => Promise<ScreenModule>): LazyScreen {
  let Loaded: ComponentType | undefined
  const Later = lazy(async () => {
    const loaded = load()
    // Not at once: this runs while another component is being drawn.
    await Promise.resolve()
    count(1)
    try {
      return { default: (await loaded).Component }
    } finally {
      count(-1)
    }
  })
  const Screen = () => (Loaded === undefined ? <Later /> : <Loaded />)
  return Object.assign(Screen, {
    async preload() {
      Loaded = (await load()).Component
    },
  })
}
