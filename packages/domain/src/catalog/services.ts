import { type Cents, centsFromDollars, percentOf } from '../pricing/money.ts'

/** Extra services by wire key, with their names for people (SRV-01). */
export const serviceNames = {
  top_writer: 'TOP Nerd',
  draft_needed: 'Draft',
  adv_plagreport: 'Plagiarism Report',
  prioritize_my_task: 'Prioritize my Task',
  client_recomended_writer: 'Preferred Nerd',
}
/** The key of an extra service on the wire (SRV-01). */
export type ServiceKey = keyof typeof serviceNames

/** TOP Nerd: the minimum rating of a Nerd who may take the order (SRV-01, WAIT-06). */
export const topNerdRating = 4.9

/** Every extra service, in the order of SRV-01. */
export const serviceKeys = Object.keys(serviceNames) as readonly ServiceKey[]

/**
 * The part of an order that a service changes: the search for the Nerd, so it is for sale until a Nerd has the order
 * (FLOW-27), or the work, so the Nerd's work sheet names it (OPS-14).
 */
export const serviceEffects: Record<ServiceKey, 'search' | 'work'> = {
  top_writer: 'search',
  draft_needed: 'work',
  adv_plagreport: 'work',
  prioritize_my_task: 'search',
  client_recomended_writer: 'search',
}

/** The services that the extra-services step offers, in its order (FLOW-23). */
export const offeredServices = [
  'prioritize_my_task',
  'top_writer',
  'adv_plagreport',
] as const satisfies readonly ServiceKey[]

/**
 * The price of each service: dollars, or a percentage of the quote price (SRV-02). Operations' data: a service without
 * a stored price is not offered.
 */
export type ServicePrices = Partial<Record<ServiceKey, { amount: number } | { percent_of_quote: number }>>

/** The price of a service at this quote price (SRV-02); undefined if the service is not offered. */
export function servicePriceCents(key: ServiceKey, prices: ServicePrices, quoteCents: Cents): Cents | undefined {
  const price = prices[key]
  if (price === undefined) return undefined
  return 'amount' in price ? centsFromDollars(price.amount) : percentOf(quoteCents, price.percent_of_quote)
}
