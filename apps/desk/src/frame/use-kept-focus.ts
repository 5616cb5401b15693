import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { useEffect } from 'react'

const headings = 'h1, h2, h3'

/**
 * Moves the focus of a control that a step removed to the heading of the nearest part that is still there, so that keys and
 * a screen reader go on from there. Rows of a list stay with their list, which knows the next one.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let parts: Element[] = []
    const note = ({ target }: FocusEvent) => {
      parts = []
      for (let part = target as Element | null; part !== null; part = part.parentElement) parts.push(part)
    }
    const observer = new MutationObserver(() => {
      const [focused] = parts
      if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return
      const around = parts.filter((part) => part.isConnected)
      parts = []
      if (focused.matches('[data-row]')) return
      focusHeading(around.map((part) => part.querySelector<HTMLElement>(headings)).find((heading) => heading !== null))
    })
    document.addEventListener('focusin', note)
    observer.observe(document.body, { subtree: true, childList: true })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [])
}
