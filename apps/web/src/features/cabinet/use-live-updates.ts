import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * Keeps the orders on the screen as the server has them (CAB-08), and answers what changed last, for a polite announcement.
 * What does it is loaded after the screen; where that fails, the list is still read anew when the page comes into view.
 */
export function useLiveUpdates(): string {
  const queryClient = useQueryClient()
  const [said, say] = useState('')
  useEffect(() => {
    let end: (() => void) | undefined
    let isGone = false
    import('./live-updates.ts').then(
      ({ startLiveUpdates }) => {
        if (!isGone) end = startLiveUpdates(queryClient, say)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      end?.()
    }
  }, [queryClient])
  return said
}
