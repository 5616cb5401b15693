import type Stripe from 'stripe'
import { randomId } from '../../random-id.ts'
import type { Stored } from './stored.ts'

/** Something that has prices, as the API shows it. */
export type Product = Stored<
  Pick<
    Stripe.Product,
    | 'id'
    | 'object'
    | 'active'
    | 'created'
    | 'description'
    | 'images'
    | 'livemode'
    | 'marketing_features'
    | 'metadata'
    | 'name'
    | 'package_dimensions'
    | 'shippable'
    | 'tax_details'
    | 'type'
    | 'updated'
    | 'url'
  >
>

/** A service with this name. */
export function newProduct(
  details: Pick<Product, 'name'> & Partial<Pick<Product, 'description' | 'metadata'>>,
  createdAt: number,
): Product {
  return {
    id: randomId('prod_', 14),
    object: 'product',
    active: true,
    created: createdAt,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: createdAt,
    url: null,
    ...details,
  } satisfies Product
}
