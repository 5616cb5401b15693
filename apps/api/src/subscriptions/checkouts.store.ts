import type { Insertable, Selectable } from 'kysely'
import type { Queries, SubscriptionCheckoutTable } from '../database/tables.ts'

/** A visit to the provider's page; instants in epoch milliseconds. */
export type StoredCheckout = Selectable<SubscriptionCheckoutTable>

/** The open visit of a client of one kind: there is at most one. */
export function openCheckoutOf(
  queries: Queries,
  clientId: string,
  kind: StoredCheckout['kind'],
): Promise<StoredCheckout | undefined> {
  return queries
    .selectFrom('subscription_checkout')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** One visit of a client. */
export function checkoutOfClient(queries: Queries, clientId: string, id: string): Promise<StoredCheckout | undefined> {
  return queries
    .selectFrom('subscription_checkout')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Writes a visit before the provider is asked for its page. */
export function insertCheckout(queries: Queries, row: Insertable<SubscriptionCheckoutTable>): Promise<StoredCheckout> {
  return queries.insertInto('subscription_checkout').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Notes the provider's session of a visit, or how it ended. */
export async function noteCheckout(
  queries: Queries,
  { client_id: clientId, id }: StoredCheckout,
  change: { session_id: string } | { status: 'complete' | 'expired' },
): Promise<void> {
  await queries
    .updateTable('subscription_checkout')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}
