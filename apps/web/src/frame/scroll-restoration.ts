import { pageBelow } from '@nerdify/contract/cabinet-overlays.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { listen } from '@nerdify/ui/listen.ts'

/** Scroll position of each history entry, in CSS pixels, by the entry's key. */
const positions = new Map<string, number>()

/**
 * Restores the scroll position of history entries on Back and Forward (ux 47). A new page begins at its top or at its
 * `#…`; an address change within a page, such as an opening overlay, does not scroll.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const currentEntry = useRef({ key, pathname })

  useEffect(() => {
    const entry = currentEntry.current
    const recordPosition = () => positions.set(currentEntry.current.key, window.scrollY)
    const restoreBy = (mode: ScrollRestoration) => () => {
      window.history.scrollRestoration = mode
    }
    // The browser itself restores the position after a reload.
    const [byBrowser, byUs] = [restoreBy('auto'), restoreBy('manual')]
    positions.set(entry.key, window.scrollY)
    byUs()
    const stop = listen({ scroll: recordPosition, pagehide: byBrowser, pageshow: byUs })
    return () => {
      stop()
      byBrowser()
    }
  }, [])

  useLayoutEffect(() => {
    const previous = currentEntry.current
    if (previous.key === key) return
    currentEntry.current = { key, pathname }
    if (type === 'POP') {
      scrollBackTo(positions.get(key) ?? 0)
    } else if (hash !== '') {
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    } else if (pageBelow(previous.pathname) !== pageBelow(pathname)) {
      window.scrollTo({ top: 0, behavior: 'instant' })
    }
  }, [key, pathname, hash, type])
}

/**
 * Scrolls to an entry's position. Long lists skip the layout of hidden parts and only guess their height: for one frame
 * `data-restoring` at the root makes them lay out everything, so that the position is exact.
 */
function scrollBackTo(top: number): void {
  const { dataset } = document.documentElement
  if (top > 0) {
    dataset.restoring = ''
    requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.restoring))
  }
  window.scrollTo({ top, behavior: 'instant' })
}

/**
 * Scrolls an element into view when it appears, if it is the result of a click (`when`, ux 32). An element in view does
 * not move.
 */
export function useScrollIntoView(when = true): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (when) element.current?.scrollIntoView({ block: 'nearest' })
  }, [when])
  return element
}
