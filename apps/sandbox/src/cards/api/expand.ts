import { findObject } from '../collection.ts'
import type { CardProvider } from '../provider.ts'
import { invalidParameter } from './api-error.ts'

type Wire = Record<string, unknown>

/** The fields of each object that hold another object's id. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  'checkout.session': ['customer', 'invoice', 'payment_intent', 'setup_intent', 'subscription'],
  charge: ['payment_intent'],
  dispute: ['charge', 'payment_intent'],
  payment_intent: ['latest_charge', 'payment_method'],
  refund: ['charge', 'payment_intent'],
  setup_intent: ['payment_method'],
  subscription: ['customer', 'default_payment_method', 'latest_invoice'],
}

/** The provider's limit on the depth of a path. */
const DEPTH_LIMIT = 4

/** Fields that are left out unless they are asked for. */
function includedOnDemand(provider: CardProvider, object: Wire, field: string): object | undefined {
  const id = String(object['id'])
  if (object['object'] === 'checkout.session' && field === 'line_items') {
    const { lineItems } = provider.checkoutSessions.get(id).hidden
    return { object: 'list', url: `/v1/checkout/sessions/${id}/line_items`, has_more: false, data: lineItems }
  }
  if (object['object'] === 'invoice' && field === 'payments') {
    const { payment } = provider.invoices.get(id).hidden
    return {
      object: 'list',
      url: `/v1/invoice_payments?invoice=${id}`,
      has_more: false,
      data: payment ? [payment] : [],
    }
  }
  return undefined
}

function expandField(provider: CardProvider, object: Wire, field: string, path: string): unknown {
  const value = object[field]
  // The payment of an invoice names it in a group of its own, which has no kind.
  if (object['type'] === 'payment_intent' && field === 'payment_intent') {
    return findObject(provider.database, String(value))
  }
  if (typeof value === 'object' && value !== null) return value
  if (REFERENCES[String(object['object'])]?.includes(field)) {
    return typeof value === 'string' ? findObject(provider.database, value) : value
  }
  const included = includedOnDemand(provider, object, field)
  if (!included) throw invalidParameter(`This property cannot be expanded (${path}).`, 'expand')
  return included
}

function expandPath(provider: CardProvider, value: unknown, parts: readonly string[], path: string): unknown {
  const [field, ...rest] = parts
  if (field === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((each) => expandPath(provider, each, parts, path))
  const object = value as Wire
  return { ...object, [field]: expandPath(provider, expandField(provider, object, field, path), rest, path) }
}

/**
 * Puts whole objects in place of their ids, as the `expand` parameter asks: `payment_intent.latest_charge`,
 * `data.customer`.
 *
 * @throws {ApiError} for a path that leads nowhere.
 */
export function expand(provider: CardProvider, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>((expanded, path) => {
    const parts = path.split('.')
    if (parts.length > DEPTH_LIMIT + (parts[0] === 'data' ? 1 : 0)) {
      throw invalidParameter(`You cannot expand more than ${DEPTH_LIMIT} levels of a property.`, 'expand')
    }
    return expandPath(provider, expanded, parts, path) as object
  }, answer)
}
