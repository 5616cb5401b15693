import type { Queries } from '../database/tables.ts'
import { dropOpenReferral } from '../referrals/bring-friend.ts'
import { insertMarks, knownOrdersOf, ordersOfMarks, upsertKnown } from './earlier-orders.store.ts'
import { type Person, personMarks } from '../keys/person-marks.ts'

const purpose = 'first orders'

/** How many orders a client is known to have paid under accounts that were erased (HOLD-09); what is for first orders counts them. */
export { knownOrdersOf as earlierOrdersOf } from './earlier-orders.store.ts'

/**
 * Leaves by what somebody is known again whose account is being erased, and how many orders they had paid in all (HOLD-09); who
 * paid for none leaves nothing. The caller holds the client.
 */
export async function leaveMarks(
  queries: Queries,
  left: { clientId: string; paidOrders: number; people: readonly Person[]; secret: string; now: number },
): Promise<void> {
  const { clientId, paidOrders, people, secret, now } = left
  const orders = paidOrders + (await knownOrdersOf(queries, clientId))
  if (orders === 0) return
  const marks = people.flatMap((person) => personMarks(secret, purpose, person))
  const distinct = [...new Map(marks.map((known) => [`${known.kind} ${known.mark}`, known])).values()]
  await insertMarks(queries, distinct, { orders, now })
}

/**
 * Looks whether an account belongs to somebody whose earlier one was erased, whenever a phone, an address or a card of it becomes
 * known (HOLD-09). A friend who is known again was not brought by anybody (REF-05).
 */
export async function knowAgain(
  queries: Queries,
  { clientId, person, secret }: { clientId: string; person: Person; secret: string },
): Promise<void> {
  const orders = await ordersOfMarks(queries, personMarks(secret, purpose, person))
  if (orders === 0) return
  await upsertKnown(queries, { clientId, orders })
  await dropOpenReferral(queries, clientId)
}
