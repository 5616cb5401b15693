import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { type AmountDue, amountDue, type OrderServices } from '@nerdify/domain/orders/additional-services.ts'
import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import { cabinetPriceCents } from '@nerdify/domain/pricing/price.ts'
import { type NameableOrder, orderName } from '@nerdify/domain/orders/order-name.ts'
import type { StoredService, StoredServices } from '../../database/tables.ts'
import type { StoredFacts } from '../orders.store.ts'

/** The facts of a stored order that the conditions of the domain read. */
export function factsOf(order: StoredFacts): OrderFacts {
  return {
    systemStatus: order.system_status,
    clientStatus: order.client_status,
    priced: order.quoted_at !== null,
    priceCents: order.price_cents,
    paidCents: order.paid_cents,
    refundedCents: order.refunded_cents,
    cabinetPriceCents: cabinetPriceOf(order),
    deadline: order.deadline,
    offeredDeadline: order.offered_deadline,
    createdAt: order.created_at,
    mark: order.mark,
    tags: order.tags,
    additional: order.additional,
    profileArch: order.profile_arch === 1,
    declined: order.declined,
    isPromo: order.is_promo,
    isComplex: order.is_complex,
    tipsPaid: order.tips_paid,
    revisionAcceptAt: order.revision_accept_at,
    clientAcceptAt: order.client_accept_at,
    refundAcceptAt: order.refund_accept_at,
    revisionDeadline: order.revision_deadline,
    sentAt: order.sent_at,
    reviewSettledAt: order.review_settled_at,
  }
}

/** Maps the services of a stored order. */
export function mapServices<Result>(
  services: StoredServices,
  change: (service: StoredService, key: ServiceKey) => Result,
): Partial<Record<ServiceKey, Result>> {
  const changed: Partial<Record<ServiceKey, Result>> = {}
  for (const key of serviceKeys) {
    const service = services[key]
    if (service !== undefined) changed[key] = change(service, key)
  }
  return changed
}

/** The extra services of a stored order as the rules read them. */
export const serviceFactsOf = ({ services }: Pick<StoredFacts, 'services'>): OrderServices =>
  mapServices(services, ({ added, paid, refunded, price_cents: priceCents }) => ({ added, paid, refunded, priceCents }))

/** The amount due for a stored order at `now`, in cents (PAY-08). */
export const amountDueOf = (order: StoredFacts, now: number): AmountDue =>
  amountDue(factsOf(order), serviceFactsOf(order), now)

/** PRICE-06: the price without unpaid added services, in cents. */
export function cabinetPriceOf(order: Pick<StoredFacts, 'price_cents' | 'services'>): number {
  return cabinetPriceCents(
    order.price_cents,
    Object.values(order.services).map((service) => ({
      added: service.added,
      active: service.paid,
      priceCents: service.price_cents,
    })),
  )
}

/** The parts of a row that name an order: the whole description, or only its first words. */
type NameableRow = Omit<NameableOrder, 'details'> & { details?: string | null; details_start?: string | null }

/** The name of a row's order (EASE-03). */
export const nameOf = ({ title, subject, details, details_start }: NameableRow): string | undefined =>
  orderName({ title, subject, details: details ?? details_start ?? null })
