import { CompiledQuery } from 'kysely'
import type { Queries } from './tables.ts'

/**
 * A statement that most requests send, written as SQL: Kysely builds and compiles the others at each call, which costs more
 * than to run a small one. `Values` are those of $1, $2 and so on; it answers the rows.
 */
export const statement =
  <Row, Values extends readonly unknown[]>(text: string) =>
  async (queries: Queries, ...values: Values): Promise<Row[]> =>
    (await queries.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
