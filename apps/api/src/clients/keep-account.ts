import type { AccountLinkAnswer } from '@nerdify/contract/account-links.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { insertClientEvent, setErasure } from '../accounts/clients.store.ts'
import type { Queries } from '../database/tables.ts'
import { expiredLink } from '../keys/account-links.ts'
import type { OpenedLink } from './email-changes.ts'

/**
 * Takes back the wish to delete an account, by the link of the message that told of it (SAFE-13); as often as it is
 * opened. 422 for a link that is too old.
 */
export async function keepAccount(queries: Queries, { link, client, now }: OpenedLink): Promise<AccountLinkAnswer> {
  if (client.erase_at !== null) {
    if (link.expires_at <= now) throw expiredLink()
    await setErasure(queries, client.id, null)
    await insertClientEvent(queries, { clientId: client.id, event: 'deletion_undone', now })
  }
  return { ok: true, email: knownEmail(client.email) }
}
