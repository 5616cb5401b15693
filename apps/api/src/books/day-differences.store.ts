import type { NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** The differences of days ("2026-11-26"), both included. */
export const differencesOf = (queries: Queries, { first, last }: { first: string; last: string }) =>
  queries
    .selectFrom('day_difference')
    .selectAll()
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .orderBy('figure')
    .execute()

export type StoredDifference = Awaited<ReturnType<typeof differencesOf>>[number]

/** The days with an unsettled difference. */
export async function daysThatDiffer(queries: Queries): Promise<string[]> {
  const days = queries.selectFrom('day_difference').select('day').distinct().where('settled_at', 'is', null)
  return (await days.orderBy('day').execute()).map(({ day }) => day)
}

/** Replaces the differences of a day; one with unchanged amounts stays settled. The caller has a transaction. */
export async function replaceDifferences(
  queries: Queries,
  day: string,
  found: readonly Pick<NewRow<'day_difference'>, 'figure' | 'ours_cents' | 'theirs_cents' | 'compared_at'>[],
): Promise<void> {
  const before = await differencesOf(queries, { first: day, last: day })
  await queries.deleteFrom('day_difference').where('day', '=', day).execute()
  for (const difference of found) {
    const same = before.find(
      ({ figure, ours_cents, theirs_cents }) =>
        figure === difference.figure &&
        Number(ours_cents) === difference.ours_cents &&
        Number(theirs_cents) === difference.theirs_cents,
    )
    const settled = same?.settled_at == null ? {} : { ...same, settled_at: new Date(same.settled_at) }
    await queries
      .insertInto('day_difference')
      .values({ ...settled, ...difference, day })
      .execute()
  }
}

/** Settles the open differences of a day; returns their number. */
export async function settleDifferences(
  queries: Queries,
  day: string,
  { person, reason, now }: { person: string; reason: string; now: number },
): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('day_difference')
    .set({ settled_at: new Date(now), settled_by: person, reason })
    .where('day', '=', day)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
