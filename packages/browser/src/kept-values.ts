/** Parses stored values and logged requests by field; drops a field of the wrong type, e.g. from another version. */

/** The fields of an object; empty for any other value. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The fields of a JSON object; empty for any other text. */
export function recordFrom(stored: string | undefined): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(stored ?? ''))
  } catch {
    return {}
  }
}

export const textFrom = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const numberFrom = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
