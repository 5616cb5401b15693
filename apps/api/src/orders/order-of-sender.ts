import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { Queries } from '../database/tables.ts'
import { factsOf } from './list/order-facts-of.ts'
import { orderSummary } from './order-for-staff.ts'
import { countOrdersOfEach, newestOrdersOfEach, type ShownOrder } from './orders.store.ts'

/** The number of a sender's newest orders to search for the likely subject. */
const ordersSearched = 20

/**
 * Queries once the likely order of each of some clients: the newest with a payment, else the newest. Returns the lookup
 * function, which accepts null for an unknown sender.
 */
export async function ordersOfSenders(
  queries: Queries,
  senders: readonly (string | null)[],
): Promise<(clientId: string | null) => ShownOrder | undefined> {
  const clientIds = senders.filter((clientId) => clientId !== null)
  const newest = clientIds.length === 0 ? [] : await newestOrdersOfEach(queries, clientIds, ordersSearched)
  const byClient = Map.groupBy(newest, (order) => order.client_id)
  return (clientId) => {
    const orders = (clientId !== null && byClient.get(clientId)) || []
    return orders.find((order) => orderIs.paid(factsOf(order))) ?? orders[0]
  }
}

/** A client's newest order in work without a pending or granted refund, to which their texts belong (TALK-05). */
export async function newestOrderInWork(queries: Queries, clientId: string): Promise<ShownOrder | undefined> {
  const newest = await newestOrdersOfEach(queries, [clientId], ordersSearched)
  return newest.find((order) => {
    const facts = factsOf(order)
    return orderIs.inWork(facts) && orderIs.inForce(facts)
  })
}

/** The number of orders of each of some clients, and the newest one. */
export async function ordersInBrief(
  queries: Queries,
  clientIds: readonly string[],
): Promise<(clientId: string) => { count: number; newest: ShownOrder | undefined }> {
  const [counts, newest] = await Promise.all([
    countOrdersOfEach(queries, clientIds),
    newestOrdersOfEach(queries, clientIds, 1),
  ])
  return (clientId) => ({
    count: counts.find(({ client_id: id }) => id === clientId)?.count ?? 0,
    newest: newest.find(({ client_id: id }) => id === clientId),
  })
}

/** The summary of a sender's order for staff (WAIT-03); empty without an order. `zone` is the company's. */
export function senderOrderSummary(
  order: ShownOrder | undefined,
  zone: string,
): { order?: string; task?: string; title?: string; deadline?: string } {
  if (order === undefined) return {}
  const { task, title, deadline } = orderSummary(order, zone)
  return { order: order.number, task, title, deadline }
}

/** The summary of the order that a client most likely writes about. */
export const senderOrder = async (queries: Queries, clientId: string, zone: string) =>
  senderOrderSummary((await ordersOfSenders(queries, [clientId]))(clientId), zone)
