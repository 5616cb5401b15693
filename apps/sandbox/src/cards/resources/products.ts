import { required, text } from '../../http/parameters.ts'
import { apiRoute } from '../api/api-route.ts'
import { expandParameter, listParameters, whereCreated } from '../api/list-parameters.ts'
import { changedMetadata, metadata } from '../api/metadata.ts'
import { newProduct } from '../objects/product.ts'

const details = { ...expandParameter, description: text(), metadata, name: required(text()) }

/** Products, what prices are of: create, read, list. */
export const productRoutes = [
  apiRoute('POST', '/v1/products', details, (provider, values) => {
    const { name, description } = values
    const { wire: product } = provider.products.add(
      newProduct(
        { name, description: description ?? null, metadata: changedMetadata({}, values.metadata) },
        provider.clock.seconds(),
      ),
      {},
    )
    provider.log.record('product.created', product)
    return product
  }),

  apiRoute('GET', '/v1/products/:id', expandParameter, (provider, _, id) => provider.products.get(id).wire),

  apiRoute('GET', '/v1/products', listParameters, (provider, values) =>
    provider.products.list('/v1/products', whereCreated(values.created), values),
  ),
]
