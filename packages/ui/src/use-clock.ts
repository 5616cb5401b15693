import { useEffect, useState } from 'react'

/** Update interval: hours and "ready by" must not be a minute old. */
const intervalMs = 15_000

/** Epoch milliseconds (UTC) by `clock`, kept current while the screen is open (FLOW-31, WAIT-04). */
export function useClock(clock: () => number): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const update = () => setNow(clock())
    const timer = setInterval(update, intervalMs)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [clock])
  return now
}
