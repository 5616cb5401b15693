import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { hashOfKey, isSameHash } from './derived-key.ts'
import { consumeKey, keyByHash } from './keys.store.ts'
import { findClientIdByReferralCode } from './referral-codes.ts'
import { startSession } from './sessions.ts'

const refusedLink = (text: string, type: string) => new Refusal(422, text, { type, value: 'value' })
const unknownLink = () =>
  refusedLink('This link does not work. Please check that it is whole, or sign in again.', 'link_unknown')
const expiredLink = () => refusedLink('This link has expired. Please sign in again with a new one.', 'link_expired')
const usedLink = () => refusedLink('This link was used already. Please sign in again with a new one.', 'link_used')

/** What was in the link, and the zone of whoever opened it. */
export interface KeyCheck {
  value: string
  timeZone: string | null
}

/**
 * Exchanges the code of a mailed link for a session's token, once (AUTH-10, AUTH-20). 422 says whether the link has
 * expired, was used, or is none of ours.
 */
export function checkMailCode(product: Product, { value, timeZone }: KeyCheck): Promise<string> {
  const now = product.clock.now()
  return transaction(product.queries, async (queries) => {
    const key = await findKey(product, queries, value)
    if (key?.kind !== 'mail-link') throw unknownLink()
    if (key.used_at !== null) throw usedLink()
    if (key.expires_at <= now) throw expiredLink()
    if (!(await consumeKey(queries, key.hash, now))) throw usedLink()
    return startSession(product, queries, { clientId: key.client_id, timeZone })
  })
}

/**
 * Exchanges a key for a session's token: the one of a text message, or a client's private referral code (AUTH-12,
 * AUTH-13). Neither is used up. The public code is as unknown as any text (AUTH-14).
 */
export function checkKey(product: Product, { value, timeZone }: KeyCheck): Promise<string> {
  return transaction(product.queries, async (queries) => {
    const key = await findKey(product, queries, value)
    if (key !== undefined) {
      if (key.kind !== 'short-key') throw unknownLink()
      if (key.expires_at <= product.clock.now()) throw expiredLink()
      return startSession(product, queries, { clientId: key.client_id, timeZone })
    }
    const clientId = await findClientIdByReferralCode(queries, { code: value, secret: product.settings.secret })
    if (clientId === undefined) throw unknownLink()
    return startSession(product, queries, { clientId, timeZone })
  })
}

/** The key that was in a link, whether it still works or not. */
export async function findKey(product: Product, queries: Queries, value: string) {
  const hash = hashOfKey(product.settings.secret, value)
  const key = await keyByHash(queries, hash)
  return key !== undefined && isSameHash(key.hash, hash) ? key : undefined
}
