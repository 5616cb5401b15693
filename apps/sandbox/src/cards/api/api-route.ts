import { type ParameterTable, type ParameterValues, readParameters } from '../../http/parameters.ts'
import type { CardProvider } from '../provider.ts'

/** A call of the API: its parameters are checked, then it runs to its answer. */
export interface ApiRoute {
  readonly method: 'DELETE' | 'GET' | 'POST'
  /** Path under `/v1`, with `:id` for the id of an object. */
  readonly path: string
  /**
   * @throws {ParameterError} for a parameter that is unknown, missing or wrong.
   * @throws {ApiError} for every other refusal.
   */
  answer(provider: CardProvider, form: unknown, id: string): object
}

/** Declares one call with its table of parameters. */
export function apiRoute<Table extends ParameterTable>(
  method: ApiRoute['method'],
  path: string,
  table: Table,
  run: (provider: CardProvider, values: ParameterValues<Table>, id: string) => object,
): ApiRoute {
  return { method, path, answer: (provider, form, id) => run(provider, readParameters(table, form), id) }
}
