import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { factsOf } from './order-facts-of.ts'
import { insertOrderEvent, orderOf, type StoredOrder, updateOrder } from './orders.store.ts'

/** What paying did to an order: how much more than its price was paid, in cents. */
export interface PaymentRecorded {
  order: StoredOrder
  surplusCents: number
}

/**
 * Adds a payment to an order in the transaction that books it. Once it is paid in full (PAY-06) the order goes from
 * Unpaid to work (STATE-17: paid → null, In progress); once all of the price is there, its added services are paid too.
 */
export async function recordPayment(
  queries: Queries,
  payment: { clientId: string; orderId: string; cents: number; now: number },
): Promise<PaymentRecorded> {
  const { clientId, orderId, now } = payment
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to record a payment for`)
  const paidCents = order.paid_cents + payment.cents
  const first = order.system_status === 'Unpaid' && orderIs.paidInFull({ ...factsOf(order), paidCents })
  const servicesToo = paidCents >= order.price_cents
  const changed = await updateOrder(queries, clientId, orderId, {
    version: order.version + 1,
    updated_at: new Date(now),
    paid_cents: paidCents,
    ...(first ? { system_status: null, client_status: 'In progress' } : {}),
    ...(servicesToo ? { services: JSON.stringify(withPaidServices(order)) } : {}),
  })
  if (first) {
    await insertOrderEvent(queries, { clientId, orderId, id: uuidv7(now), at: now, author: 'payments', event: 'paid' })
  }
  return { order: changed, surplusCents: Math.max(0, paidCents - order.price_cents) }
}

/** Takes a returned surplus out of what the client paid (PAY-06). */
export async function recordReturnedSurplus(
  queries: Queries,
  returned: { clientId: string; orderId: string; cents: number; now: number },
): Promise<void> {
  const order = await orderOf(queries, returned.clientId, returned.orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${returned.orderId} to return a surplus of`)
  await updateOrder(queries, returned.clientId, returned.orderId, {
    version: order.version + 1,
    updated_at: new Date(returned.now),
    paid_cents: order.paid_cents - returned.cents,
  })
}

function withPaidServices(order: StoredOrder): StoredOrder['services'] {
  return Object.fromEntries(
    Object.entries(order.services).map(([key, service]) => [key, service.added ? { ...service, paid: true } : service]),
  )
}
