import type { StaffLinkAnswer, StaffLinkRequest, StaffLinkUse } from '@nerdify/contract/staff.ts'
import type { PressAnswer } from '@nerdify/contract/sign-in.ts'
import { canonicalEmail, emailFault, emailFromText } from '@nerdify/domain/sign-in/email.ts'
import { maskedEmail } from '@nerdify/domain/sign-in/masked.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { unacceptable } from '../http/refusal.ts'
import { hashOfKey, isSameHash } from '../keys/derived-key.ts'
import { mailCodeOf, mailLinkLifeMs } from '../keys/sign-in-keys.ts'
import { limitUse, staffLinksFromOneIp, staffLinksToOneAddress } from '../limits/rate-limit.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { noteWrongStaffAddress, refuseWrongToken } from '../security-log/watch-operations-tokens.ts'
import {
  consumeStaffLink,
  hasSignedInStaff,
  insertStaffLink,
  staffByEmail,
  staffById,
  staffLinkByHash,
  type StoredStaff,
  updateStaff,
} from './staff.store.ts'
import { startStaffSession } from './staff-sessions.ts'

/**
 * Creates a link that signs a person in once, within 30 minutes (OPS-15); returns the id from which the mail derives
 * it.
 */
export async function makeStaffLink(
  queries: Queries,
  { secret, staffId, nonce, now }: { secret: string; staffId: string; nonce?: string | undefined; now: number },
): Promise<{ keyId: string; expiresAt: number }> {
  const keyId = uuidv7(now)
  const expiresAt = now + mailLinkLifeMs
  await insertStaffLink(queries, {
    hash: hashOfKey(secret, mailCodeOf(secret, keyId)),
    staff_id: staffId,
    nonce_hash: nonce === undefined ? null : hashOfKey(secret, nonce),
    created_at: new Date(now),
    expires_at: new Date(expiresAt),
  })
  return { keyId, expiresAt }
}

/**
 * Mails staff a sign-in link (OPS-15). The answer is the same for an unknown address, which is counted and reported to
 * support (SAFE-10). 422 for an invalid address, 429 beyond 5 links an hour for an address or 30 for a network. Browsers
 * in which the person signed in count apart, so that strangers cannot use up their links.
 */
export async function requestStaffLink(
  product: AppContext,
  request: FastifyRequest,
  { email: typed, nonce }: StaffLinkRequest,
): Promise<StaffLinkAnswer> {
  const { queries, clock, settings } = product
  const email = emailFromText(typed)
  if (email === undefined) throw unacceptable(emailFault(typed), 'email', 'email_invalid')
  const now = clock.now()
  const use = { now, scale: settings.limitScale }
  const isKnown =
    nonce !== undefined && (await hasSignedInStaff(queries, { email, nonceHash: hashOfKey(settings.secret, nonce) }))
  const address = canonicalEmail(email)
  await transaction(queries, async (within) => {
    await limitUse(within, staffLinksFromOneIp, { ...use, subject: request.ip })
    await limitUse(within, staffLinksToOneAddress, { ...use, subject: isKnown ? `${address}:known` : address })
  })
  const isSent = await transaction(queries, async (within) => {
    const person = await staffByEmail(within, email)
    if (person === undefined || person.removed_at !== null) return false
    const { keyId, expiresAt } = await makeStaffLink(within, {
      secret: settings.secret,
      staffId: person.id,
      nonce,
      now,
    })
    return enqueue(within, now, {
      channel: 'email',
      to: person.email,
      template: 'staff-sign-in',
      variables: { keyId },
      expiresAt,
      dedupeKey: `staff-sign-in:${keyId}`,
    })
  })
  if (isSent) product.wake.outbox()
  else await noteWrongStaffAddress(product, request)
  return { expires_at: new Date(now + mailLinkLifeMs).toISOString() }
}

const refusedLink = (text: string, type: string) => unacceptable(text, 'key', type)
const unknownLink = () =>
  refusedLink('This link does not work. Please make sure you opened the whole link.', 'link_unknown')
const expiredLink = () => refusedLink('This link has expired. Please ask for a new one.', 'link_expired')
const usedLink = () => refusedLink('This link was used already. Please ask for a new one.', 'link_used')

/**
 * Exchanges the key of a link for a session's token, once (OPS-15). Outside of the requesting browser it needs `press`,
 * like clients' links (AUTH-10). 422 for a link that is unknown, used or expired; unknown ones are limited by network
 * (SAFE-10).
 */
export async function useStaffLink(
  product: AppContext,
  request: FastifyRequest,
  { key, nonce, press }: StaffLinkUse,
): Promise<{ token: string } | PressAnswer> {
  const { queries, clock, settings } = product
  const { secret } = settings
  const hash = hashOfKey(secret, key)
  const link = await staffLinkByHash(queries, hash)
  if (link === undefined || !isSameHash(link.hash, hash)) {
    await refuseWrongToken(product, request, 'staff_sign_in_refused')
    throw unknownLink()
  }
  const now = clock.now()
  const opened = await transaction(queries, async (within) => {
    const person = await staffById(within, link.staff_id, { lock: true })
    if (link.used_at !== null) throw usedLink()
    if (person === undefined || person.removed_at !== null || link.expires_at <= now) throw expiredLink()
    const isAskingBrowser =
      nonce !== undefined && link.nonce_hash !== null && isSameHash(hashOfKey(secret, nonce), link.nonce_hash)
    if (press !== true && !isAskingBrowser) return { press: { to: maskedEmail(person.email) } }
    if (!(await consumeStaffLink(within, hash, { isAskingBrowser, now }))) throw usedLink()
    if (person.joined_at === null) await updateStaff(within, person, { joined_at: new Date(now) })
    return { token: await startStaffSession(within, { secret, staffId: person.id, now }), person }
  })
  if ('press' in opened) return opened
  logSignIn(product, request, opened.person)
  return { token: opened.token }
}

const logSignIn = (product: AppContext, request: FastifyRequest, { name }: StoredStaff): void =>
  logSecurityEvent(product, request, 'staff_signed_in', { operator: name })
