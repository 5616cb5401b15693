import { CompiledQuery, sql } from 'kysely'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { testProduct } from './running-product.ts'

/**
 * The query plans of the statements that `read` runs, without table scans, which any database would choose for so few
 * rows.
 */
export async function plansOf(read: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  const { product } = await testProduct()
  return transaction(product.queries, async (queries) => {
    await sql`set local enable_seqscan = off`.execute(queries)
    const statements: CompiledQuery[] = []
    const watched = queries.withPlugin({
      transformQuery({ node, queryId }) {
        statements.push(queries.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await read(watched)
    const plans: string[] = []
    for (const { sql: text, parameters } of statements) {
      const { rows } = await queries.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
      plans.push([text, ...rows.map((row) => JSON.stringify(row))].join('\n'))
    }
    return plans
  })
}
