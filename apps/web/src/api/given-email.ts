import type { Client } from '@nerdify/contract/client.ts'
import { givenEmail } from '@nerdify/domain/clients/email-change.ts'

/** The address that a client gave last, whether its link was opened or not (SAFE-02, FLOW-21); null for none. */
export function givenEmailOf(client: Pick<Client, 'email' | 'pending_email'> | undefined): string | null {
  // Answers of the version before do not say what waits.
  return givenEmail({ confirmed: client?.email?.email ?? null, pending: client?.pending_email ?? null })
}
