import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { Queries, StoredServices } from '../database/tables.ts'
import { orderOf, type StoredOrder, updateOrder } from './orders.store.ts'

/**
 * Adds to what was given back of an order (PAY-06), or takes from it what the bank did not pay out. `services` have been
 * given back with it, or not after all. The caller books it in the same transaction.
 */
export async function recordRefund(
  queries: Queries,
  refund: { clientId: string; orderId: string; cents: number; services: readonly ServiceKey[]; now: number },
): Promise<StoredOrder> {
  const { clientId, orderId, cents, services, now } = refund
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw new Error(`there is no order ${orderId} to refund`)
  return updateOrder(queries, clientId, orderId, {
    version: order.version + 1,
    updated_at: new Date(now),
    refunded_cents: order.refunded_cents + cents,
    ...(services.length === 0 ? {} : { services: JSON.stringify(withRefunded(order, services, cents > 0)) }),
  })
}

function withRefunded({ services }: StoredOrder, keys: readonly ServiceKey[], refunded: boolean): StoredServices {
  const entries = Object.entries(services).map(([key, service]) => [
    key,
    keys.includes(key as ServiceKey) ? { ...service, refunded } : service,
  ])
  return Object.fromEntries(entries)
}
