import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Queries, Tables } from './tables.ts'

/** Column values that identify one row; null for an empty column. */
type Key<Table extends keyof Tables> = {
  [Column in keyof Selectable<Tables[Table]>]?: Selectable<Tables[Table]>[Column]
}

/** The columns of a row, where optional ones may be undefined. */
type OptionalAsUndefined<Columns> = {
  [Name in keyof Columns]: Columns[Name] | (object extends Pick<Columns, Name> ? undefined : never)
}
/** A row to insert; an undefined column gets its default. */
export type NewRow<Table extends keyof Tables> = OptionalAsUndefined<Insertable<Tables[Table]>>
/** New values of a row; an undefined column stays as it is. */
export type RowChange<Table extends keyof Tables> = OptionalAsUndefined<Updateable<Tables[Table]>>

/** Any table; the functions below add the types of arguments and results. */
const anyTable = (queries: Queries) => queries as unknown as Kysely<Record<string, Record<string, unknown>>>

/**
 * The first row with these values. `lock` locks it until the transaction ends; with `share`, others may lock it alike,
 * and with `key share` they may update it too.
 */
export async function findRow<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  key: Key<Table>,
  { lock = false }: { lock?: boolean | 'share' | 'key share' } = {},
): Promise<Selectable<Tables[Table]> | undefined> {
  let query = anyTable(queries)
    .selectFrom(table as string)
    .selectAll()
  for (const [column, value] of Object.entries(key)) {
    // A missing condition would match every row.
    if (value === undefined) throw new Error(`A row of ${table} cannot be found by an undefined ${column}.`)
    query = query.where(column, value === null ? 'is' : '=', value)
  }
  if (lock === 'share') query = query.forShare()
  else if (lock === 'key share') query = query.forKeyShare()
  else if (lock) query = query.forUpdate()
  return (await query.executeTakeFirst()) as Selectable<Tables[Table]> | undefined
}

/** Inserts a row unless its unique values exist; returns whether it did. */
export async function insertIfNew<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  row: NewRow<Table>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await anyTable(queries)
    .insertInto(table as string)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}
