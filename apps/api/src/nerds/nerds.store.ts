import { type Selectable, sql } from 'kysely'
import { findRow, type NewRow, type RowChange } from '../database/rows.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** A Nerd as stored; the rating in hundredths of a star. */
export type StoredNerd = Selectable<Tables['nerd']>

/** Adds a Nerd to the register. */
export const insertNerd = (queries: Queries, nerd: NewRow<'nerd'>) => queries.insertInto('nerd').values(nerd).execute()

/** Inserts a Nerd unless the key or the name exists. */
export async function insertMissingNerd(
  queries: Queries,
  nerd: Pick<NewRow<'nerd'>, 'id' | 'name' | 'email' | 'rating_hundredths' | 'created_at'>,
): Promise<void> {
  if ((await nerdsByName(queries, nerd.name, 1)).length > 0) return
  await queries
    .insertInto('nerd')
    .values(nerd)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** A Nerd by key; `lock` locks the row until the transaction ends. */
export const nerdById = (queries: Queries, id: string, { lock = false } = {}) =>
  findRow(queries, 'nerd', { id }, { lock })

/** The names of some Nerds; with `activeOnly` without the inactive ones. */
export async function nerdNames(
  queries: Queries,
  ids: readonly string[],
  { activeOnly = false } = {},
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('nerd')
    .select(['id', 'name'])
    // An array gives one statement for any number of Nerds.
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .$if(activeOnly, (nerds) => nerds.where('active', '=', true))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** At most `most` Nerds of exactly this name. */
export const nerdsByName = (queries: Queries, name: string, most: number) =>
  queries.selectFrom('nerd').selectAll().where('name', '=', name).orderBy('id').limit(most).execute()

/** Changes a Nerd; undefined columns stay. */
export const updateNerd = (queries: Queries, id: string, change: RowChange<'nerd'>) =>
  queries.updateTable('nerd').set(change).where('id', '=', id).execute()

/** Nerds by name after the Nerd with the key `after`, at most `most`; `q` is in the name or a subject, in any case. */
export function nerdsAfter(
  queries: Queries,
  {
    after,
    active,
    q = '',
    most,
  }: { after: string | undefined; active: boolean | undefined; q: string | undefined; most: number },
): Promise<StoredNerd[]> {
  let query = queries.selectFrom('nerd').selectAll()
  if (active !== undefined) query = query.where('active', '=', active)
  if (q !== '') {
    query = query.where(sql<boolean>`position(lower(${q}) in lower(name || ' ' || array_to_string(subjects, ' '))) > 0`)
  }
  if (after !== undefined) {
    query = query.where(sql<boolean>`(name, id) > (select name, id from nerd as last where last.id = ${after}::uuid)`)
  }
  return query.orderBy('name').orderBy('id').limit(most).execute()
}
