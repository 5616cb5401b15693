import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Where } from '../collection.ts'
import type { CardProvider } from '../provider.ts'
import { created, group, optional, text } from './schemas.ts'

/** A call of the API: its parameters' schema and its handler. */
export interface CardCall {
  readonly method: 'DELETE' | 'GET' | 'POST'
  /** Path under `/v1`, with `:id` for the id of an object. */
  readonly path: string
  readonly takes: TObject
  /** @throws {ApiError} if it refuses. */
  answer(provider: CardProvider, values: never, id: string): object
}

/** Paths of ids to expand into objects; every call accepts them. */
const expand = optional({ expand: Type.Array(text()) })

/** Declares one call by its parameters. */
export function cardCall<Takes extends TProperties>(
  method: CardCall['method'],
  path: string,
  takes: Takes,
  answer: (provider: CardProvider, values: Static<TObject<Takes>>, id: string) => object,
): CardCall {
  return { method, path, takes: group({ ...takes, ...expand }), answer }
}

/** The kinds of objects that are read as stored. */
type Kind = {
  [Name in keyof CardProvider]: CardProvider[Name] extends { list: unknown } ? Name : never
}[keyof CardProvider]

/** `GET /{path}/{id}`: an object as stored. */
export const readCall = (path: string, kind: Kind): CardCall =>
  cardCall('GET', `${path}/:id`, {}, (provider, _, id) => provider[kind].get(id))

/** The requested page of a list. */
export const page = optional({
  created,
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
  starting_after: text(),
})

/**
 * `GET /{path}`: a page of a kind, newest first. `narrowedBy` maps a parameter to the path of the field that it
 * filters; null ignores the parameter.
 */
export function listCall(
  path: string,
  kind: Kind,
  narrowedBy: Readonly<Record<string, string | readonly [string] | null>> = {},
): CardCall {
  const filters = Object.entries(narrowedBy).map(([name, field]): [string, TSchema] => [
    name,
    Array.isArray(field) ? Type.Array(text()) : text(),
  ])
  return cardCall('GET', path, { ...page, ...optional(Object.fromEntries(filters)) }, (provider, values) => {
    const parameters = values as Readonly<Record<string, Where[string]>>
    const where: Record<string, Where[string]> = {}
    // Like the provider, refuses a list of an unknown customer.
    if (typeof parameters.customer === 'string') provider.customers.get(parameters.customer, 'customer')
    for (const [name, field] of Object.entries(narrowedBy)) {
      if (field !== null && parameters[name] !== undefined) where[String(field)] = parameters[name]
    }
    return provider[kind].list(where, values)
  })
}
