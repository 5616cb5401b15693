import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { type Static, Type } from 'typebox'
import { underEach } from './vocabulary.ts'

const Row = Type.Object({ deadlines: Type.Array(Type.Number()), prices: Type.Array(Type.Number()) })

/**
 * PRICE-04: for each price name the deadline thresholds in hours, ascending, and the price in USD for each. One that has
 * no prices yet is not offered, and not there.
 */
export const PricingAnswer = underEach(priceNames, Type.Optional(Row))
export type PricingAnswer = Static<typeof PricingAnswer>

const ServicePrice = Type.Union([
  Type.Object({ amount: Type.Number() }),
  Type.Object({ percent_of_quote: Type.Number() }),
])

/** SRV-02: what each extra service costs: dollars, or a percentage of the quote price. One that has no price is not there. */
export const ServicePricesAnswer = underEach(serviceKeys, Type.Optional(ServicePrice))
export type ServicePricesAnswer = Static<typeof ServicePricesAnswer>
