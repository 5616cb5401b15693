import { createValue } from '@nerdify/browser/listeners.ts'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** What is late or new in the queue while the tab is in the background: "2 late, 3 new" (DESK-01). */
export const titleNews = createValue<string | undefined>(undefined)

/** The path whose heading had the focus; the first page keeps the browser's own focus. */
let arrivedAt: string | undefined

/**
 * Sets the title of the page: "Queue · Nerdify desk"; `note` precedes it, unless the tab has news. After a
 * navigation that took the focused element away, moves the focus to the screen's `<h1>`, so that a screen reader
 * announces the place (DESK-08); a field, or what still has the focus in the screen, keeps it.
 */
export function useScreenTitle(title: string, note?: string): void {
  const { pathname } = useLocation()
  const news = useSyncExternalStore(titleNews.follow, titleNews.get) ?? note
  useEffect(() => {
    document.title = `${news === undefined ? '' : `(${news}) `}${title} · Nerdify desk`
  }, [news, title])
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (arrivedAt === pathname || heading === null) return
    if (arrivedAt !== undefined && !document.activeElement?.matches('input, main *')) focusHeading(heading)
    arrivedAt = pathname
  })
}
