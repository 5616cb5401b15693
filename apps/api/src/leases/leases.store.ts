import { sql } from 'kysely'
import type { Queries } from '../database/tables.ts'

/**
 * An instant this many milliseconds from now, by the database's clock: the clocks of processes may differ by more than
 * a lease.
 */
const fromNow = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000}::double precision)`

/** Takes a lease that is free, expired, or owned by a `former` owner; false if another owner has it. */
export async function takeLease(
  queries: Queries,
  lease: { name: string; owner: string; former?: readonly string[]; leaseMs: number },
): Promise<boolean> {
  const { name, owner, former = [], leaseMs } = lease
  const until = fromNow(leaseMs)
  const row = await queries
    .insertInto('lease')
    .values({ name, owner, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner, until })
        .where(({ or, eb }) =>
          or([eb('lease.until', '<', sql<number>`now()`), eb('lease.owner', 'in', [owner, ...former])]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Extends a lease of this owner; a no-op if another owner has it. */
export async function renewLease(queries: Queries, lease: { name: string; owner: string; leaseMs: number }) {
  await queries
    .updateTable('lease')
    .set({ until: fromNow(lease.leaseMs) })
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .execute()
}

/** Releases a lease of this owner. */
export async function dropLease(queries: Queries, name: string, owner: string): Promise<void> {
  await queries.deleteFrom('lease').where('name', '=', name).where('owner', '=', owner).execute()
}

/** Deletes every lease. Only at the start of a database that no other process uses: the owners are dead. */
export async function dropAllLeases(queries: Queries): Promise<void> {
  await queries.deleteFrom('lease').execute()
}
