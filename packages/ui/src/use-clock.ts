import { useEffect, useState } from 'react'

/** The screens' clock interval, in ms: hours and "ready by" may not be a minute old. */
const pause = 15_000

/** Epoch milliseconds (UTC) by `clock`, kept current while the screen is open (FLOW-31, WAIT-04). */
export function useClock(clock: () => number): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const look = () => setNow(clock())
    const timer = setInterval(look, pause)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [clock])
  return now
}
