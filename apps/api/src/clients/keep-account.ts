import type { AccountLinkAnswer } from '@nerdify/contract/account-links.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { transaction } from '../database/transaction.ts'
import type { Product } from '../product.ts'
import { expiredLink, findAccountLink, unknownLink } from '../keys/account-links.ts'
import { insertClientEvent, lockClient, setErasure } from '../accounts/clients.store.ts'

/**
 * Takes back the wish to delete an account, by the link of the message that told of it (SAFE-13); as often as it is
 * opened. 422 for a link that is too old, and for one whose account is gone.
 */
export function keepAccount({ queries, clock, settings }: Product, key: string): Promise<AccountLinkAnswer> {
  const now = clock.now()
  return transaction(queries, async (within) => {
    const link = await findAccountLink(within, { secret: settings.secret, key, does: 'keep_account' })
    const client = await lockClient(within, link.client_id)
    if (client === undefined || client.erased_at !== null) throw unknownLink()
    if (client.erase_at !== null) {
      if (link.expires_at <= now) throw expiredLink()
      await setErasure(within, client.id, null)
      await insertClientEvent(within, { clientId: client.id, event: 'deletion_undone', now })
    }
    return { ok: true, email: knownEmail(client.email) }
  })
}
