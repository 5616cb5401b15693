import { flag, group, integer, listOf, oneOf, required, text } from '../../http/parameters.ts'
import { invalidParameter } from '../api/api-error.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { type Condition, whereField, whereFieldIn } from '../collection.ts'
import { monthly, newPrice } from '../objects/price.ts'
import { newProduct } from '../objects/product.ts'
import type { CardProvider } from '../provider.ts'
import { currency, LARGEST_TOTAL } from './amounts.ts'

/** How often: the sandbox knows months. */
export const recurring = group({
  interval: required(oneOf('month')),
  interval_count: integer({ minimum: 1, maximum: 1 }),
})

const details = {
  ...expandParameter,
  currency: required(currency),
  lookup_key: text(200),
  metadata,
  nickname: text(),
  product: text(),
  product_data: group({ metadata, name: required(text()) }),
  recurring,
  transfer_lookup_key: flag(),
  unit_amount: required(integer({ minimum: 0, maximum: LARGEST_TOTAL })),
}

const whereActive = (active: boolean | undefined): readonly Condition[] =>
  active === undefined ? [] : [{ sql: `json_extract(wire, '$.active') = ?`, values: [active ? 1 : 0] }]

/** A lookup key leads to one price: another one that has it gives it away, or the key is refused. */
function takeLookupKey(provider: CardProvider, key: string, transfer: boolean): void {
  const [holder] = provider.prices.list('', whereField('lookup_key', key), { limit: 1 }).data
  if (holder === undefined) return
  if (!transfer) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`
    throw invalidParameter(message, 'lookup_key')
  }
  provider.prices.save({ ...holder, lookup_key: null }, {})
}

/** Prices: create, read, list. */
export const priceRoutes = [
  apiRoute('POST', '/v1/prices', details, (provider, values) => {
    const now = provider.clock.seconds()
    if ((values.product === undefined) === (values.product_data === undefined)) {
      throw invalidParameter('You must specify either `product` or `product_data`.', 'product', 'parameter_missing')
    }
    if (values.lookup_key !== undefined) takeLookupKey(provider, values.lookup_key, values.transfer_lookup_key ?? false)
    const product =
      values.product_data === undefined
        ? provider.products.get(values.product ?? '', 'product').wire
        : provider.products.add(newProduct({ name: values.product_data.name }, now), {}).wire
    if (values.product_data !== undefined) provider.log.record('product.created', product)
    const { wire: price } = provider.prices.add(
      newPrice(
        {
          active: true,
          currency: values.currency,
          lookup_key: values.lookup_key ?? null,
          metadata: changedMetadata({}, values.metadata),
          nickname: values.nickname ?? null,
          product: product.id,
          recurring: values.recurring === undefined ? null : monthly,
          unit_amount: values.unit_amount,
        },
        now,
      ),
      {},
    )
    provider.log.record('price.created', price)
    return price
  }),

  apiRoute('GET', '/v1/prices/:id', expandParameter, (provider, _, id) => provider.prices.get(id).wire),

  apiRoute(
    'GET',
    '/v1/prices',
    { ...listParameters, active: flag(), lookup_keys: listOf(required(text())), product: text() },
    (provider, values) =>
      provider.prices.list(
        '/v1/prices',
        [
          ...whereActive(values.active),
          ...whereField('product', values.product),
          ...whereFieldIn('lookup_key', values.lookup_keys),
          ...whereCreated(values.created),
        ],
        values,
      ),
  ),
]
