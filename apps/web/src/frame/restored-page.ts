import { useEffect, useEffectEvent } from 'react'
import { listen } from '../ui/listen.ts'

/**
 * Calls back when the browser brings the whole page back as it was left, which Back on the card page does: what it shows
 * may be old, and a button that was pressed to leave must live again (ux 32, ux 39).
 */
export function useRestoredPage(revived: () => void): void {
  const revive = useEffectEvent(revived)
  useEffect(() => listen({ pageshow: ({ persisted }) => persisted && revive() }), [])
}
