import type { Client } from '@nerdify/contract/client.ts'
import { givenEmail } from '@nerdify/domain/clients/email-change.ts'

/** The address that a client gave last, whether its link was opened or not (SAFE-02, FLOW-21); null for none. */
export function givenEmailOf(client: Pick<Client, 'email' | 'pending_email'> | undefined): string | null {
  // Answers of the version before do not say what waits.
  return givenEmail({ confirmed: client?.email?.email ?? null, pending: client?.pending_email ?? null })
}

/** The address whose link is still to be opened, in place of another or as the first one (SAFE-02); null for none. */
export function unconfirmedEmailOf(client: Client | undefined): string | null {
  return client?.pending_email ?? (client?.email_confirmed === false ? (client.email?.email ?? null) : null)
}

/** The address that signs in; null for none. */
export function confirmedEmailOf(client: Pick<Client, 'email' | 'email_confirmed'> | undefined): string | null {
  return client?.email_confirmed === false ? null : (client?.email?.email ?? null)
}
