import { useEffect, useState } from 'react'

/** The value once it is stable for `pauseMs`; by default long enough to announce it to a screen reader (ux 23). */
export const useDebouncedValue = <Value>(value: Value, pauseMs = 1000): Value => {
  const [stable, setStable] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStable(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return stable
}
