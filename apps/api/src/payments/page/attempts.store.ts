import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { Selectable } from 'kysely'
import type { AttemptStatus, PaymentAttemptTable, Queries } from '../../database/tables.ts'

/** One way of paying one amount; cents, instants in epoch milliseconds. */
export type StoredAttempt = Selectable<PaymentAttemptTable>

/** The attempt of an order that is still open: there is at most one of a kind (PAY-07). */
export async function openAttemptOf(
  queries: Queries,
  clientId: string,
  orderId: string,
  kind: StoredAttempt['kind'] = 'order',
): Promise<StoredAttempt | undefined> {
  return queries
    .selectFrom('payment_attempt')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** An attempt by its key alone, as the provider's session names it. */
export async function attemptById(queries: Queries, attemptId: string): Promise<StoredAttempt | undefined> {
  return queries
    .selectFrom('payment_attempt_locator')
    .innerJoin('payment_attempt', (join) =>
      join
        .onRef('payment_attempt.client_id', '=', 'payment_attempt_locator.client_id')
        .onRef('payment_attempt.id', '=', 'payment_attempt_locator.attempt_id'),
    )
    .selectAll('payment_attempt')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
}

/** Writes an attempt before the provider is asked; all that goes into the call is frozen in the row. */
export async function insertAttempt(
  queries: Queries,
  attempt: {
    clientId: string
    id: string
    orderId: string
    kind: StoredAttempt['kind']
    /** What the card pays, and the balance besides. */
    cents: number
    balanceCents: number
    /** See {@link PaymentAttemptTable}. */
    services: readonly ServiceKey[] | undefined
    savedCardsOf?: string | undefined
    successPath: string
    cancelPath: string
    now: number
    expiresAt: number
  },
): Promise<StoredAttempt> {
  await queries
    .insertInto('payment_attempt_locator')
    .values({ attempt_id: attempt.id, client_id: attempt.clientId })
    .execute()
  return queries
    .insertInto('payment_attempt')
    .values({
      client_id: attempt.clientId,
      id: attempt.id,
      order_id: attempt.orderId,
      kind: attempt.kind,
      cents: attempt.cents,
      balance_cents: attempt.balanceCents,
      services: attempt.services === undefined ? null : JSON.stringify(attempt.services),
      saved_cards_of: attempt.savedCardsOf ?? null,
      currency: 'usd',
      status: 'open',
      session_id: null,
      payment_intent_id: null,
      success_path: attempt.successPath,
      cancel_path: attempt.cancelPath,
      created_at: new Date(attempt.now),
      expires_at: new Date(attempt.expiresAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Notes the provider's session of an attempt. */
export async function noteSession(queries: Queries, attempt: StoredAttempt, sessionId: string): Promise<void> {
  await queries
    .updateTable('payment_attempt')
    .set({ session_id: sessionId })
    .where('client_id', '=', attempt.client_id)
    .where('id', '=', attempt.id)
    .execute()
}

/** Ends an attempt that is open; false when it has ended before. */
export async function closeOpenAttempt(
  queries: Queries,
  attempt: StoredAttempt,
  end: { status: Exclude<AttemptStatus, 'open'> },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('payment_attempt')
    .set({ status: end.status })
    .where('client_id', '=', attempt.client_id)
    .where('id', '=', attempt.id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes how an attempt was paid, whether it was still open or not. */
export async function notePaidAttempt(
  queries: Queries,
  attempt: StoredAttempt,
  end: { status: 'paid' | 'mismatch'; paymentIntentId: string },
): Promise<void> {
  await queries
    .updateTable('payment_attempt')
    .set({ status: end.status, payment_intent_id: end.paymentIntentId })
    .where('client_id', '=', attempt.client_id)
    .where('id', '=', attempt.id)
    .execute()
}

/** The card provider's customer of a client. */
export async function customerOf(queries: Queries, clientId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('card_customer')
    .select('customer_id')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.customer_id
}

/** Keeps the card provider's customer of a client. */
export async function keepCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await queries
    .insertInto('card_customer')
    .values({ client_id: clientId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets the provider's customer of a client, who is gone there: the next payment makes another. */
export async function dropCustomer(queries: Queries, clientId: string, customerId: string): Promise<void> {
  await queries
    .deleteFrom('card_customer')
    .where('client_id', '=', clientId)
    .where('customer_id', '=', customerId)
    .execute()
}
