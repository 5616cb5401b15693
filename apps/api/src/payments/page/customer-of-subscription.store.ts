import type { Queries } from '../../database/tables.ts'

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
  const row = await queries
    .selectFrom('subscription')
    .select('customer_id')
    .where('client_id', '=', clientId)
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  return row?.customer_id
}
