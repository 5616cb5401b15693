import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { pendingChange, type StoredClient } from './clients.store.ts'

export { endPendingChanges } from './clients.store.ts'

/** The e-mails of an account (SAFE-02). */
interface AccountEmails {
  /** The address that holds; before there is one, the first that was typed after a code, by the id of its change. */
  email: { address: string; unconfirmedChange?: string } | null
  /** The address that waits to be confirmed in its place; null for none. */
  pending: string | null
}

/** The e-mail that an account goes by, confirmed or not, and the one that waits to take its place. */
export async function accountEmails(
  queries: Queries,
  client: Pick<StoredClient, 'id' | 'email'>,
): Promise<AccountEmails> {
  const confirmed = knownEmail(client.email)
  const waits = await pendingChange(queries, client.id)
  if (confirmed === null && waits?.is_first) {
    return { email: { address: waits.to_email, unconfirmedChange: waits.id }, pending: null }
  }
  return { email: confirmed === null ? null : { address: confirmed }, pending: waits?.to_email ?? null }
}

/** The address of a client whose link is still to be opened; null when none is. */
export async function pendingEmailOf(queries: Queries, clientId: string): Promise<string | null> {
  return (await pendingChange(queries, clientId))?.to_email ?? null
}
