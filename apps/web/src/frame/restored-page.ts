import { useEffect, useEffectEvent } from 'react'
import { listen } from '@nerdify/ui/listen.ts'

/**
 * Calls back when the browser restores the whole page, as Back on the card page does: its data may be stale, and the
 * button that navigated away must work again (ux 32, ux 39).
 */
export function useRestoredPage(onRestore: () => void): void {
  const handleRestore = useEffectEvent(onRestore)
  useEffect(() => listen({ pageshow: ({ persisted }) => persisted && handleRestore() }), [])
}
