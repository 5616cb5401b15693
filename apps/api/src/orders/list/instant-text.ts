const dayMs = 24 * 3_600_000
/** Days whose text is kept; a list has few different ones. */
const mostDays = 500
const dayTexts = new Map<number, string>()
const digits = (count: number, length: number) =>
  Array.from({ length: count }, (_, value) => String(value).padStart(length, '0'))
const twoDigits = digits(60, 2)
const threeDigits = digits(1000, 3)

/**
 * An instant (epoch milliseconds) as ISO 8601 in UTC, as `Date` writes it, in a third of the time: a page of orders has a
 * hundred.
 */
export function instantText(at: number): string {
  const day = Math.floor(at / dayMs)
  const ms = at - day * dayMs
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const clock = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`
  return `${dayText(day)}${clock}.${threeDigits[ms % 1000]}Z`
}

function dayText(day: number): string {
  let text = dayTexts.get(day)
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length)
    if (dayTexts.size >= mostDays) dayTexts.clear()
    dayTexts.set(day, text)
  }
  return text
}
