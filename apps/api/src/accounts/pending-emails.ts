import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { pendingChange, type StoredClient } from './clients.store.ts'

export { endPendingChanges } from './clients.store.ts'

interface AccountEmails {
  /** The current address. Until one is confirmed: the first address typed after a code, with the id of its change. */
  email: { address: string; unconfirmedChange?: string } | null
  /** The new address, unconfirmed, or null. */
  pending: string | null
}

/** The e-mail of an account, confirmed or not, and its pending successor. */
export async function accountEmails(
  queries: Queries,
  client: Pick<StoredClient, 'id' | 'email'>,
): Promise<AccountEmails> {
  const confirmed = knownEmail(client.email)
  const change = await pendingChange(queries, client.id)
  if (confirmed === null && change?.is_first) {
    return { email: { address: change.to_email, unconfirmedChange: change.id }, pending: null }
  }
  return { email: confirmed === null ? null : { address: confirmed }, pending: change?.to_email ?? null }
}

/** The pending address of a client whose link has not been opened, or null. */
export async function pendingEmailOf(queries: Queries, clientId: string): Promise<string | null> {
  return (await pendingChange(queries, clientId))?.to_email ?? null
}
