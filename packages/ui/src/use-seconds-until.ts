import { useEffect, useState } from 'react'

/** Whole seconds from `now` until `at`, rounded up, never below 0; both epoch milliseconds. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

/** Counts down the seconds until `at` (epoch milliseconds) by `clock`, by default this device's. */
export function useSecondsUntil(at: number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock)
  const isOver = now >= at
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(clock()), 1000)
    return () => clearInterval(timer)
  }, [isOver, clock])
  return secondsUntil(at, now)
}
