/** How values come out of both engines: bigint as a number, timestamptz as epoch milliseconds. */

/** Type numbers of PostgreSQL. */
export const int8 = 20
/** The type number of timestamptz in PostgreSQL. */
export const timestamptz = 1184

const zero = '0'.charCodeAt(0)

/**
 * Reads "2026-11-21 05:10:33.123+00"; the session's zone is UTC, so the offset is always +00, and years have four digits.
 * An order has a dozen of them, so its digits are read one by one: that takes a third of what a `Date` takes.
 */
export function epochOfTimestamp(text: string): number {
  const digit = (at: number) => text.charCodeAt(at) - zero
  const two = (at: number) => 10 * digit(at) + digit(at + 1)
  const seconds = Date.UTC(100 * two(0) + two(2), two(5) - 1, two(8), two(11), two(14), two(17))
  if (text[19] !== '.') return seconds
  const end = text.length - 3
  const fraction = (at: number) => (at < end ? digit(at) : 0)
  return seconds + 100 * fraction(20) + 10 * fraction(21) + fraction(22)
}
