import { useEffect, useReducer } from 'react'

/** Whole seconds from `now` until `at`, rounded up, never below 0; both epoch milliseconds. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

/** Counts down the seconds until `at` (epoch milliseconds) by `clock`, by default this device's. */
export function useSecondsUntil(at: number, clock: () => number = Date.now): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const now = clock()
  const isOver = now >= at
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return secondsUntil(at, now)
}
