import type { CheckCodeAnswer, PressAnswer, SwitchAnswer } from '@nerdify/contract/sign-in.ts'
import { maskedAccount } from '@nerdify/domain/sign-in/masked-account.ts'
import { coversLink, type SessionOrigin } from '@nerdify/domain/sign-in/session-reach.ts'
import { readClient } from '../accounts/find-client.ts'
import type { LinkChannel, Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { hashOfKey, isSameHash } from '../keys/derived-key.ts'
import { moveTextsToClient } from '../inbox/contacts.ts'
import { consumeKey, keyByHash } from '../keys/keys.store.ts'
import { findClientIdByReferralCode } from '../keys/referral-codes.ts'
import { clientIdOfSessionCode } from '../sessions/session-code.ts'
import { type OpenedAt, openSessionOf, startSession } from '../sessions/sessions.ts'
import type { OpenSession } from '../http/caller.ts'
import { isUuid } from '../database/uuid.ts'
import { listOrders } from '../orders/list/list-orders.ts'
import { orderOf } from '../orders/list/own-order.ts'
import { bindOrigin, type Landing } from './bind-origin.ts'

const refusedLink = (text: string, type: string) => new Refusal(422, text, { type, value: 'value' })
const unknownLink = () =>
  refusedLink('This link doesn’t work. Please make sure you opened the whole link, or log in again.', 'link_unknown')
const expiredLink = () => refusedLink('This link has expired. Please log in again with a new one.', 'link_expired')
const usedLink = () => refusedLink('This link was already used. Please log in again with a new one.', 'link_used')

/** The value of the link, and its context. */
interface KeyCheck {
  value: string
  at: OpenedAt
  origin?: Landing
  /** The current session's. */
  token: string | undefined
  /** The nonce of the browser. */
  nonce: string | undefined
  /** Whether a link that needs a press first is left unused (SAFE-05, AUTH-10). */
  asks: boolean
}

/** A session's token, or the effect of the link once the person agrees. */
type Opened = CheckCodeAnswer | SwitchAnswer | PressAnswer

/**
 * Exchanges the code of a mailed link for a session's token, once (AUTH-10, AUTH-20). 422 says whether the link has
 * expired, was used, or is unknown. With `asks` it signs in only in the browser that requested the link.
 */
export async function checkMailCode(
  product: AppContext,
  { value, at, origin = {}, token, nonce, asks }: KeyCheck,
): Promise<Opened> {
  const now = product.clock.now()
  const current = asks ? await openSessionOf(product, token) : undefined
  return transaction(product.queries, async (queries) => {
    const key = await findKey(product, queries, value)
    if (key?.kind !== 'mail-link') throw unknownLink()
    if (key.used_at !== null) throw usedLink()
    if (key.expires_at <= now) throw expiredLink()
    if (isOfAnother(current, key.client_id)) return switchAnswer(queries, current.clientId, key.client_id)
    const browser = nonce === undefined ? undefined : hashOfKey(product.settings.secret, nonce)
    const isAskingBrowser = browser !== undefined && key.nonce_hash !== null && isSameHash(browser, key.nonce_hash)
    if (asks && !isAskingBrowser) return pressAnswer(queries, key.client_id)
    if (!(await consumeKey(queries, key.hash, now))) throw usedLink()
    await bindOrigin(queries, { clientId: key.client_id, by: 'link', origin, now })
    return { jwt: await startSession(product, queries, { clientId: key.client_id, origin: 'mail-link', at }) }
  })
}

/**
 * Exchanges a key for a session's token: a link's key, or, for old rating links, a client's private referral code
 * (AUTH-12, AUTH-13). Neither is used up. The session reaches the link's purpose (SAFE-03); the current session's
 * `token` is returned unchanged if it reaches that already, or if the value is the `referral_code` of its own client.
 * The public code is unknown here (AUTH-14). With `asks` a mailed link waits for a press.
 */
export async function checkKey(
  product: AppContext,
  { value, orderId, at, origin = {}, token, asks }: KeyCheck & { orderId?: string | undefined },
): Promise<Opened> {
  const current = await openSessionOf(product, token)
  return transaction(product.queries, async (queries) => {
    const isOwnCode = clientIdOfSessionCode(product.settings.secret, value) === current?.clientId
    if (token !== undefined && current !== undefined && isOwnCode) return { jwt: token }
    const { channel, provesPhone, ...link } = await linkOf(product, queries, { value, orderId })
    if (token !== undefined && current?.clientId === link.clientId && coversLink(current, link)) return { jwt: token }
    if (asks && isOfAnother(current, link.clientId)) return switchAnswer(queries, current.clientId, link.clientId)
    if (asks && channel === 'email') return pressAnswer(queries, link.clientId)
    await bindOrigin(queries, { clientId: link.clientId, by: 'link', origin, now: product.clock.now() })
    if (provesPhone) await moveTextsOfPhone(queries, link.clientId)
    return { jwt: await startSession(product, queries, { ...link, at }) }
  })
}

/** Moves the texts of a client's phone to the account (TALK-05). */
async function moveTextsOfPhone(queries: Queries, clientId: string): Promise<void> {
  const { phone } = await readClient(queries, clientId)
  if (phone !== null) await moveTextsToClient(queries, { clientId, phone })
}

const isOfAnother = (current: OpenSession | undefined, clientId: string): current is OpenSession =>
  current !== undefined && current.clientId !== clientId

/** The account that a press would sign in. */
async function pressAnswer(queries: Queries, clientId: string): Promise<PressAnswer> {
  return { press: { to: maskedAccount(await readClient(queries, clientId)) } }
}

/** Masks both accounts: the link must not reveal the other account's address (SAFE-05). */
async function switchAnswer(queries: Queries, from: string, to: string): Promise<SwitchAnswer> {
  const masked = async (clientId: string) => maskedAccount(await readClient(queries, clientId))
  return { switches: { from: await masked(from), to: await masked(to) } }
}

interface Link {
  clientId: string
  origin: SessionOrigin
  orderId: string | null
  channel: LinkChannel
  /** Whether the link was texted to the account's phone: a change of the phone expires its keys (OPS-11). */
  provesPhone: boolean
}

/** The client and purpose of a link; 422 if it is invalid. Its row is locked until the transaction ends. */
async function linkOf(
  product: AppContext,
  queries: Queries,
  { value, orderId }: { value: string; orderId: string | undefined },
): Promise<Link> {
  const now = product.clock.now()
  const key = await findKey(product, queries, value, { lock: true })
  if (key !== undefined) {
    if (key.kind !== 'short-key') throw unknownLink()
    if (key.expires_at <= now) throw expiredLink()
    const { client_id: clientId, origin, order_id: onlyOrder, channel } = key
    return { clientId, origin: origin ?? 'text-link', orderId: onlyOrder, channel, provesPhone: channel === 'sms' }
  }
  const { secret } = product.settings
  const clientId = await findClientIdByReferralCode(queries, { code: value, secret, lock: true })
  if (clientId === undefined) throw unknownLink()
  const onlyOrder = await orderOfOldRatingLink(queries, { clientId, orderId, now })
  return { clientId, origin: 'rating-link', orderId: onlyOrder, channel: 'sms', provesPhone: false }
}

/** The key in a link, valid or not; `lock` locks its row until the transaction ends. */
export async function findKey(product: AppContext, queries: Queries, value: string, options: { lock?: boolean } = {}) {
  const hash = hashOfKey(product.settings.secret, value)
  const key = await keyByHash(queries, hash, options)
  return key !== undefined && isSameHash(key.hash, hash) ? key : undefined
}

/**
 * The order of a rating link whose key names none (SAFE-03): the one in the link's address, if it is the client's;
 * without an address, the one that waits for its rating. Null if there is none.
 */
async function orderOfOldRatingLink(
  queries: Queries,
  { clientId, orderId, now }: { clientId: string; orderId: string | undefined; now: number },
): Promise<string | null> {
  if (orderId === undefined) {
    const { toRate } = await listOrders(queries, { clientId, page: 0, filter: undefined, now })
    return toRate?.id ?? null
  }
  const order = isUuid(orderId) ? await orderOf(queries, clientId, orderId) : undefined
  return order?.id ?? null
}
