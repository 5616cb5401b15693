import type { Product } from '../product.ts'

/** The product for a round in which nothing may fail: what would be put off is thrown. */
export const nothingPutOff = (product: Product): Product => ({
  ...product,
  putOff(error) {
    throw error
  },
})
