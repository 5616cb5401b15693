import { instant } from '../database/instant.ts'
import { deleteRows, updateRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Takes a lease that is free, has expired, or is still `former`'s; false while somebody else has it. */
export async function takeLease(
  queries: Queries,
  lease: { name: string; owner: string; former?: string | undefined; now: number; until: number },
): Promise<boolean> {
  const { former = lease.owner } = lease
  const taken = await queries
    .insertInto('lease')
    .values({ name: lease.name, owner: lease.owner, until: new Date(lease.until) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner: lease.owner, until: new Date(lease.until) })
        .where(({ or, eb }) => or([eb('lease.until', '<', instant(lease.now)), eb('lease.owner', '=', former)])),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Goes on holding a lease, for who still has it. */
export async function renewLease(queries: Queries, lease: { name: string; owner: string; until: number }) {
  await updateRows(queries, 'lease', { name: lease.name, owner: lease.owner }, { until: new Date(lease.until) })
}

/** Gives a lease back. */
export async function dropLease(queries: Queries, name: string, owner: string): Promise<void> {
  await deleteRows(queries, 'lease', { name, owner })
}

/** Drops every lease; only for a database that nobody else uses, at start: their owners are dead. */
export async function dropAllLeases(queries: Queries): Promise<void> {
  await queries.deleteFrom('lease').execute()
}
