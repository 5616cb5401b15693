import type { OperationsOrderChange } from '@nerdify/contract/operations.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import type { PriceName } from '@nerdify/domain/catalog/job-types.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { hoursToDeadline } from '@nerdify/domain/pricing/deadlines.ts'
import type { Queries } from '../../database/tables.ts'
import { Refusal, unacceptable } from '../../http/refusal.ts'
import { tagsAfter } from '../../accounts/change-tags.ts'
import { changeLocked, lockOrder, refuseOvertaken } from '../change-locked.ts'
import { type ChangedOrder, editOrder } from './change-order.ts'
import { columnsWithoutDiscount } from '../price/order-discount.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { insertOrderEvent, type OrderChangeSet, type StoredOrder } from '../orders.store.ts'

/** Operations' change of an order, with the price in cents. */
export interface ChangeForOperations {
  clientId: string
  orderId: string
  body: Omit<OperationsOrderChange, 'price' | 'version' | 'dry_run'>
  /** The version that the change is based on; without it the last write wins. */
  basedOn?: number | undefined
  priceCents: number | undefined
  /** The Nerd's fee; null for none, undefined for no change. */
  feeCents?: number | null | undefined
  author: string
  now: number
}

/**
 * Changes an order as operations may (OPS-05), with an entry in its history. A type is changed and priced as by the
 * client, even if the client may not; a price is the total. 409 order_paid for type and price of an order with a
 * payment, 409 order_changed over a newer version, 409 no_nerd for a fee without a Nerd (OPS-14).
 */
export async function changeOrderForOperations(queries: Queries, change: ChangeForOperations): Promise<ChangedOrder> {
  const { clientId, orderId, body, basedOn, priceCents, feeCents, author, now } = change
  const marks = (['isPromo', 'is_complex'] as const).filter((name) => body[name] !== undefined)
  const movesPrice = body.type !== undefined || priceCents !== undefined
  refuseOvertaken(await lockOrder(queries, change), [...marks, ...(movesPrice ? whatMovesPrice : [])], basedOn)
  const typed = body.type === undefined ? undefined : await changeType(queries, { ...change, priceName: body.type })
  const found = await lockOrder(queries, change)
  if (feeCents !== undefined && found.nerd_id === null)
    throw new Refusal(409, 'Nobody has this order, so it has no fee.', { type: 'no_nerd', value: 'fee' })
  const set = {
    ...(priceCents === undefined ? {} : agreedPriceColumns(found, priceCents, now)),
    is_promo: body.isPromo,
    is_complex: body.is_complex,
    tags: tagsAfter(found.tags, body),
    nerd_fee_cents: feeCents,
  }
  const fields = [...marks, ...(priceCents === undefined ? [] : ['price'])]
  const order = await changeLocked(queries, found, { set, typed: { fields, author }, now })
  await insertOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author,
    event: 'changed',
    data: { ...body, ...(priceCents === undefined ? {} : { price_cents: priceCents }) },
  })
  return { order, lostCoupon: typed?.lostCoupon }
}

/** The fields that a choice of price or type depends on. */
const whatMovesPrice = [
  'priceName',
  'size',
  'deadline',
  ...serviceKeys.map((key) => `service:${key}`),
  'discount',
  'price',
]

/** Changes the type of an order like its client, even of a promo or complex one. */
async function changeType(
  queries: Queries,
  { clientId, orderId, priceName, author, now }: ChangeForOperations & { priceName: PriceName },
): Promise<ChangedOrder> {
  return editOrder(queries, {
    clientId,
    orderId,
    author,
    edits: [{ kind: 'fields', fields: { priceName } }],
    terms: { now, isRestricted: () => false, by: 'operations' },
  })
}

/**
 * The columns of an agreed price: the quote is the rest after the added services, and the discount is removed, being
 * part of the agreement. It is valid until the deadline.
 */
function agreedPriceColumns(order: StoredOrder, priceCents: number, now: number): OrderChangeSet {
  if (orderIs.paid(factsOf(order))) {
    throw new Refusal(409, 'Something is paid for this order, so its price stays as it is.', { type: 'order_paid' })
  }
  const { price_name: priceName, deadline, services } = order
  if (priceName === null || deadline === null || deadline <= now) {
    throw unacceptable(
      'The order needs a type and a future deadline before it can have a price.',
      'price',
      'order_incomplete',
    )
  }
  const quote = {
    priceName,
    quotedAt: now,
    fixed: true,
    hours: hoursToDeadline(now, deadline),
    quoteCents: 0,
    services,
  }
  const bare = columnsWithoutDiscount(order, quote, undefined)
  const quoteCents = priceCents - (bare.service_cents as number)
  if (quoteCents < 0) throw unacceptable('The added services alone cost more than this price.', 'price')
  return columnsWithoutDiscount(order, { ...quote, quoteCents }, undefined)
}
