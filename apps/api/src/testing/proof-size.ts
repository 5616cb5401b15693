/**
 * How often a proof runs: its full size in `npm run prove`, a handful in `npm test`. `npm test` gives a PostgreSQL server
 * a quarter of that: there the same rules run on the same rows once more.
 */
export function proofSize({ small, full }: { small: number; full: number }): number {
  if (process.env.PROVE !== undefined) return full
  return process.env.TEST_DATABASE_URL === undefined ? small : Math.ceil(small / 4)
}
