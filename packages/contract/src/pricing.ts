import { type Static, Type } from 'typebox'

const Row = Type.Object({ deadlines: Type.Array(Type.Number()), prices: Type.Array(Type.Number()) })

/** PRICE-04: for each price name the deadline thresholds in hours, ascending, and the price in USD for each. */
export const PricingAnswer = Type.Object({
  'Essay (writing)': Row,
  'Essay (editing)': Row,
  Presentations: Row,
  Problems: Row,
  Quiz: Row,
  'Other task': Row,
})
export type PricingAnswer = Static<typeof PricingAnswer>

const ServicePrice = Type.Union([
  Type.Object({ amount: Type.Number() }),
  Type.Object({ percent_of_quote: Type.Number() }),
])

/** SRV-02: what each extra service costs: dollars, or a percentage of the quote price. */
export const ServicePricesAnswer = Type.Object({
  top_writer: ServicePrice,
  draft_needed: ServicePrice,
  adv_plagreport: ServicePrice,
  prioritize_my_task: ServicePrice,
  client_recomended_writer: ServicePrice,
})
export type ServicePricesAnswer = Static<typeof ServicePricesAnswer>
