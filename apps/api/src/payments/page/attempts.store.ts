import type { Selectable } from 'kysely'
import { findRow, insertIfNew, type NewRow } from '../../database/rows.ts'
import type { AttemptStatus, Queries, Tables } from '../../database/tables.ts'

/** A payment attempt: one card page for one amount; cents, instants in epoch milliseconds. */
export type StoredAttempt = Selectable<Tables['payment_attempt']>

/** An order's open attempt; at most one per kind (PAY-07). */
export async function openAttemptOf(
  queries: Queries,
  clientId: string,
  orderId: string,
  kind: StoredAttempt['kind'] = 'order',
): Promise<StoredAttempt | undefined> {
  return findRow(queries, 'payment_attempt', { client_id: clientId, order_id: orderId, kind, status: 'open' })
}

/** Whether one of a client's orders has an open page. */
export async function hasOpenAttempt(
  queries: Queries,
  clientId: string,
  orderIds: readonly string[],
): Promise<boolean> {
  if (orderIds.length === 0) return false
  const open = await queries
    .selectFrom('payment_attempt')
    .select('id')
    .where('client_id', '=', clientId)
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'order')
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** The attempt that a provider's session names. */
export async function attemptById(queries: Queries, attemptId: string): Promise<StoredAttempt | undefined> {
  const key = await findRow(queries, 'payment_attempt_locator', { attempt_id: attemptId })
  return key && findRow(queries, 'payment_attempt', { client_id: key.client_id, id: attemptId })
}

/** Inserts an open attempt before the provider's call; the row fixes all parameters of the call. */
export async function insertAttempt(
  queries: Queries,
  attempt: Omit<NewRow<'payment_attempt'>, 'currency' | 'status'>,
): Promise<StoredAttempt> {
  const { id, client_id } = attempt
  await queries.insertInto('payment_attempt_locator').values({ attempt_id: id, client_id }).execute()
  return queries
    .insertInto('payment_attempt')
    .values({ ...attempt, currency: 'usd', status: 'open' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Updates an attempt, open or not. */
export async function updateAttempt(
  queries: Queries,
  { client_id, id }: StoredAttempt,
  change: { session_id: string } | { status: 'paid' | 'mismatch'; payment_intent_id: string },
): Promise<void> {
  await queries
    .updateTable('payment_attempt')
    .set(change)
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .execute()
}

/** Closes an open attempt; false if it was closed before. */
export async function closeOpenAttempt(
  queries: Queries,
  { client_id, id }: StoredAttempt,
  status: Exclude<AttemptStatus, 'open'>,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('payment_attempt')
    .set({ status })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A client's customer at the card provider, and the e-mail that the provider has: empty for none, null if unknown. */
export async function customerOf(
  queries: Queries,
  clientId: string,
): Promise<{ customerId: string; providerEmail: string | null } | undefined> {
  const found = await findRow(queries, 'card_customer', { client_id: clientId })
  return found && { customerId: found.customer_id, providerEmail: found.email }
}

/** Stores a client's customer id; the first one stays. */
export async function keepCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await insertIfNew(queries, 'card_customer', { client_id: clientId, customer_id: customerId, email: null })
}

/** Stores the e-mail that the provider has of a customer. */
export async function noteCustomerEmail(
  queries: Queries,
  { clientId, customerId, email }: { clientId: string; customerId: string; email: string },
): Promise<void> {
  await queries
    .updateTable('card_customer')
    .set({ email })
    .where('client_id', '=', clientId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Deletes a customer id that the provider no longer has; the next payment creates another. */
export async function dropCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await queries
    .deleteFrom('card_customer')
    .where('client_id', '=', clientId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Format of the provider's ids. */
const idForm = /^\w{1,255}$/

/**
 * The customer that pays for this client's subscription; undefined for any id that is not theirs (AUTH-12, abuse 24).
 */
export async function customerOfSubscription(
  queries: Queries,
  clientId: string,
  subscriptionId: string | undefined,
): Promise<string | undefined> {
  if (subscriptionId === undefined || !idForm.test(subscriptionId)) return undefined
  return (await findRow(queries, 'subscription', { client_id: clientId, id: subscriptionId }))?.customer_id
}
