import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Queries, Tables } from './tables.ts'

/**
 * The statements that most stores need, for any table: rows that are found by the values of their columns. What compares,
 * joins or counts is written with Kysely.
 */

/** The instants on one side of another, by which rows are found. */
interface Side {
  operator: '<' | '<=' | '>'
  instant: Date
}
/** Before an instant (epoch milliseconds). */
export const before = (at: number): Side => ({ operator: '<', instant: new Date(at) })
/** Before it or at it. */
export const until = (at: number): Side => ({ operator: '<=', instant: new Date(at) })
/** After it. */
export const after = (at: number): Side => ({ operator: '>', instant: new Date(at) })

/** The values by which rows are found: null for a column that is empty, a list for one of several values. */
type Having<Table extends keyof Tables> = {
  [Column in keyof Selectable<Tables[Table]>]?:
    | Selectable<Tables[Table]>[Column]
    | readonly Selectable<Tables[Table]>[Column][]
    | (number extends Selectable<Tables[Table]>[Column] ? Side : never)
}

const isSide = (value: unknown): value is Side => typeof value === 'object' && value !== null && 'instant' in value

/** The columns of a row, where those that may be left out may be undefined. */
type Given<Columns> = {
  [Name in keyof Columns]: Columns[Name] | (object extends Pick<Columns, Name> ? undefined : never)
}
/** A row to write; a column that is undefined gets its default. */
export type NewRow<Table extends keyof Tables> = Given<Insertable<Tables[Table]>>
/** New values of a row; a column that is undefined stays as it is. */
export type RowChange<Table extends keyof Tables> = Given<Updateable<Tables[Table]>>

/** The tables as these statements see them: what goes in and comes out is typed by the functions below. */
const plain = (queries: Queries) => queries as unknown as Kysely<Record<string, Record<string, unknown>>>

/** As conditions of a statement. A value that is not there would find every row, so it is an error. */
const conditions = (
  having: object,
): [column: string, operator: '=' | 'is' | 'in' | Side['operator'], value: unknown][] =>
  Object.entries(having).map(([column, value]) => {
    if (value === undefined) throw new Error(`Rows are to be found by ${column}, which is not given.`)
    if (isSide(value)) return [column, value.operator, value.instant]
    return [column, value === null ? 'is' : Array.isArray(value) ? 'in' : '=', value]
  })

/** As conditions of a change: one without any would take every row, so it is an error. */
function narrowing(having: object): ReturnType<typeof conditions> {
  const all = conditions(having)
  if (all.length === 0) throw new Error('Rows that are changed or deleted are to be named by their values.')
  return all
}

/** Which rows are read, in which order. */
interface Choice<Table extends keyof Tables> {
  /** Nobody else changes them until the transaction ends; with `share`, others may hold them so too. */
  lock?: boolean | 'share'
  by?: readonly (string & keyof Tables[Table])[]
  /** The last by that order come first. */
  lastFirst?: boolean
  most?: number
}

const chosen = <Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  having: Having<Table>,
  { lock = false, by = [], lastFirst = false, most }: Choice<Table> = {},
) => {
  let query = plain(queries)
    .selectFrom(table as string)
    .selectAll()
  for (const [column, operator, value] of conditions(having)) query = query.where(column, operator, value)
  for (const column of by) query = query.orderBy(column, lastFirst ? 'desc' : 'asc')
  if (most !== undefined) query = query.limit(most)
  if (lock === 'share') return query.forShare()
  return lock ? query.forUpdate() : query
}

/** The rows with these values. */
export async function findRows<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  having: Having<Table>,
  choice?: Choice<Table>,
): Promise<Selectable<Tables[Table]>[]> {
  return (await chosen(queries, table, having, choice).execute()) as Selectable<Tables[Table]>[]
}

/** The first row with these values, or nothing. */
export async function findRow<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  having: Having<Table>,
  choice?: Choice<Table>,
): Promise<Selectable<Tables[Table]> | undefined> {
  const query = chosen(queries, table, having, choice)
  return (await (choice?.by ? query.limit(1) : query).executeTakeFirst()) as Selectable<Tables[Table]> | undefined
}

/** Changes the rows with these values; answers how many they are. */
export async function updateRows<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  having: Having<Table>,
  change: RowChange<Table>,
): Promise<number> {
  let query = plain(queries)
    .updateTable(table as string)
    .set(change)
  for (const [column, operator, value] of narrowing(having)) query = query.where(column, operator, value)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** Deletes the rows with these values. */
export async function deleteRows<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  having: Having<Table>,
): Promise<void> {
  let query = plain(queries).deleteFrom(table as string)
  for (const [column, operator, value] of narrowing(having)) query = query.where(column, operator, value)
  await query.execute()
}

/** Writes a row. */
export async function insertRow<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  row: NewRow<Table>,
): Promise<void> {
  await plain(queries)
    .insertInto(table as string)
    .values(row)
    .execute()
}

/** The statement of a store that writes a row of its table. */
export const insertInto =
  <Table extends keyof Tables>(table: Table) =>
  (queries: Queries, row: NewRow<Table>): Promise<void> =>
    insertRow(queries, table, row)

/** Writes a row unless one with the same unique values is there; answers whether it did. */
export async function insertIfNew<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  row: NewRow<Table>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await plain(queries)
    .insertInto(table as string)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}
