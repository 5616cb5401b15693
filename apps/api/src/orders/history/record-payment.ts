import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { amountDue } from '@nerdify/domain/orders/additional-services.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { eventFits } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../../database/tables.ts'
import { consumeCode } from '../../discounts/code-uses.ts'
import { changeLocked, lockOrder } from '../change-locked.ts'
import { applyOrderEvent, progressOf } from '../change/apply-order-event.ts'
import { codeToUse, columnsWithoutDiscount, type FailedCoupon } from '../price/order-discount.ts'
import { amountDueOf, factsOf, serviceFactsOf } from '../list/order-facts-of.ts'
import { insertOrderEvent, type StoredOrder } from '../orders.store.ts'
import { storedQuote } from '../price/quote-order.ts'
import { changedByRepricing } from '../price/reprice-order.ts'
import { changedServices } from './record-money.ts'

/** The effect of a payment on an order; cents. */
export interface PaymentRecorded {
  order: StoredOrder
  /** The paid amount above the price. */
  surplusCents: number
  /** The discount's credit to the balance, once the order is paid in full (DISC-14). */
  cashbackCents: number
  /** The coupon that another order used up first (DISC-16). */
  lostCoupon: FailedCoupon | undefined
}

/**
 * Adds a payment to an order, in the transaction that books it. Uses up its discount code; if another order used the
 * code first, this order is priced without it (DISC-16).
 * - Paid in full (PAY-06): the order starts (STATE-17: paid → null, In progress), and its added services are paid too.
 * - `waivedCents`: a rest too small for a card; it lowers the price.
 * - `services`, added after the order was paid: those still available are paid, the rest of the money is surplus
 * (PAY-08, FLOW-27, WAIT-04).
 * - The order was declined, deleted or refunded while its page was open: all of the money is surplus (PAY-07).
 */
export async function recordPayment(
  queries: Queries,
  payment: {
    clientId: string
    orderId: string
    cents: number
    waivedCents?: number
    services?: readonly ServiceKey[] | undefined
    now: number
  },
): Promise<PaymentRecorded> {
  const { clientId, orderId, now, waivedCents = 0 } = payment
  const locked = await lockOrder(queries, { clientId, orderId })
  const { order, lostCoupon } = await withConsumedCode(queries, locked, now)

  const due = amountDueFor(order, payment.services, now)
  const surplusCents = Math.max(0, payment.cents - (due.cents - waivedCents))
  const payable = payment.cents >= due.cents - waivedCents ? due.services : []
  const set = {
    paid_cents: order.paid_cents + payment.cents,
    price_cents: order.price_cents - waivedCents,
    discount_cents: order.discount_cents + waivedCents,
    ...changedServices(order, payable, { paid: true }),
  }
  const paid = await changeLocked(queries, order, { set, now })
  const event = { name: 'paid', by: 'payments' } as const
  const starts = orderCan.keepMoney(factsOf(order)) && eventFits(progressOf(paid), event)
  const updated = starts ? await applyOrderEvent(queries, { clientId, orderId, event, author: 'payments', now }) : paid
  if (!starts && payment.services !== undefined && payable.length > 0) {
    const entry = { author: 'payments', event: 'services_paid', data: { services: payable } } as const
    await insertOrderEvent(queries, { clientId, orderId, at: now, ...entry })
  }
  return {
    order: updated,
    surplusCents,
    cashbackCents: starts ? (order.discount?.cashback_cents ?? 0) : 0,
    lostCoupon,
  }
}

/** Consumes the order's code. If other orders have used it up, the order loses its discount (DISC-16). */
async function withConsumedCode(
  queries: Queries,
  order: StoredOrder,
  now: number,
): Promise<{ order: StoredOrder; lostCoupon: FailedCoupon | undefined }> {
  const { client_id: clientId, id: orderId } = order
  const unchanged = { order, lostCoupon: undefined }
  const quote = storedQuote(order)
  const code = codeToUse(order)
  if (code === null || quote === undefined || !orderCan.keepMoney(factsOf(order))) return unchanged
  const reachedLimit = await consumeCode(queries, { code, clientId, orderId, now })
  if (reachedLimit === undefined) return unchanged
  const lostCoupon: FailedCoupon = { code, errorType: reachedLimit, errorValue: null }
  const set = columnsWithoutDiscount(order, quote, lostCoupon)
  const fields = changedByRepricing(order, set)
  const typed = { fields, author: 'payments' }
  return { order: await changeLocked(queries, order, { set, typed, now }), lostCoupon }
}

/**
 * The amount that a payment covers: the order with all added services, or those of `services` still available. The
 * order itself is paid once, so a second payment covers nothing; neither does a payment for an ended order.
 */
function amountDueFor(
  order: StoredOrder,
  services: readonly ServiceKey[] | undefined,
  now: number,
): { cents: number; services: ServiceKey[] } {
  if (!orderCan.keepMoney(factsOf(order))) return { cents: 0, services: [] }
  const due = amountDueOf(order, now)
  if (services === undefined) {
    return due.services === undefined
      ? { cents: due.cents, services: addedServices(order) }
      : { cents: 0, services: [] }
  }
  const boughtServices = Object.fromEntries(
    Object.entries(order.services).filter(([key]) => services.includes(key as ServiceKey)),
  )
  const boughtDue = amountDue(factsOf(order), serviceFactsOf({ services: boughtServices }), now)
  return { cents: boughtDue.cents, services: boughtDue.services ?? [] }
}

const addedServices = ({ services }: StoredOrder) => serviceKeys.filter((key) => services[key]?.added)
