import type { Order, OrderService, ServiceTag } from '@nerdify/contract/orders.ts'
import type { offeredServices } from '@nerdify/domain/catalog/services.ts'
import { overpaidCents, unownedServices } from '@nerdify/domain/orders/additional-services.ts'
import type { FreeReason } from '@nerdify/domain/pricing/price.ts'
import { serviceLines } from '@nerdify/domain/payments/receipt-lines.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { isServiceOffered } from './shown-price.ts'

export type OfferedService = (typeof offeredServices)[number]

/** The services that an order has not bought yet (FLOW-26). */
export function unboughtServices({ services }: Order): OfferedService[] {
  const facts = Object.fromEntries(
    Object.entries(services)
      .filter(([, service]) => isServiceOffered(service))
      .map(([key, { active, refunded }]) => [key, { paid: active, refunded }]),
  )
  return unownedServices(facts) as OfferedService[]
}

/** Whether a service is paid and not refunded. */
export const isBought = ({ active, refunded }: OrderService): boolean => active && !refunded

/** The amount due for the chosen services of a paid order (PAY-08). */
export function dueNow(
  order: Order,
  chosen: readonly ServiceTag[],
  /** The reason why a service is free, for services that the order may not know yet. */
  freeReason: (key: ServiceTag) => FreeReason | null,
) {
  const services = chosen.filter((key) => !isBought(order.services[key]))
  const priced = services.map((key) => {
    const reason = freeReason(key)
    const priceCents = reason === null ? centsFromDollars(order.services[key].price) : 0
    return [key, { added: true, priceCents, freeReason: reason }] as const
  })
  const sum = priced.reduce((total, [, { priceCents }]) => total + priceCents, 0)
  const overpaid = overpaidCents({
    paidCents: centsFromDollars(order.client_paid),
    refundedCents: centsFromDollars(order.refunded),
    cabinetPriceCents: centsFromDollars(order.cabinet_price),
  })
  const cents = Math.max(0, sum - overpaid)
  return {
    /** Receipt lines (EASE-06), with an earlier overpayment. */
    lines: serviceLines({ services: Object.fromEntries(priced) }, services, cents),
    /** At least one service costs something; free services are added by choosing them. */
    isForSale: sum > 0,
    cents,
  }
}
