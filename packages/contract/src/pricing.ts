import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { mostLateCreditSteps } from '@nerdify/domain/payments/late-credit.ts'
import { type Static, Type } from 'typebox'
import { closed, underEach } from './vocabulary.ts'

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

/** WAIT-05: from how many hours after the deadline on, how much of what was paid, in per cent; each step rises. */
export const LateCreditSteps = Type.Array(
  closed({
    hours_late: Type.Number({ minimum: 0, maximum: 8_760 }),
    percent: Type.Number({ minimum: 0.01, maximum: 100 }),
  }),
  { maxItems: mostLateCreditSteps },
)

/** What is given for work that comes late: nothing where there are no steps. Operations put it in force in the same shape. */
export const LateCreditAnswer = closed({ steps: LateCreditSteps })
export type LateCreditAnswer = Static<typeof LateCreditAnswer>
