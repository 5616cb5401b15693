import { quantityLabel } from '../pricing/units.ts'

/**
 * Time until an instant, rounded down: "2 days", "11 hours", "1 minute"; undefined once it has passed. Epoch
 * milliseconds.
 */
export function timeLeft(at: number, now: number): string | undefined {
  const minutes = Math.floor((at - now) / 60_000)
  if (minutes <= 0) return undefined
  if (minutes < 60) return quantityLabel(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? quantityLabel(hours, 'hour', 'hours') : quantityLabel(Math.floor(hours / 24), 'day', 'days')
}
