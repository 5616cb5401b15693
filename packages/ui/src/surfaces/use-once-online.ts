import { useEffect, useEffectEvent } from 'react'
import { listen } from '../listen.ts'

/** A connection that comes back often fails a few more times: for this long after its return, failures are retried. */
const unsteadyMs = 30_000
const retryDelayMs = 3000

let onlineSince = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined') listen({ online: () => (onlineSince = performance.now()) })

/** Calls `retry` when the device comes online while `isWaiting`, and soon if it came online a moment ago (EASE-12). */
export function useOnceOnline(isWaiting: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isWaiting) return
    const stopListening = listen({ online: () => onOnline() })
    const isUnsteady = performance.now() - onlineSince < unsteadyMs
    const timer = isUnsteady ? setTimeout(() => onOnline(), retryDelayMs) : undefined
    return () => {
      stopListening()
      clearTimeout(timer)
    }
  }, [isWaiting])
}
