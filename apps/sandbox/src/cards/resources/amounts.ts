import { oneOf, type Parameter, ParameterError } from '../../http/parameters.ts'

/** The provider's limits on a sum, in cents. */
export const SMALLEST_TOTAL = 50
/** The other one. */
export const LARGEST_TOTAL = 99_999_999

/** Currencies with cents; others would need other limits and another way to write amounts. */
export const currency = oneOf('usd', 'aud', 'cad', 'eur', 'gbp')

/** How a payment is made was named by another parameter once; it is refused by its old name. */
export const goneSince2026: Parameter<undefined> = (value, path) => {
  if (value === undefined) return undefined
  throw new ParameterError(
    `The \`${path}\` parameter is no longer supported. Use \`allowed_payment_method_types\` instead.`,
    path,
    'payment_method_types_no_longer_supported',
  )
}
