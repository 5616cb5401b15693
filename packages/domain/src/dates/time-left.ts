/**
 * Time until an instant, rounded down: "2 days", "11 hours", "1 minute"; undefined once it has passed. Epoch
 * milliseconds.
 */
export function timeLeft(at: number, now: number): string | undefined {
  const minutes = Math.floor((at - now) / 60_000)
  if (minutes <= 0) return undefined
  const [count, unit] =
    minutes >= 48 * 60
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
