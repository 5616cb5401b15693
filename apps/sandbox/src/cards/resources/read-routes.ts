import { text } from '../../http/parameters.ts'
import { type ApiRoute, apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { whereField } from '../collection.ts'
import type { CardProvider } from '../provider.ts'

/** The kinds of objects that are read as they are kept. */
type Kind = {
  [Name in keyof CardProvider]: CardProvider[Name] extends { list: unknown } ? Name : never
}[keyof CardProvider]

/** `GET /{path}/{id}`: an object as it is kept. */
export const readRoute = (path: string, kind: Kind): ApiRoute =>
  apiRoute('GET', `${path}/:id`, expandParameter, (provider, _, id) => provider[kind].get(id).wire)

/** `GET /{path}`: a page of a kind, the newest first, narrowed by the time of its making and by these fields. */
export function listRoute(path: string, kind: Kind, ...fields: readonly string[]): ApiRoute {
  const narrowing = Object.fromEntries(fields.map((field) => [field, text()]))
  return apiRoute('GET', path, { ...listParameters, ...narrowing }, (provider, values) => {
    const given = values as Record<string, unknown>
    const conditions = fields.flatMap((field) => whereField(field, given[field] as string | undefined))
    return provider[kind].list(`/v1${path}`, [...conditions, ...whereCreated(values.created)], values)
  })
}
