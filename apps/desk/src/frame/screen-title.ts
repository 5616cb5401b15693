import { useEffect } from 'react'

/** Sets the title of the page: "Queue · Nerdify desk". */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Nerdify desk`
  }, [title])
}
