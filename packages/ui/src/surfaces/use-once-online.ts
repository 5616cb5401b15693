import { useEffect, useEffectEvent } from 'react'
import { listen } from '../listen.ts'

/** A connection that comes back often fails a few more times: for this long after its return, failures are retried. */
const unsteadyMs = 30_000
const retryDelayMs = 3000

let onlineAt = 0
// There is no window while pages are prerendered.
globalThis.addEventListener?.('online', () => {
  onlineAt = Date.now()
})

/** Calls `retry` when the device comes online while `isWaiting`, and soon if it came online a moment ago (EASE-12). */
export function useOnceOnline(isWaiting: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => Date.now() < onlineAt + unsteadyMs && onOnline(), retryDelayMs)
    const stop = listen({ online: () => onOnline() })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isWaiting])
}
