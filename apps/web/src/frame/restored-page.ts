import { useEffect, useEffectEvent } from 'react'
import { listen } from '@nerdify/ui/listen.ts'

/**
 * Calls back when the browser restores the whole page, as Back on the card page does: its data may be stale, and the
 * button that left must work again (ux 32, ux 39).
 */
export function useRestoredPage(revived: () => void): void {
  const revive = useEffectEvent(revived)
  useEffect(() => listen({ pageshow: ({ persisted }) => persisted && revive() }), [])
}
