import { useEffect, useEffectEvent } from 'react'
import { listen } from '../listen.ts'

/** A connection that comes back often fails again at first: a second retry follows. */
const secondRetryMs = 4000

/** Calls `retry` when the device comes online while `isWaiting`, and a moment later if it waits again (EASE-12). */
export function useOnceOnline(isWaiting: boolean, retry: () => void): void {
  const retryIfWaiting = useEffectEvent(() => {
    if (isWaiting) retry()
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen({
      online() {
        retryIfWaiting()
        clearTimeout(timer)
        timer = setTimeout(() => retryIfWaiting(), secondRetryMs)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
