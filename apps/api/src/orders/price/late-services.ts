import { offeredServices, serviceEffects, type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isSold, isTooLateFor, serviceUnavailableTexts } from '@nerdify/domain/orders/additional-services.ts'
import { isWorkLate, lateOrderText } from '@nerdify/domain/orders/order-late.ts'
import { planServices } from '@nerdify/domain/plans/plan-benefits.ts'
import type { Queries, StoredService, StoredServices } from '../../database/tables.ts'
import { Refusal, unacceptable } from '../../http/refusal.ts'
import { insertOrderEvent } from '../list/own-order.ts'
import { cabinetPriceOf, factsOf } from '../list/order-facts-of.ts'
import { changedServices } from '../history/record-money.ts'
import type { OrderChangeSet, StoredOrder } from '../orders.store.ts'
import { preferredNerd } from '../change/preferred-nerds.ts'
import { priceOfStored, servicesPriced } from './quote-order.ts'

/** A service that a client adds or removes (SRV-03). */
export interface ServiceChange {
  tag: ServiceKey
  added: boolean
  /** The preferred Nerd's name, only with that service (SRV-05). */
  worker: string | undefined
  /** Requested by the field plagiarism_check, which an order without a price stores (API-12). */
  isField?: boolean
}

/** The stored service that a client may change: 422 if clients cannot choose it, 409 if it is paid (SRV-04). */
export function choosableService(
  services: StoredServices,
  { tag, added }: Pick<ServiceChange, 'tag' | 'added'>,
): StoredService {
  const stored = services[tag]
  // SRV-01: a draft comes from a coupon or from operations.
  const choosable =
    offeredServices.some((offered) => offered === tag) ||
    tag === 'client_recomended_writer' ||
    stored?.free_reason === 'coupon'
  if (stored === undefined || !choosable) throw unacceptable('This service can’t be added here.', 'tag')
  if (isSold(stored) && !added)
    throw new Refusal(409, 'A paid service stays with the order.', { type: 'service_paid', value: tag })
  return stored
}

/** The client's preferred Nerd if that service is added, else null (SRV-05). */
export async function preferredColumn(
  queries: Queries,
  clientId: string,
  { tag, added, worker }: ServiceChange,
): Promise<OrderChangeSet> {
  if (tag !== 'client_recomended_writer') return {}
  return { preferred_worker: added ? await preferredNerd(queries, clientId, worker) : null }
}

/**
 * The columns of a paid order when its client adds a service or removes an unpaid one (FLOW-26, PAY-08).
 * - Quote and discount stay as paid; the service has its price of the quote.
 * - A service that the plan or the coupon includes needs no payment.
 * - 409 service_unavailable once a Nerd is found or the work is delivered (FLOW-27), order_late once the work is late (WAIT-04).
 */
export function lateServiceColumns(wish: {
  order: StoredOrder
  change: ServiceChange
  /** The client's tags, which include their plan. */
  planTags: readonly string[]
  now: number
}): OrderChangeSet {
  const { order, change, planTags, now } = wish
  const { tag, added } = change
  const stored = choosableService(order.services, change)
  if (added && isSold(stored)) return {}
  if (added && isTooLateFor(tag, order.client_status)) {
    const { title, text } = serviceUnavailableTexts
    throw new Refusal(409, `${title} ${text[serviceEffects[tag]]}`, { type: 'service_unavailable', value: tag })
  }
  if (added && isWorkLate(factsOf(order), now))
    throw new Refusal(409, lateOrderText, { type: 'order_late', value: tag })
  // A plan can begin or end after the payment, so check it now.
  const inPlan = order.price_name !== null && planServices(planTags, order.price_name).includes(tag)
  const next: StoredService = added
    ? { ...stored, free_reason: inPlan ? 'plan' : null, added: true, paid: false, refunded: false }
    : { ...stored, added: false }
  const services: StoredServices = { ...order.services, [tag]: next }
  const price = priceOfStored(
    { quoteCents: order.quote_cents, services },
    { gift: order.discount?.gift, discountCents: order.discount_cents },
  )
  const priced = servicesPriced(services, price)
  const free = added && priced[tag]?.price_cents === 0
  return {
    services: JSON.stringify(free ? { ...priced, [tag]: { ...priced[tag], paid: true } } : priced),
    discount_cents: price.discountCents,
    service_cents: price.serviceCents,
    price_cents: price.totalCents,
  }
}

/** The columns of a paid order without its added services that are not paid. */
export function columnsWithoutUnpaidServices(order: StoredOrder): OrderChangeSet {
  const { services, service_cents: serviceCents, price_cents: priceCents } = order
  const unpaid = serviceKeys.filter((key) => services[key]?.added && !services[key].paid)
  return {
    ...changedServices(order, unpaid, { added: false }),
    service_cents: serviceCents + cabinetPriceOf(order) - priceCents,
    ...(unpaid.includes('client_recomended_writer') && { preferred_worker: null }),
  }
}

/**
 * Records in the history a service added to a paid order for free, by the plan or the coupon: it belongs to the order
 * like a paid one, but no payment shows it.
 */
export async function noteFreeService(
  queries: Queries,
  order: StoredOrder,
  tag: ServiceKey,
  now: number,
): Promise<void> {
  const reason = order.services[tag]?.free_reason ?? null
  if (reason === null) return
  await insertOrderEvent(queries, {
    clientId: order.client_id,
    orderId: order.id,
    at: now,
    author: 'client',
    event: 'services_paid',
    data: { services: [tag], free_reason: reason },
  })
}
