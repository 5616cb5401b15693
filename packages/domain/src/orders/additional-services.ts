import { offeredServices, type ServiceKey } from '../catalog/services.ts'
import type { Cents } from '../pricing/money.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { isLate } from './order-late.ts'
import { orderIs } from './order-is.ts'
import type { ClientStatus } from './order-status.ts'

/** One extra service of an order. */
export interface ServiceFacts {
  added: boolean
  paid: boolean
  refunded: boolean
  /** What it costs; 0 where the plan or a coupon includes it (SRV-04). */
  priceCents: Cents
}

/** The extra services of an order by their key; one that is not there has no price for this order. */
export type OrderServices = Readonly<Partial<Record<ServiceKey, ServiceFacts>>>

/** These decide which Nerd takes the order, and when, so they mean nothing once one has it (FLOW-27). */
const servicesOfTheSearch: readonly ServiceKey[] = ['top_writer', 'prioritize_my_task', 'client_recomended_writer']

/** Whether a Nerd has been found already, so that the service cannot be bought any more (FLOW-27). */
export function isTooLateFor(key: ServiceKey, clientStatus: ClientStatus | null): boolean {
  return servicesOfTheSearch.includes(key) && clientStatus !== null && clientStatus !== 'In progress'
}

/** Whether the client has the service: it is paid and was not given back (FLOW-26). */
export const isSold = (service: Pick<ServiceFacts, 'paid' | 'refunded'> | undefined): boolean =>
  service !== undefined && service.paid && !service.refunded

/** The services that are still to be had in principle, in the order of the screen (FLOW-25, FLOW-26). */
export function servicesLeft(
  services: Readonly<Partial<Record<ServiceKey, Pick<ServiceFacts, 'paid' | 'refunded'>>>>,
): ServiceKey[] {
  return offeredServices.filter((key) => services[key] !== undefined && !isSold(services[key]))
}

/** The services that may be bought for a paid order at `now` (FLOW-26, FLOW-27): none of one that is late (WAIT-04). */
export function additionalServices(order: OrderFacts, services: OrderServices, now: number): ServiceKey[] {
  if (!orderCan.addServices(order) || isLate(order, now)) return []
  return servicesLeft(services).filter((key) => !isTooLateFor(key, order.clientStatus))
}

/** What is to be paid at this moment. */
export interface AmountDue {
  cents: Cents
  /** The services that were added after the order was paid, which the amount is for; none for the order itself. */
  services: ServiceKey[] | undefined
}

/**
 * What a client has to pay for an order now: all of its price that is not paid yet, or, once the order is paid in full,
 * the services added since then and nothing else (PAY-06, PAY-08). Money that was paid beyond the price counts.
 */
export function amountDue(order: OrderFacts, services: OrderServices): AmountDue {
  if (!orderIs.paidInFull(order)) return { cents: order.priceCents - order.paidCents, services: undefined }
  const chosen = Object.entries(services).flatMap(([name, service]) => {
    const key = name as ServiceKey
    return service.added && !service.paid && !isTooLateFor(key, order.clientStatus) ? [{ key, service }] : []
  })
  const cents = chosen.reduce((sum, { service }) => sum + service.priceCents, 0)
  return { cents: Math.max(0, cents - beyondPriceCents(order)), services: chosen.map(({ key }) => key) }
}

/** What was paid beyond the price of all that is paid, and not given back yet, in cents. */
export const beyondPriceCents = ({
  paidCents,
  refundedCents,
  cabinetPriceCents,
}: Pick<OrderFacts, 'paidCents' | 'refundedCents' | 'cabinetPriceCents'>): Cents =>
  Math.max(0, paidCents - refundedCents - cabinetPriceCents)

/** FLOW-27: why a service cannot be had any more; the first sentence is a heading on the screen. */
export const serviceUnavailableTexts = {
  title: 'Oops! We are really sorry.',
  text: 'We wish we could add it, but this extra service is unavailable, as we have already found a Nerd for your task.',
} as const
