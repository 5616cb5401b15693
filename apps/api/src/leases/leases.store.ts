import { sql } from 'kysely'
import { deleteRows } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** An instant so many milliseconds from now, by the database's clock: those of processes may differ by more than a lease. */
const fromNow = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000}::double precision)`

/** Takes a lease that is free, has expired, or belongs to a `former` owner; false while somebody else has it. */
export async function takeLease(
  queries: Queries,
  lease: { name: string; owner: string; former?: readonly string[]; leaseMs: number },
): Promise<boolean> {
  const { name, owner, former = [], leaseMs } = lease
  const until = fromNow(leaseMs)
  const taken = await queries
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
  return taken !== undefined
}

/** Extends a lease for its owner; a no-op where somebody else has it. */
export async function renewLease(queries: Queries, lease: { name: string; owner: string; leaseMs: number }) {
  await queries
    .updateTable('lease')
    .set({ until: fromNow(lease.leaseMs) })
    .where('name', '=', lease.name)
    .where('owner', '=', lease.owner)
    .execute()
}

/** Gives a lease back. */
export async function dropLease(queries: Queries, name: string, owner: string): Promise<void> {
  await deleteRows(queries, 'lease', { name, owner })
}

/** Drops every lease; only for a database that nobody else uses, at start: their owners are dead. */
export async function dropAllLeases(queries: Queries): Promise<void> {
  await queries.deleteFrom('lease').execute()
}
