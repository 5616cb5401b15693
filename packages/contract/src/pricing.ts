import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { maxLateCreditSteps } from '@nerdify/domain/payments/late-credit.ts'
import { type Static, Type } from 'typebox'
import { closed, underEach } from './vocabulary.ts'

const Row = Type.Object({ deadlines: Type.Array(Type.Number()), prices: Type.Array(Type.Number()) })

/**
 * PRICE-04: for each price name the deadline thresholds in ascending hours, and the price in USD for each. A job type
 * without prices is absent and not offered.
 */
export const PricingAnswer = underEach(priceNames, Type.Optional(Row))
export type PricingAnswer = Static<typeof PricingAnswer>

const ServicePrice = Type.Union([
  Type.Object({ amount: Type.Number() }),
  Type.Object({ percent_of_quote: Type.Number() }),
])

/**
 * SRV-02: the price of each extra service: dollars, or a percentage of the quote price. A service without a price is
 * absent.
 */
export const ServicePricesAnswer = underEach(serviceKeys, Type.Optional(ServicePrice))
export type ServicePricesAnswer = Static<typeof ServicePricesAnswer>

/**
 * WAIT-05: work that is at least `hours_late` credits `percent` of the payment; both rise with each step.
 */
export const LateCreditSteps = Type.Array(
  closed({
    hours_late: Type.Number({ minimum: 0, maximum: 8_760 }),
    percent: Type.Number({ minimum: 0.01, maximum: 100 }),
  }),
  { maxItems: maxLateCreditSteps },
)

/** The credit for late work; no steps, no credit. Operations send it in the same shape. */
export const LateCreditAnswer = closed({ steps: LateCreditSteps })
export type LateCreditAnswer = Static<typeof LateCreditAnswer>
