import { useEffect, useState } from 'react'

/** Whole seconds from `now` until `at`, rounded up, never below 0; both epoch milliseconds. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

/** Counts down the seconds to a fixed instant (epoch milliseconds, this device's clock). */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  const over = now >= at
  useEffect(() => {
    if (over) return
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [over])
  return secondsUntil(at, now)
}
