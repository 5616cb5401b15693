import { useEffect, useState } from 'react'
import { serverNow } from './client.ts'

/** How often the screens look at the clock, in ms: hours and "ready by" may not be a minute old. */
const pause = 15_000

/** Epoch milliseconds (UTC) by the server's clock, kept current while the screen is open (FLOW-31, WAIT-04). */
export function useServerTime(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const look = () => setNow(serverNow())
    const timer = setInterval(look, pause)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}
