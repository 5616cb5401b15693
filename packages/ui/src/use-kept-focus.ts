import { useEffect } from 'react'
import { focusHeading } from './focus-heading.ts'

interface KeptFocus {
  /** A selector: only headings inside such elements take the focus. */
  within: string
  /** How long the part's own effects may move the focus first, in milliseconds; 0 is right after the removal. */
  pauseMs: number
}

const headings = 'h1, h2, h3'

/**
 * Moves the focus of a removed control to the heading of the nearest remaining part, so that keys and a screen reader
 * continue from there (UI-07, DESK-08). Rows of a list stay with their list, which knows the next one.
 */
export function useKeptFocus({ within, pauseMs }: KeptFocus): void {
  useEffect(() => {
    let parts: Element[] = []
    let pause: ReturnType<typeof setTimeout> | undefined
    const note = ({ target }: FocusEvent) => {
      parts = []
      for (let part = target as Element | null; part !== null; part = part.parentElement) parts.push(part)
    }
    const isLost = () => document.activeElement === document.body
    const restore = (lost: readonly Element[]) => {
      if (!isLost()) return
      const around = lost.filter((part) => part.isConnected && part.closest(within) !== null)
      focusHeading(around.map((part) => part.querySelector<HTMLElement>(headings)).find((heading) => heading !== null))
    }
    const observer = new MutationObserver(() => {
      const [focused] = parts
      if (focused === undefined || focused.isConnected || !isLost()) return
      const lost = parts
      parts = []
      if (focused.matches('[data-row]')) return
      if (pauseMs === 0) restore(lost)
      else pause = setTimeout(restore, pauseMs, lost)
    })
    document.addEventListener('focusin', note)
    observer.observe(document.body, { subtree: true, childList: true })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
      clearTimeout(pause)
    }
  }, [within, pauseMs])
}
