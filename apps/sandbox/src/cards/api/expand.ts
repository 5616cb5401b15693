import { findObject } from '../collection.ts'
import type { CardProvider } from '../provider.ts'
import { invalidParameter } from './api-error.ts'

type Wire = Readonly<Record<string, unknown>>

/** What stands in a field when it is expanded: the object of the id there. The payments of an invoice stand there only then. */
function expanded({ database, invoices }: CardProvider, object: Wire, field: string): unknown {
  if (object['object'] === 'invoice' && field === 'payments') {
    const { payment } = invoices.entry(String(object['id'])).hidden
    return { object: 'list', has_more: false, data: payment ? [payment] : [] }
  }
  const value = object[field]
  return typeof value === 'string' ? findObject(database, value) : value
}

function expandPath(provider: CardProvider, value: unknown, parts: readonly string[], path: string): unknown {
  const [field, ...rest] = parts
  if (field === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((each) => expandPath(provider, each, parts, path))
  const found = expanded(provider, value as Wire, field)
  if (typeof found !== 'object') throw invalidParameter(`This property cannot be expanded (${path}).`, 'expand')
  return { ...(value as Wire), [field]: expandPath(provider, found, rest, path) }
}

/**
 * Puts whole objects in place of their ids, as the `expand` parameter asks: `payment_intent.latest_charge`,
 * `data.customer`.
 *
 * @throws {ApiError} for a path that leads nowhere.
 */
export function expand(provider: CardProvider, answer: object, paths: readonly string[] = []): object {
  return paths.reduce<object>((whole, path) => expandPath(provider, whole, path.split('.'), path) as object, answer)
}
