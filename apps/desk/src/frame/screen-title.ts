import { createValue } from '@nerdify/browser/listeners.ts'
import { useEffect, useSyncExternalStore } from 'react'

/** What is late or new in the queue while the tab is in the background: "2 late, 3 new" (DESK-01). */
export const titleNews = createValue<string | undefined>(undefined)

/** Sets the title of the page: "Queue · Nerdify desk"; `note` stands before it, unless the tab has news. */
export function useScreenTitle(title: string, note?: string): void {
  const news = useSyncExternalStore(titleNews.follow, titleNews.get) ?? note
  useEffect(() => {
    document.title = `${news === undefined ? '' : `(${news}) `}${title} · Nerdify desk`
  }, [news, title])
}
