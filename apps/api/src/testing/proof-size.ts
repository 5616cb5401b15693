/** Runs of a proof: a handful in `npm test`, its full size in `npm run prove`. */
interface Sizes {
  test: number
  prove: number
}

/** The cases of a table for this run: all in `npm run prove`, every third in `npm test`. */
export const proofSample = <Case>(cases: readonly Case[]): readonly Case[] =>
  process.env.PROVE === undefined ? cases.filter((_case, index) => index % 3 === 0) : cases

/**
 * The number of runs of a proof. Both databases run the same rules on the same rows, so a costly proof has its full
 * size on one of them; PostgreSQL uses the embedded one's sizes by default.
 */
export function proofSize({ embedded, server = embedded }: { embedded: Sizes; server?: Sizes }): number {
  const sizes = process.env.TEST_DATABASE_URL === undefined ? embedded : server
  return process.env.PROVE === undefined ? sizes.test : sizes.prove
}
