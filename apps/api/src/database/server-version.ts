import { sql } from 'kysely'
import type { Queries } from './tables.ts'

/** The version of PostgreSQL that answers, such as `15.9`; throws where none does. */
export async function serverVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(queries)
  return rows[0]?.version ?? ''
}
