import type { Queries } from '../database/tables.ts'

/** Queries that count their statements. */
export function countStatements(queries: Queries): { queries: Queries; count: () => number } {
  let count = 0
  return {
    queries: queries.withPlugin({
      transformQuery({ node }) {
        count += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    count: () => count,
  }
}
