import type { Selectable } from 'kysely'
import { deleteRows, findRow, insertIfNew, insertRow, type NewRow, updateRows } from '../../database/rows.ts'
import type { AttemptStatus, Queries, Tables } from '../../database/tables.ts'

/** One way of paying one amount; cents, instants in epoch milliseconds. */
export type StoredAttempt = Selectable<Tables['payment_attempt']>

/** The attempt of an order that is still open: there is at most one of a kind (PAY-07). */
export async function openAttemptOf(
  queries: Queries,
  clientId: string,
  orderId: string,
  kind: StoredAttempt['kind'] = 'order',
): Promise<StoredAttempt | undefined> {
  return findRow(queries, 'payment_attempt', { client_id: clientId, order_id: orderId, kind, status: 'open' })
}

/** An attempt by its key alone, as the provider's session names it. */
export async function attemptById(queries: Queries, attemptId: string): Promise<StoredAttempt | undefined> {
  const key = await findRow(queries, 'payment_attempt_locator', { attempt_id: attemptId })
  return key && findRow(queries, 'payment_attempt', { client_id: key.client_id, id: attemptId })
}

/** Writes an open attempt before the provider is asked; all that goes into the call is frozen in the row. */
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

/** Changes what is kept of an attempt: the provider's session, or how it was paid, whether it was still open or not. */
export async function noteOnAttempt(
  queries: Queries,
  { client_id, id }: StoredAttempt,
  change: { session_id: string } | { status: 'paid' | 'mismatch'; payment_intent_id: string },
): Promise<void> {
  await updateRows(queries, 'payment_attempt', { client_id, id }, change)
}

/** Ends an attempt that is open; false when it has ended before. */
export async function closeOpenAttempt(
  queries: Queries,
  { client_id, id }: StoredAttempt,
  status: Exclude<AttemptStatus, 'open'>,
): Promise<boolean> {
  return (await updateRows(queries, 'payment_attempt', { client_id, id, status: 'open' }, { status })) > 0
}

/** The card provider's customer of a client. */
export async function customerOf(queries: Queries, clientId: string): Promise<string | undefined> {
  return (await findRow(queries, 'card_customer', { client_id: clientId }))?.customer_id
}

/** Keeps the card provider's customer of a client. */
export async function keepCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await insertIfNew(queries, 'card_customer', { client_id: clientId, customer_id: customerId })
}

/** Forgets the provider's customer of a client, who is gone there: the next payment makes another. */
export async function dropCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await deleteRows(queries, 'card_customer', { client_id: clientId, customer_id: customerId })
}

/** What an id of the provider looks like. */
const idForm = /^\w{1,255}$/

/**
 * The card provider's customer that pays for a subscription of this client; nothing for an id that is not theirs, whatever it
 * is (AUTH-12, abuse 24).
 */
export async function customerOfSubscription(
  queries: Queries,
  clientId: string,
  subscriptionId: string | undefined,
): Promise<string | undefined> {
  if (subscriptionId === undefined || !idForm.test(subscriptionId)) return undefined
  return (await findRow(queries, 'subscription', { client_id: clientId, id: subscriptionId }))?.customer_id
}
