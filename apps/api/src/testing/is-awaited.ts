import { sql } from 'kysely'
import type { Queries } from '../database/tables.ts'
import { testProduct } from './running-product.ts'
import { eventually } from './test-client.ts'

/** Waits until another transaction waits for a lock of this one. */
export async function isAwaited(within: Queries): Promise<void> {
  const { database } = await testProduct()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(within)
  const waiting = sql`select from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`
  const waits = async () => (await waiting.execute(database.queries)).rows.length > 0
  await eventually(waits, { withinMs: 10_000 })
}
