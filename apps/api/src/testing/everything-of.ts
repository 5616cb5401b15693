import { sql } from 'kysely'
import { treatments } from '../personal-data/treatments.ts'
import { testProduct } from './running-product.ts'

/** All text in the database, except other clients' rows. */
export async function everythingOf(clientId: string): Promise<string> {
  const { database } = await testProduct()
  const found: unknown[] = []
  for (const table of ['client', ...Object.keys(treatments)]) {
    const key = table === 'client' ? 'id' : 'client_id'
    const { rows } =
      await sql`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(key)} = ${clientId}`.execute(
        database.queries,
      )
    found.push({ table, rows })
  }
  return JSON.stringify(found)
}
