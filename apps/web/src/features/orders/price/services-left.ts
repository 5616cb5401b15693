import type { Order, ServiceTag } from '@nerdify/contract/orders.ts'
import type { offeredServices } from '@nerdify/domain/catalog/services.ts'
import { beyondPriceCents, servicesLeft } from '@nerdify/domain/orders/additional-services.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { isServiceOffered } from './shown-price.ts'

/** A service that the screens offer. */
export type OfferedService = (typeof offeredServices)[number]

/** The services of an order that are not bought yet (FLOW-26). */
export function servicesLeftOf({ services }: Order): OfferedService[] {
  const facts = Object.fromEntries(
    Object.entries(services)
      .filter(([, service]) => isServiceOffered(service))
      .map(([key, { active, refunded }]) => [key, { paid: active, refunded }]),
  )
  return servicesLeft(facts) as OfferedService[]
}

/** What the chosen services come to, in cents. */
interface DueNow {
  services: readonly { key: ServiceTag; cents: Cents; free: boolean }[]
  /** Money that was paid beyond the price before, and counts. */
  paidBeforeCents: Cents
  cents: Cents
}

/** What is to be paid for the chosen services of a paid order, and nothing else (PAY-08). */
export function dueNow(order: Order, chosen: readonly ServiceTag[], isFree: (key: ServiceTag) => boolean): DueNow {
  const services = chosen
    .filter((key) => !order.services[key].active || order.services[key].refunded)
    .map((key) => ({ key, free: isFree(key), cents: isFree(key) ? 0 : centsFromDollars(order.services[key].price) }))
  const sum = services.reduce((total, { cents }) => total + cents, 0)
  const beyond = beyondPriceCents({
    paidCents: centsFromDollars(order.client_paid),
    refundedCents: centsFromDollars(order.refunded),
    cabinetPriceCents: centsFromDollars(order.cabinet_price),
  })
  const paidBeforeCents = Math.min(sum, beyond)
  return { services, paidBeforeCents, cents: sum - paidBeforeCents }
}
