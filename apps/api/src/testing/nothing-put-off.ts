import type { AppContext } from '../app-context.ts'

/** The product for a round in which nothing may fail: what would be put off is thrown. */
export const nothingPutOff = (product: AppContext): AppContext => ({
  ...product,
  putOff(error) {
    throw error
  },
})
