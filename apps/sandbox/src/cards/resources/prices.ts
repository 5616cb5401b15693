import { Type } from 'typebox'
import { invalidParameter } from '../api/api-error.ts'
import { cardCall } from '../api/card-call.ts'
import { changedMetadata, currency, group, metadata, optional, text, unitAmount } from '../api/schemas.ts'
import { newPrice } from '../objects/price.ts'
import type { CardProvider } from '../provider.ts'

const takes = {
  currency,
  lookup_key: text(200),
  product_data: group({ name: text() }),
  recurring: group({ interval: Type.Enum(['month']) }),
  unit_amount: unitAmount,
  ...optional({ metadata, transfer_lookup_key: Type.Boolean() }),
}

/**
 * A lookup key belongs to one price: with `transfer_lookup_key` it moves from another price, else the call is refused.
 */
function takeLookupKey(provider: CardProvider, key: string, transfer = false): void {
  const [holder] = provider.prices.list({ lookup_key: key }).data
  if (holder === undefined) return
  if (!transfer) throw invalidParameter(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  provider.prices.change(holder, { lookup_key: null })
}

/** Creates a monthly price and its product. */
export const createPrice = cardCall('POST', '/prices', takes, (provider, values) => {
  const { lookup_key, currency: unit, unit_amount, product_data: product } = values
  takeLookupKey(provider, lookup_key, values.transfer_lookup_key)
  const entries = changedMetadata({}, values.metadata)
  const terms = { active: true, currency: unit, isMonthly: true, lookup_key, metadata: entries, unit_amount }
  return provider.prices.add(newPrice(terms, provider.clock.seconds()), { hidden: { name: product.name } })
})
