import type { Selectable } from 'kysely'
import { findRow, type NewRow, updateRows } from '../database/rows.ts'
import type { Queries, Tables } from '../database/tables.ts'

/** A visit to the provider's page; instants in epoch milliseconds. */
export type StoredCheckout = Selectable<Tables['subscription_checkout']>

/** The open visit of a client of one kind: there is at most one. */
export function openCheckoutOf(queries: Queries, clientId: string, kind: StoredCheckout['kind']) {
  return findRow(queries, 'subscription_checkout', { client_id: clientId, kind, status: 'open' })
}

/** One visit of a client. */
export function checkoutOfClient(queries: Queries, clientId: string, id: string): Promise<StoredCheckout | undefined> {
  return findRow(queries, 'subscription_checkout', { client_id: clientId, id })
}

/** Writes a visit before the provider is asked for its page. */
export function insertCheckout(queries: Queries, row: NewRow<'subscription_checkout'>): Promise<StoredCheckout> {
  return queries.insertInto('subscription_checkout').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Notes the provider's session of a visit, or how it ended. */
export async function noteCheckout(
  queries: Queries,
  { client_id: clientId, id }: StoredCheckout,
  change: { session_id: string } | { status: 'complete' | 'expired' },
): Promise<void> {
  await updateRows(queries, 'subscription_checkout', { client_id: clientId, id }, change)
}
