import { useEffect, useEffectEvent, useState } from 'react'
import { listen } from '@nerdify/ui/listen.ts'

/**
 * Calls back when the browser restores the whole page, as Back on the card page does: its data may be stale, and the
 * button that navigated away must work again (ux 32, ux 39).
 */
export function useRestoredPage(onRestore: () => void): void {
  const handleRestore = useEffectEvent(onRestore)
  useEffect(() => listen({ pageshow: ({ persisted }) => persisted && handleRestore() }), [])
}

/** After this many ms a button that leads to another site works again: the person may have stopped its loading. */
export const leavingMs = 10_000

/**
 * Whether the page is leaving for another site; until then a second press is a no-op (ux 32). The button works again
 * after {@link leavingMs}, and when Back restores the page.
 */
export function useLeavingSite(initial: boolean | (() => boolean) = false) {
  const [isLeaving, setLeaving] = useState(initial)
  useRestoredPage(() => setLeaving(false))
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => setLeaving(false), leavingMs)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return [isLeaving, setLeaving] as const
}
