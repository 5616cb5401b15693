import { plainLine } from './one-line.ts'

/** Parses a whole number, with optional commas or spaces between thousands: "1,500"; undefined otherwise. */
export function wholeNumberFrom(text: string): number | undefined {
  const line = plainLine(text).replaceAll('\u066C', ',')
  return /^(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)$/.test(line) ? Number(line.replaceAll(/[, ]/g, '')) : undefined
}
