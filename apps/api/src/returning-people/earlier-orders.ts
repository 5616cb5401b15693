import type { Queries } from '../database/tables.ts'
import { dropOpenReferral } from '../referrals/referrals.ts'
import { insertMarks, earlierOrderCount, ordersOfMarks, upsertEarlierOrders } from './earlier-orders.store.ts'
import { type Person, personMarks } from '../keys/person-marks.ts'

const purpose = 'first orders'

export { earlierOrderCount } from './earlier-orders.store.ts'

/**
 * Stores hashes by which a person whose account is being erased is recognised later, with the number of orders they
 * paid (HOLD-09); a no-op for someone who paid for none. The caller holds the lock of the client's row.
 */
export async function savePersonMarks(
  queries: Queries,
  input: { clientId: string; paidOrders: number; people: readonly Person[]; secret: string; now: number },
): Promise<void> {
  const { clientId, paidOrders, people, secret, now } = input
  const orders = paidOrders + (await earlierOrderCount(queries, clientId))
  if (orders === 0) return
  const marks = people.flatMap((person) => personMarks(secret, purpose, person))
  const distinct = [...new Map(marks.map((mark) => [`${mark.kind} ${mark.mark}`, mark])).values()]
  await insertMarks(queries, distinct, { orders, now })
}

/**
 * Looks up a new phone, e-mail address or card of an account among the marks of erased accounts (HOLD-09). If it
 * matches, the client's earlier orders count, and an open referral is dropped (REF-05).
 */
export async function recognizePerson(
  queries: Queries,
  { clientId, person, secret }: { clientId: string; person: Person; secret: string },
): Promise<void> {
  const orders = await ordersOfMarks(queries, personMarks(secret, purpose, person))
  if (orders === 0) return
  await upsertEarlierOrders(queries, { clientId, orders })
  await dropOpenReferral(queries, clientId)
}
