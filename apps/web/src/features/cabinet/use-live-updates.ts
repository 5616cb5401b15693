import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { startLiveUpdates } from './live-updates.ts'

/** Keeps the orders on the screen as the server has them (CAB-08), and answers what changed last, for a polite announcement. */
export function useLiveUpdates(): string {
  const queryClient = useQueryClient()
  const [said, say] = useState('')
  useEffect(() => startLiveUpdates(queryClient, say), [queryClient])
  return said
}
