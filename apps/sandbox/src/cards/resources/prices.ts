import { flag, group, integer, listOf, oneOf, required, text } from '../../http/parameters.ts'
import { invalidParameter } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { whereField, whereFieldIn } from '../collection.ts'
import { newPrice } from '../objects/price.ts'
import type { CardProvider } from '../provider.ts'
import { currency, LARGEST_TOTAL } from './amounts.ts'
import { readRoute } from './read-routes.ts'

const details = {
  ...expandParameter,
  currency: required(currency),
  lookup_key: text(200),
  metadata,
  product_data: required(group({ name: required(text()) })),
  recurring: group({ interval: required(oneOf('month')) }),
  transfer_lookup_key: flag(),
  unit_amount: required(integer({ minimum: 0, maximum: LARGEST_TOTAL })),
}

/** A lookup key leads to one price: another one that has it gives it away, or the key is refused. */
function takeLookupKey(provider: CardProvider, key: string, transfer: boolean): void {
  const [holder] = provider.prices.list('', whereField('lookup_key', key), { limit: 1 }).data
  if (holder === undefined) return
  if (!transfer) throw invalidParameter(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  provider.prices.save({ ...holder, lookup_key: null }, provider.prices.get(holder.id).hidden)
}

/** Prices of products that are made with them: create, read, list. */
export const priceRoutes = [
  apiRoute('POST', '/prices', details, (provider, values) => {
    const { lookup_key = null, currency: unit, unit_amount, product_data: product } = values
    if (lookup_key !== null) takeLookupKey(provider, lookup_key, values.transfer_lookup_key ?? false)
    const given = {
      active: true,
      currency: unit,
      isMonthly: values.recurring !== undefined,
      lookup_key,
      metadata: changedMetadata({}, values.metadata),
      unit_amount,
    }
    const { wire: price } = provider.prices.add(newPrice(given, provider.clock.seconds()), { name: product.name })
    provider.log.record('price.created', price)
    return price
  }),
  readRoute('/prices', 'prices'),
  apiRoute(
    'GET',
    '/prices',
    { ...listParameters, active: flag(), lookup_keys: listOf(required(text())) },
    (provider, values) => {
      const wanted = [...whereFieldIn('lookup_key', values.lookup_keys), ...whereCreated(values.created)]
      const active =
        values.active === undefined
          ? []
          : [{ sql: `json_extract(wire, '$.active') = ?`, values: [Number(values.active)] }]
      return provider.prices.list('/v1/prices', [...wanted, ...active], values)
    },
  ),
]
