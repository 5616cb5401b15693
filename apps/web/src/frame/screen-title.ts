import { pageBelow } from '@nerdify/contract/cabinet-overlays.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { productName } from '../texts/frame.ts'
import { focusHeading } from '../ui/focus-heading.ts'

/** The path whose heading has the focus already; the first page that is loaded keeps the browser's own. */
let arrivedAt: string | undefined

/**
 * Names the screen: sets the page's title ("Step 2 of 4 – Order details · Nerdify") and, when a navigation led here,
 * moves the focus to the screen's `<h1>`, so that a screen reader tells where one is (ux 15, ux 55). An
 * overlay over a page moves its own focus.
 */
export function useScreenTitle(title: string): void {
  const pathname = pageBelow(useLocation().pathname)
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
  useEffect(() => {
    if (arrivedAt === pathname) return
    if (arrivedAt !== undefined) {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (heading === null) return
      focusHeading(heading)
    }
    arrivedAt = pathname
  })
}
