import { useEffect, useState } from 'react'

/** The value once it has stood still for a second: what is worth saying to a screen reader (ux 23). */
export const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 1000)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
