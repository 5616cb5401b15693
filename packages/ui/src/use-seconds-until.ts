import { useEffect, useState } from 'react'

/** Whole seconds from `now` until `at`, rounded up, never below 0; both epoch milliseconds. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

/** Counts down the seconds to a fixed instant (epoch milliseconds) by `clock`, without one by this device's. */
export function useSecondsUntil(at: number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock)
  const over = now >= at
  useEffect(() => {
    if (over) return
    const ticking = setInterval(() => setNow(clock()), 1000)
    return () => clearInterval(ticking)
  }, [over, clock])
  return secondsUntil(at, now)
}
