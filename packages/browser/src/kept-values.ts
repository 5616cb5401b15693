/** Reads storage and logged requests part by part: a part of the wrong type, such as another version's, is left out. */

/** The parts of an object; empty for any other value. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The parts of an object in its stored form; empty for any other text. */
export function recordFrom(stored: string | undefined): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(stored ?? ''))
  } catch {
    return {}
  }
}

export const textFrom = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const numberFrom = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
