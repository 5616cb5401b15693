import { CompiledQuery } from 'kysely'
import type { Queries } from './tables.ts'

/**
 * A statement of most requests, written as SQL: Kysely builds and compiles the others at each call, which costs more
 * than running a small one. `Values` are $1, $2 and so on; it returns the rows.
 */
export const statement =
  <Row, Values extends readonly unknown[]>(text: string) =>
  async (queries: Queries, ...values: Values): Promise<Row[]> =>
    (await queries.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
