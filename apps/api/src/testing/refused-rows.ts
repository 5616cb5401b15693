import { sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { testProduct } from './running-product.ts'

/**
 * Makes the database refuse each row of a table that matches an SQL condition, while `work` runs: a transaction that
 * writes one fails there.
 */
export async function whileRowsAreRefused<Result>(
  table: keyof Tables,
  condition: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { queries } = (await testProduct()).product
  const refused = sql.raw(`not (${condition})`)
  await sql`alter table ${sql.table(table)} add constraint refused_by_a_test check (${refused}) not valid`.execute(
    queries,
  )
  try {
    return await work()
  } finally {
    await sql`alter table ${sql.table(table)} drop constraint refused_by_a_test`.execute(queries)
  }
}
