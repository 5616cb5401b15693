/** How values come out of both engines: bigint as a number, timestamptz as epoch milliseconds. */

/** Type numbers of PostgreSQL. */
export const int8 = 20
/** The type number of timestamptz in PostgreSQL. */
export const timestamptz = 1184

/** Reads "2026-11-21 05:10:33.123+00"; the session's zone is UTC, so the offset is always +00. */
export function epochOfTimestamp(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`)
}
