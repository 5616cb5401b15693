import { accountLinkEnds } from '@nerdify/domain/clients/email-change.ts'
import { findClientIdByEmail, readClient } from '../accounts/find-client.ts'
import { accountEmails } from '../accounts/pending-emails.ts'
import type { Queries } from '../database/tables.ts'
import { extendConfirmLink } from '../keys/account-links.ts'

/** The address for a mail about a paid order, and the mail's additional variables. */
export interface OrderMailAddress {
  to: string
  /** Set if the address is unconfirmed: no link in the mail may sign in. */
  unconfirmed?: { client: string; phoneEnd: string; confirmKeyId?: string }
}

/**
 * The address for receipts and mails about a paid order (SAFE-02): the current e-mail, else the first one typed. Mails
 * to the latter include its confirmation link, unless another account has taken the address.
 */
export async function orderMailAddress(
  queries: Queries,
  { clientId, now }: { clientId: string; now: number },
): Promise<OrderMailAddress | undefined> {
  const client = await readClient(queries, clientId)
  const { email } = await accountEmails(queries, client)
  if (email === null) return undefined
  const { address: to, unconfirmedChange: changeId } = email
  if (changeId === undefined) return { to }
  const unconfirmed = { client: clientId, phoneEnd: client.phone?.slice(-4) ?? '' }
  if ((await findClientIdByEmail(queries, to)) !== undefined) return { to, unconfirmed }
  await extendConfirmLink(queries, { clientId, changeId, expiresAt: accountLinkEnds(now) })
  // The key of a confirmation link is derived from its change.
  return { to, unconfirmed: { ...unconfirmed, confirmKeyId: changeId } }
}
