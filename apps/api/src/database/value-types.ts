/** How both engines return values: bigint as a number, timestamptz as epoch milliseconds. */

/** Type numbers of PostgreSQL. */
export const int8 = 20
/** The type number of timestamptz in PostgreSQL. */
export const timestamptz = 1184

/** Reads "2026-11-21 05:10:33.123+00", the form in UTC sessions. */
export const epochOfTimestamp = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00`)
