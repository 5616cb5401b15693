import type { AppContext } from '../app-context.ts'

/** The product for a round that must not fail: an error is thrown instead of postponed. */
export const nothingPutOff = (product: AppContext): AppContext => ({
  ...product,
  putOff(error) {
    throw error
  },
})
