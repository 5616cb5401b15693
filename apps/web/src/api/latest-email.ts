import type { Client } from '@nerdify/contract/client.ts'
import { latestEmail } from '@nerdify/domain/clients/email-change.ts'

/** The client's latest address, confirmed or not (SAFE-02, FLOW-21); null for none. */
export function latestEmailOf(client: Pick<Client, 'email' | 'pending_email'> | undefined): string | null {
  // Answers of the older version lack `pending_email`.
  return latestEmail({ confirmed: client?.email?.email ?? null, pending: client?.pending_email ?? null })
}

/** The address that awaits confirmation (SAFE-02); null for none. */
export function unconfirmedEmailOf(client: Client | undefined): string | null {
  return client?.pending_email ?? (client?.email_confirmed === false ? (client.email?.email ?? null) : null)
}

/** The address that signs in; null for none. */
export function confirmedEmailOf(client: Pick<Client, 'email' | 'email_confirmed'> | undefined): string | null {
  return client?.email_confirmed === false ? null : (client?.email?.email ?? null)
}
