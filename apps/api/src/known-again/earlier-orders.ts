import type { Queries } from '../database/tables.ts'
import { dropOpenReferral } from '../referrals/referrals.ts'
import { insertMarks, knownOrdersOf, ordersOfMarks, upsertKnown } from './earlier-orders.store.ts'
import { type Person, personMarks } from '../keys/person-marks.ts'

const purpose = 'first orders'

/**
 * How many orders a client is known to have paid under accounts that were erased (HOLD-09); what is for first orders
 * counts them.
 */
export { knownOrdersOf as earlierOrdersOf } from './earlier-orders.store.ts'

/**
 * Stores hashes by which a person whose account is being erased is recognised later, with the number of orders they
 * paid (HOLD-09); a no-op for someone who paid for none. The caller holds the lock of the client's row.
 */
export async function savePersonMarks(
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
 * Checks whether an account belongs to a person whose earlier one was erased, whenever a phone, an address or a card of
 * it becomes known (HOLD-09). A recognised friend counts as brought by nobody (REF-05).
 */
export async function recognizePerson(
  queries: Queries,
  { clientId, person, secret }: { clientId: string; person: Person; secret: string },
): Promise<void> {
  const orders = await ordersOfMarks(queries, personMarks(secret, purpose, person))
  if (orders === 0) return
  await upsertKnown(queries, { clientId, orders })
  await dropOpenReferral(queries, clientId)
}
