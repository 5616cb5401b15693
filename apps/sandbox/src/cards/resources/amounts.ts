import { oneOf } from '../../http/parameters.ts'

/** The provider's limits on a sum, in cents. */
export const SMALLEST_TOTAL = 50
/** The other one. */
export const LARGEST_TOTAL = 99_999_999

/** Currencies with cents; others would need other limits and another way to write amounts. */
export const currency = oneOf('usd', 'aud', 'cad', 'eur', 'gbp')
