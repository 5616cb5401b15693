import { pageBelow } from '@nerdify/contract/cabinet-overlays.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { productName } from '../texts/frame.ts'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'

/** The path whose heading was focused last; the first page keeps the browser's own focus. */
let focusedPath: string | undefined

/**
 * Sets the page's title ("Step 2 of 4 – Order details · Nerdify") and, after a navigation, moves the focus to the
 * screen's `<h1>`, so that a screen reader announces the screen (ux 15, ux 55); a field that has already taken the
 * focus keeps it, and its label is announced. An overlay over a page moves its own focus.
 */
export function useScreenTitle(title: string): void {
  const pathname = pageBelow(useLocation().pathname)
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
  useEffect(() => {
    if (focusedPath === pathname) return
    if (focusedPath !== undefined) {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (heading === null) return
      if (!document.activeElement?.matches('main input')) focusHeading(heading)
    }
    focusedPath = pathname
  })
}
