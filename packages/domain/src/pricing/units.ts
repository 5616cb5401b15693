/** The measure of a size, by wire name. */
export type Measure = 'Pages' | 'Words' | 'Slides' | 'Minutes' | 'Sources'

/** The size of an order: a whole, non-negative count of its measure. */
export interface Size {
  count: number
  measure: Measure
}

/** Minutes that equal a page (PRICE-01). */
export const minutesPerPage = 60

/** PRICE-01: 1 page = 300 words = 1 slide = 60 minutes; sources convert 1 to 1. */
export const unitsPerPage: Record<Measure, number> = {
  Pages: 1,
  Words: 300,
  Slides: 1,
  Minutes: minutesPerPage,
  Sources: 1,
}

/** Every measure by its wire name, a plural noun. */
const measures = Object.keys(unitsPerPage) as Measure[]

/** Formats a size for the wire, "{count} {measure}": "2 Pages", "125 Minutes" (PRICE-07). */
export function sizeToWire(size: Size): string {
  return `${size.count} ${size.measure}`
}

/**
 * Parses a size from the wire in any case and in singular: "2 Pages", "1 page" (PRICE-07). Undefined for anything else:
 * fractions, signs, more than six digits, unknown measures. `sizeFault` checks the job type's limits.
 */
export function sizeFromWire(text: string): Size | undefined {
  const [, digits, noun] = /^(0|[1-9]\d{0,5}) ([a-z]{1,10})$/i.exec(text) ?? []
  if (digits === undefined || noun === undefined) return undefined
  const spelled = noun.toLowerCase()
  const measure = measures.find((candidate) => [spelled, `${spelled}s`].includes(candidate.toLowerCase()))
  return measure && { count: Number(digits), measure }
}

/** A number with its noun: "1 page", "2 hours". */
export function quantityLabel(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`
}

/** Formats a size for people: "1 page", "2 pages", "45 minutes", "1 hour", "2 hours 5 minutes" (PRICE-07). */
export function sizeLabel({ count, measure }: Size): string {
  const plural = measure.toLowerCase()
  return measure === 'Minutes' ? durationLabel(count) : quantityLabel(count, plural.slice(0, -1), plural)
}

function durationLabel(minutes: number): string {
  const wholeHours = Math.floor(minutes / 60)
  const remainder = minutes % 60
  const parts = []
  if (wholeHours > 0) parts.push(quantityLabel(wholeHours, 'hour', 'hours'))
  if (remainder > 0 || wholeHours === 0) parts.push(quantityLabel(remainder, 'minute', 'minutes'))
  return parts.join(' ')
}
