import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './tables.ts'

/** Stands in a statement for the value that each run brings. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is built and turned into text at its first use and then only filled in: what the query builder does
 * again for each request costs more than the statement's way to the database. `values` must go into the statement as they
 * are, as parameters; which of them are given may differ from run to run and makes a text of its own, and nothing else may.
 * Values that are undefined are as if they were not given.
 */
export function compiledOnce<Values extends object, Row>(
  build: (queries: Queries, values: Values) => Compilable<Row>,
): (queries: Queries, values: Values) => CompiledQuery<Row> {
  const built = new Map<string, CompiledQuery<Row>>()
  return (queries, values) => {
    const given = values as Record<string, unknown>
    const names = Object.keys(given).filter((name) => given[name] !== undefined)
    const which = names.join()
    let statement = built.get(which)
    if (statement === undefined) {
      const places = Object.fromEntries(names.map((name) => [name, new Place(name)]))
      statement = build(queries, places as Values).compile()
      built.set(which, statement)
    }
    const parameters = statement.parameters.map((value) => (value instanceof Place ? given[value.name] : value))
    return { ...statement, parameters }
  }
}

/** Runs a statement and answers its first row, if there is one. */
export async function firstRow<Row>(queries: Queries, statement: CompiledQuery<Row>): Promise<Row | undefined> {
  return (await queries.executeQuery(statement)).rows[0]
}

/** Runs a statement that has a row to answer; throws when there is none. */
export async function onlyRow<Row>(queries: Queries, statement: CompiledQuery<Row>): Promise<Row> {
  const row = await firstRow(queries, statement)
  if (row === undefined) throw new Error(`No row came of: ${statement.sql}`)
  return row
}
