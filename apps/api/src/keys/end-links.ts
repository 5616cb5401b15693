import type { Queries } from '../database/tables.ts'
import { expireAccountLinks, expireKeys } from './keys.store.ts'

/** `now` in epoch milliseconds. */
interface LinksOf {
  clientId: string
  now: number
}

/**
 * Expires every link sent to a client (SAFE-04), except texted links that undo a change or keep the account: the phone
 * is the owner's.
 */
export async function endLinks(queries: Queries, { clientId, now }: LinksOf): Promise<void> {
  await expireAccountLinks(queries, { client_id: clientId, channel: 'email' }, now)
  await expireKeys(queries, { client_id: clientId }, now)
}

/** Expires texted links about the account, because the phone was another person's (OPS-11). */
export async function endTextedLinks(queries: Queries, { clientId, now }: LinksOf): Promise<void> {
  await expireAccountLinks(queries, { client_id: clientId, channel: 'sms' }, now)
}

/**
 * Expires the links mailed to a client, because the e-mail changed (SAFE-02). Without a phone (`hasPhone` false) the
 * owner has only the mailed undo link: it stays valid.
 */
export async function endMailedLinks(
  queries: Queries,
  { clientId, hasPhone, now }: LinksOf & { hasPhone: boolean },
): Promise<void> {
  const mailed = { client_id: clientId, channel: 'email' } as const
  const ended = hasPhone ? mailed : { ...mailed, does: ['confirm_email', 'keep_account'] as const }
  await expireAccountLinks(queries, ended, now)
  await expireKeys(queries, mailed, now)
}
