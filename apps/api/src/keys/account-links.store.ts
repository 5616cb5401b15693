import { findRow, type NewRow } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** Writes a link, or lets one that was sent before work until later. */
export async function putAccountLink(queries: Queries, link: NewRow<'account_link'>): Promise<void> {
  await queries
    .insertInto('account_link')
    .values(link)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires_at: link.expires_at }))
    .execute()
}

/** The link with this hash, whether it still works or not. */
export async function accountLinkByHash(queries: Queries, hash: string) {
  return findRow(queries, 'account_link', { hash })
}
