import { offeredServices, serviceEffects, type ServiceKey } from '../catalog/services.ts'
import type { Cents } from '../pricing/money.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { isWorkLate } from './order-late.ts'
import { orderIs } from './order-is.ts'
import type { ClientStatus } from './order-status.ts'

export interface ServiceFacts {
  added: boolean
  paid: boolean
  refunded: boolean
  /** 0 if the plan or a coupon includes it (SRV-04). */
  priceCents: Cents
}

/** An order's extra services by key; an absent service has no price for this order. */
export type OrderServices = Readonly<Partial<Record<ServiceKey, ServiceFacts>>>

/** A revision brings a service of the work that the client adds during it (WAIT-06). */
const deliveredStatuses: readonly (ClientStatus | null)[] = ['Sent', 'Revision sent', 'Completed']

/** Whether the sale of the service has ended: a Nerd was found, or the work was delivered (FLOW-27). */
export function isTooLateFor(key: ServiceKey, clientStatus: ClientStatus | null): boolean {
  if (serviceEffects[key] === 'work') return deliveredStatuses.includes(clientStatus)
  return clientStatus !== null && clientStatus !== 'In progress'
}

/** Whether the service cannot be sold at `now`: its sale has ended (FLOW-27), or the work is late (WAIT-04). */
export const isUnavailable = (key: ServiceKey, order: OrderFacts, now: number): boolean =>
  isTooLateFor(key, order.clientStatus) || isWorkLate(order, now)

/** Whether the client owns the service: paid and not refunded (FLOW-26). */
export const isSold = (service: Pick<ServiceFacts, 'paid' | 'refunded'> | undefined): boolean =>
  service !== undefined && service.paid && !service.refunded

/** Services that the client does not own, in screen order (FLOW-25, FLOW-26). */
export function unownedServices(
  services: Readonly<Partial<Record<ServiceKey, Pick<ServiceFacts, 'paid' | 'refunded'>>>>,
): ServiceKey[] {
  return offeredServices.filter((key) => services[key] !== undefined && !isSold(services[key]))
}

/** Services for sale on a paid order at `now` (FLOW-26, FLOW-27); none on a late order (WAIT-04). */
export function additionalServices(order: OrderFacts, services: OrderServices, now: number): ServiceKey[] {
  if (!orderCan.addServices(order)) return []
  return unownedServices(services).filter((key) => !isUnavailable(key, order, now))
}

export interface AmountDue {
  cents: Cents
  /** Services added after payment; undefined if the amount is for the order itself. */
  services: ServiceKey[] | undefined
}

/**
 * The unpaid price of the order (PAY-06); once it is paid in full, the price of the services added since that are still
 * for sale at `now`, less any overpayment (PAY-08).
 */
export function amountDue(order: OrderFacts, services: OrderServices, now: number): AmountDue {
  if (!orderIs.paidInFull(order)) return { cents: order.priceCents - order.paidCents, services: undefined }
  const unpaidServices = Object.entries(services).flatMap(([name, service]) => {
    const key = name as ServiceKey
    return service.added && !service.paid && !isUnavailable(key, order, now) ? [{ key, service }] : []
  })
  const cents = unpaidServices.reduce((sum, { service }) => sum + service.priceCents, 0)
  return { cents: Math.max(0, cents - overpaidCents(order)), services: unpaidServices.map(({ key }) => key) }
}

/** Payments above the cabinet price that were not refunded, in cents. */
export const overpaidCents = ({
  paidCents,
  refundedCents,
  cabinetPriceCents,
}: Pick<OrderFacts, 'paidCents' | 'refundedCents' | 'cabinetPriceCents'>): Cents =>
  Math.max(0, paidCents - refundedCents - cabinetPriceCents)

/** FLOW-27: why a service is unavailable, by its effect; the screen uses the first sentence as a heading. */
export const serviceUnavailableTexts = {
  title: 'Oops! We are really sorry.',
  text: {
    search:
      'We wish we could add it, but this extra service is unavailable, as we have already found a Nerd for your task.',
    work: 'We wish we could add it, but this extra service is unavailable, as we have already sent you the work.',
  },
} as const
