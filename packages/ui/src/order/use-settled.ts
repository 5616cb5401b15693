import { useEffect, useState } from 'react'

/** The value once it is stable for `pauseMs`; by default long enough to announce it to a screen reader (ux 23). */
export const useSettled = <Value>(value: Value, pauseMs = 1000): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
