import type { AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import type { Queries } from '../database/tables.ts'

/** Writes a link, or lets one that was sent before work until later. */
export async function putAccountLink(
  queries: Queries,
  link: { hash: string; clientId: string; does: AccountLinkDeed; changeId: string | null; expiresAt: number },
): Promise<void> {
  const expires = new Date(link.expiresAt)
  await queries
    .insertInto('account_link')
    .values({
      hash: link.hash,
      client_id: link.clientId,
      does: link.does,
      email_change_id: link.changeId,
      expires_at: expires,
    })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires_at: expires }))
    .execute()
}

/** The link with this hash, whether it still works or not. */
export async function accountLinkByHash(queries: Queries, hash: string) {
  return queries.selectFrom('account_link').selectAll().where('hash', '=', hash).executeTakeFirst()
}
