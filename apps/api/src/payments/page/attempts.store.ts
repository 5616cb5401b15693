import type { Selectable } from 'kysely'
import { deleteRows, findRow, insertIfNew, insertRow, type NewRow, updateRows } from '../../database/rows.ts'
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
  await insertRow(queries, 'payment_attempt_locator', { attempt_id: id, client_id })
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
  await updateRows(queries, 'payment_attempt', { client_id, id }, change)
}

/** Closes an open attempt; false if it was closed before. */
export async function closeOpenAttempt(
  queries: Queries,
  { client_id, id }: StoredAttempt,
  status: Exclude<AttemptStatus, 'open'>,
): Promise<boolean> {
  return (await updateRows(queries, 'payment_attempt', { client_id, id, status: 'open' }, { status })) > 0
}

/** A client's customer id at the card provider. */
export async function customerOf(queries: Queries, clientId: string): Promise<string | undefined> {
  return (await findRow(queries, 'card_customer', { client_id: clientId }))?.customer_id
}

/** Stores a client's customer id; the first one stays. */
export async function keepCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await insertIfNew(queries, 'card_customer', { client_id: clientId, customer_id: customerId })
}

/** Deletes a customer id that the provider no longer has; the next payment creates another. */
export async function dropCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await deleteRows(queries, 'card_customer', { client_id: clientId, customer_id: customerId })
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
