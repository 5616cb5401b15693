import { pageBelow } from '@nerdify/contract/cabinet-overlays.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { listen } from '../ui/listen.ts'

/** Where each entry of the history was scrolled to, in CSS pixels, by the entry's key. */
const positions = new Map<string, number>()

/**
 * Keeps the scroll position of every history entry: Back and Forward lead to it (ux 47), a new page begins at its top
 * or at its `#…`, and a change of the address within a page, as when
 * an overlay opens over it, moves nothing.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const shown = useRef({ key, pathname })

  useEffect(() => {
    const entry = shown.current
    const note = () => positions.set(shown.current.key, window.scrollY)
    const restoreBy = (who: ScrollRestoration) => () => {
      window.history.scrollRestoration = who
    }
    // A reload is the browser's to restore.
    const [byBrowser, byUs] = [restoreBy('auto'), restoreBy('manual')]
    positions.set(entry.key, window.scrollY)
    byUs()
    const stop = listen({ scroll: note, pagehide: byBrowser, pageshow: byUs })
    return () => {
      stop()
      byBrowser()
    }
  }, [])

  useLayoutEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { key, pathname }
    if (type === 'POP') {
      scrollBackTo(positions.get(key) ?? 0)
    } else if (hash !== '') {
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    } else if (pageBelow(before.pathname) !== pageBelow(pathname)) {
      window.scrollTo({ top: 0, behavior: 'instant' })
    }
  }, [key, pathname, hash, type])
}

/**
 * Scrolls to where an entry was. Long lists skip the layout of what is out of sight and only guess its height: for one
 * frame the root says `data-restoring`, so that they lay out everything and the place is the exact one.
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
 * For what a press came to, which may stand far from the button: the element is brought into view when it appears, and
 * `when` it is a press that it answers (ux 32). What is in view already is not moved.
 */
export function useBroughtIntoView(when = true): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (when) place.current?.scrollIntoView({ block: 'nearest' })
  }, [when])
  return place
}
