/** What is kept in history entries and storage, read part by part: what does not fit, as of another version, is left out. */

/** The parts of an object; none of anything else. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** A text, or undefined. */
export const textFrom = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A number, or undefined. */
export const numberFrom = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
