import type { OrderChange } from '@nerdify/contract/orders.ts'
import { offeredServices, type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import type { Queries, StoredServices } from '../database/tables.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { type Prices, pricesFor } from '../pricing/prices.ts'
import { type OrderFields, readOrderFields } from './order-fields.ts'
import { factsOf } from './order-facts-of.ts'
import { type OrderChangeSet, orderOf, type StoredOrder, updateOrder } from './orders.store.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { isPremium } from './premium.ts'
import { addedServices, type Quotable, quoteHoldMs, quoteOrder, refuseImpossible } from './quote-order.ts'

/** The fields whose changes make a new price, and that a paid order keeps (API-04). */
const pricedFields = ['priceName', 'size', 'deadline'] as const satisfies readonly (keyof OrderFields)[]

/**
 * Changes a client's order under a lock of its row (API-04, FLOW-18, SRV-03) and answers it whole. 404 for an order that
 * is not theirs; 409 order_changed where somebody changed the same field after `version`, 409 order_paid where the
 * payment fixed it; 422 for what cannot be ordered.
 */
export async function changeOrder(
  queries: Queries,
  change: { clientId: string; orderId: string; body: OrderChange; now: number },
): Promise<StoredOrder> {
  const { clientId, orderId, body, now } = change
  const fields = readOrderFields(body)
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined || orderIs.deleted(factsOf(order))) throw notFound()

  const changed = changedFields(order, fields)
  const service = serviceChange(body)
  const names = [...changed, ...(service === undefined ? [] : [`service:${service.tag}`])]
  const linkSent = body.option === 'payment_link_sent' && order.payment_link_sent_at === null
  if (names.length === 0 && !linkSent) return order

  refuseOvertaken(order, names, body.version)
  const repriced = pricedFields.some((field) => changed.includes(field))
  if (order.paid_cents > 0 && (repriced || service !== undefined)) {
    throw new Refusal(409, 'This order is paid, so its type, size and deadline stay as they are.', {
      type: 'order_paid',
    })
  }

  const version = order.version + 1
  const set: OrderChangeSet = {
    version,
    updated_at: new Date(now),
    field_versions: JSON.stringify({
      ...order.field_versions,
      ...Object.fromEntries(names.map((name) => [name, version])),
    }),
    ...(linkSent ? { payment_link_sent_at: new Date(now) } : {}),
    ...textColumns(fields),
  }
  if (repriced || service !== undefined) {
    const prices = await pricesFor(queries, clientId)
    const quotable = merged(order, fields)
    if (repriced) refuseImpossible(quotable, now, { premium: isPremium(prices.tags) })
    const services = service === undefined ? order.services : withService(order.services, service)
    Object.assign(set, quotableColumns(quotable), priceColumns(order, quotable, services, { prices, repriced, now }))
  }
  return updateOrder(queries, clientId, orderId, set)
}

/** The order with the sent fields in place. */
function merged(order: StoredOrder, fields: OrderFields): Quotable {
  const stored =
    order.size_count === null || order.size_measure === null
      ? null
      : { count: order.size_count, measure: order.size_measure }
  return {
    priceName: fields.priceName ?? order.price_name,
    size: fields.size ?? stored,
    deadline: fields.deadline ?? order.deadline,
  }
}

/** A service alone leaves a quote that still holds as it is (PRICE-12); everything else is priced at this moment. */
function priceColumns(
  order: StoredOrder,
  quotable: Quotable,
  services: StoredServices,
  given: { prices: Prices; repriced: boolean; now: number },
): OrderChangeSet {
  const holds = order.quoted_at !== null && given.now - order.quoted_at <= quoteHoldMs
  if (given.repriced || !holds) return quoteOrder(quotable, services, given.prices, given.now)
  const serviceCents = addedServices(services).reduce((sum, one) => sum + one.priceCents, 0)
  return {
    services: JSON.stringify(services),
    service_cents: serviceCents,
    price_cents: Math.max(0, order.quote_cents - order.discount_cents + serviceCents),
  }
}

function changedFields(order: StoredOrder, fields: OrderFields): string[] {
  const differs: Record<keyof OrderFields, boolean> = {
    title: fields.title !== undefined && fields.title !== order.title,
    subject: fields.subject !== undefined && fields.subject !== order.subject,
    details: fields.details !== undefined && fields.details !== order.details,
    priceName: fields.priceName !== undefined && fields.priceName !== order.price_name,
    size:
      fields.size !== undefined &&
      (fields.size.count !== order.size_count || fields.size.measure !== order.size_measure),
    deadline: fields.deadline !== undefined && fields.deadline !== order.deadline,
    plagiarismCheck: fields.plagiarismCheck !== undefined && fields.plagiarismCheck !== order.plagiarism_check,
  }
  return Object.entries(differs).flatMap(([name, different]) => (different ? [name] : []))
}

/** FLOW-18: only a field that somebody else changed after the version that this change was made from is refused. */
function refuseOvertaken(order: StoredOrder, names: readonly string[], basedOn: number | undefined): void {
  if (basedOn === undefined) return
  const overtaken = names.find((name) => (order.field_versions[name] ?? 0) > basedOn)
  if (overtaken === undefined) return
  throw new Refusal(409, 'This order was changed in another window. Please reload to see the newest version.', {
    type: 'order_changed',
    value: overtaken,
  })
}

interface ServiceChange {
  tag: ServiceKey
  added: boolean
}

function serviceChange(body: OrderChange): ServiceChange | undefined {
  if (body.action === undefined) {
    if (body.tag !== undefined) throw unacceptable('A tag needs an action.', 'tag')
    return undefined
  }
  const { tag } = body
  if (tag === undefined) throw unacceptable('Please say which service.', 'tag')
  // SRV-01, SRV-05: the other services come by coupon, by operations or with a choice of Nerd.
  if (!offeredServices.some((offered) => offered === tag))
    throw unacceptable('This service cannot be added here.', 'tag')
  return { tag, added: body.action === 'service_add' }
}

function withService(services: StoredServices, { tag, added }: ServiceChange): StoredServices {
  const stored = services[tag]
  if (stored === undefined)
    throw unacceptable('Please choose the size and the deadline first.', 'tag', 'order_incomplete')
  if (stored.paid && !added)
    throw new Refusal(409, 'A paid service stays with the order.', { type: 'service_paid', value: tag })
  return Object.fromEntries(
    serviceKeys.flatMap((key) => {
      const service = services[key]
      return service === undefined ? [] : [[key, key === tag ? { ...service, added } : service]]
    }),
  )
}

function textColumns(fields: OrderFields): OrderChangeSet {
  return {
    ...(fields.title === undefined ? {} : { title: fields.title }),
    ...(fields.subject === undefined ? {} : { subject: fields.subject }),
    ...(fields.details === undefined ? {} : { details: fields.details }),
    ...(fields.plagiarismCheck === undefined ? {} : { plagiarism_check: fields.plagiarismCheck }),
  }
}

function quotableColumns(order: Quotable): OrderChangeSet {
  return {
    price_name: order.priceName,
    size_count: order.size?.count ?? null,
    size_measure: order.size?.measure ?? null,
    deadline: order.deadline === null ? null : new Date(order.deadline),
  }
}
