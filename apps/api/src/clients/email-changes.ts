import type { AccountLinkAnswer } from '@nerdify/contract/account-links.ts'
import { accountLinkEnds, emailChangesADay, latestEmail, mayUndoByMail } from '@nerdify/domain/clients/email-change.ts'
import { canonicalEmail, emailFault, emailLine, isOwnEmail, knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { maskedEmail, unmasked } from '@nerdify/domain/sign-in/masked.ts'
import type { LinkChannel, Queries } from '../database/tables.ts'
import { isUniqueViolation, RetryTransaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { recognizePerson } from '../returning-people/earlier-orders.ts'
import { countsWithin, limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { mailReceiptsSince } from '../payments/receipt/receipts.ts'
import type { AppContext } from '../app-context.ts'
import type { Settings } from '../settings.ts'
import { endAccess } from '../sessions/end-access.ts'
import {
  endedUndoLink,
  expiredLink,
  type findAccountLink,
  makeAccountLink,
  unknownLink,
} from '../keys/account-links.ts'
import { endMailedLinks } from '../keys/end-links.ts'
import {
  confirmChange,
  emailChange,
  endPendingChanges,
  insertClientEvent,
  insertEmailChange,
  lastEmailChangeAt,
  pendingChange,
  replaceEmail,
  type StoredClient,
  undoChangesSince,
} from '../accounts/clients.store.ts'
import { findClientIdByEmail } from '../accounts/find-client.ts'
import { isSupportAddress } from '../accounts/support-address.ts'

const dayMs = 86_400_000

/** SAFE-02: e-mail changes that one account may request in a day. */
export const emailChangesOfOneClient: RateLimit = {
  name: 'email-change',
  most: emailChangesADay,
  windowMs: dayMs,
  say: (wait) => `You changed your e-mail ${emailChangesADay} times today. Please try again in ${wait}.`,
}
/** Mails to one new address per day, from any account; beyond the limit no mail is sent, and the answer is the same. */
const mailsToOneNewAddress: RateLimit = { name: 'email-change-to', most: emailChangesADay, windowMs: dayMs }

/** A request for another address, in the transaction that locks its client. */
interface EmailWish {
  client: StoredClient
  email: string
  /** `email_before` of `ClientChange`. */
  before: string | null | undefined
  /** The session began with a texted code, so the person has the phone. */
  afterCode: boolean
  now: number
  settings: Pick<Settings, 'secret' | 'limitScale' | 'supportEmail'>
}

/**
 * Stores a client's new e-mail as pending until its owner opens the mailed link (SAFE-02). A first one typed after a
 * code counts at once, without notices. The answer is the same whether or not another account has it. 422 for a
 * malformed address or one of ours, 409 for a stale `email_before`, 429 beyond five a day.
 */
export async function requestEmailChange(queries: Queries, request: EmailWish): Promise<void> {
  const { client, now, settings } = request
  const pending = await pendingChange(queries, client.id)
  const confirmed = knownEmail(client.email)
  const latest = latestEmail({ confirmed, pending: pending?.to_email ?? null })
  // A client who confirmed their identity meanwhile began with a session that masks addresses (SAFE-03).
  const unmask = (address: string) => unmasked(address, latest, maskedEmail)
  const email = unmask(emailLine(request.email))
  const before = request.before == null ? request.before : unmask(request.before)
  const wish = { ...request, email, before }
  if (!isOwnEmail(email)) throw unacceptable(emailFault(email), 'email', 'email_invalid')
  if (isSupportAddress(settings, email)) throw ourOwnAddress()
  if (before !== undefined && email !== latest && before !== latest) throw changedElsewhere(latest)
  if (isSameEmail(confirmed, email)) {
    await endPendingChanges(queries, client.id, now)
    if (confirmed !== email) await setEmail(queries, { client, email, now }, emailTaken)
    return
  }
  await limitUse(queries, emailChangesOfOneClient, { subject: client.id, now, scale: settings.limitScale })
  const isAgain = pending?.to_email === email
  const id = isAgain ? pending.id : uuidv7(now)
  if (!isAgain) {
    await endPendingChanges(queries, client.id, now)
    const isFirst = confirmed === null && request.afterCode
    const change = { from_email: confirmed, to_email: email, is_first: isFirst }
    await insertEmailChange(queries, { client_id: client.id, id, at: new Date(now), ...change })
    if (!isFirst) await notifyFormerContacts(queries, { ...wish, changeId: id, confirmed })
  }
  await mailToNewAddress(queries, { ...wish, changeId: id })
}

const isSameEmail = (one: string | null, other: string): boolean =>
  one !== null && canonicalEmail(one) === canonicalEmail(other)

/** Mails the link to the new address; if another account has it, its owner reads that it stays theirs. */
async function mailToNewAddress(
  queries: Queries,
  { client, email, now, settings, changeId }: EmailWish & { changeId: string },
): Promise<void> {
  const expiresAt = accountLinkEnds(now)
  const isTaken = (await findClientIdByEmail(queries, email)) !== undefined
  const { secret, limitScale: scale } = settings
  const about = { clientId: client.id, does: 'confirm_email', channel: 'email', changeId, id: changeId } as const
  const keyId = await makeAccountLink(queries, { secret, ...about, expiresAt, now })
  if (!(await countsWithin(queries, mailsToOneNewAddress, { subject: canonicalEmail(email), now, scale }))) return
  await enqueue(queries, now, {
    channel: 'email',
    to: email,
    template: isTaken ? 'email-taken' : 'email-confirm',
    variables: { client: client.id, keyId, phoneEnd: phoneEndOf(client) },
    dedupeKey: `email-confirm:${changeId}:${now}`,
    expiresAt,
  })
}

/**
 * Notifies the current address and the phone at once, the phone with an undo link. The address gets a link only after a
 * minimum time in use; a newer one may be an intruder's, who must get neither an undo link nor the new address.
 */
async function notifyFormerContacts(
  queries: Queries,
  { client, email, now, settings, changeId, confirmed }: EmailWish & { changeId: string; confirmed: string | null },
): Promise<void> {
  const expiresAt = accountLinkEnds(now)
  const undoLink = (channel: LinkChannel) => {
    const about = { clientId: client.id, does: 'undo_email', changeId, channel } as const
    return makeAccountLink(queries, { secret: settings.secret, ...about, expiresAt, now })
  }
  const about = { client: client.id, phoneEnd: phoneEndOf(client) }
  if (confirmed !== null) {
    const addedAt = (await lastEmailChangeAt(queries, client.id)) ?? client.created_at
    const mayUndo = mayUndoByMail({ addedAt, now })
    await enqueue(queries, now, {
      channel: 'email',
      to: confirmed,
      template: 'email-changing',
      variables: mayUndo
        ? { ...about, email, keyId: await undoLink('email') }
        : { ...about, email: maskedEmail(email) },
      expiresAt,
      dedupeKey: `email-changing:${changeId}`,
    })
  }
  if (client.phone !== null) {
    await enqueue(queries, now, {
      channel: 'sms',
      to: client.phone,
      template: 'email-changing-text',
      variables: { client: client.id, keyId: await undoLink('sms') },
      expiresAt,
      dedupeKey: `email-changing-text:${changeId}`,
    })
  }
}

/** The last digits, by which the owner recognizes the account; empty without a phone. */
const phoneEndOf = ({ phone }: StoredClient) => phone?.slice(-4) ?? ''

/** An opened link about an account, in the transaction that locks its client. */
export interface OpenedLink {
  product: AppContext
  link: Awaited<ReturnType<typeof findAccountLink>>
  client: StoredClient
  now: number
}

/**
 * Applies a link's new address (SAFE-02); repeated openings are no-ops while the account has that address. Earlier
 * mailed links expire. 422 for an expired link, one replaced by a newer request, or an address taken by another account.
 */
export async function confirmEmail(queries: Queries, opened: OpenedLink): Promise<AccountLinkAnswer> {
  const { product, link, client, now } = opened
  const change = await changeOfLink(queries, opened)
  const email = change.to_email
  const isConfirmed = change.confirmed_at !== null
  if (change.ended_at !== null || (isConfirmed && !isSameEmail(client.email, email))) throw replacedLink()
  if (!isConfirmed) {
    if (link.expires_at <= now) throw expiredLink()
    await setEmail(queries, { client, email, now }, emailTaken)
    await confirmChange(queries, client.id, change.id, now)
    await endMailedLinks(queries, { clientId: client.id, hasPhone: client.phone !== null, now })
    await recognizePerson(queries, { clientId: client.id, person: { email }, secret: product.settings.secret })
    // Without an address no receipt could be mailed, so send them now (PAY-14). A provisional first address has
    // received them already.
    if (change.from_email === null && !change.is_first) {
      await mailReceiptsSince(queries, product, { clientId: client.id, since: change.at, now })
    }
  }
  return { ok: true, email }
}

/**
 * Restores the address from before a change (SAFE-02), confirmed or not, undoes every later change and ends all
 * sessions. An address taken by another account stays there. 422 for an expired or used link.
 */
export async function undoEmail(queries: Queries, opened: OpenedLink): Promise<AccountLinkAnswer> {
  const { product, link, client, now } = opened
  const change = await changeOfLink(queries, opened)
  if (change.undone_at !== null) throw usedLink()
  if (link.expires_at <= now) {
    throw link.channel === 'email' && client.phone !== null ? endedUndoLink() : expiredLink()
  }
  const former = change.from_email
  const owner = former === null ? undefined : await findClientIdByEmail(queries, former)
  const email = owner === undefined || owner === client.id ? former : null
  const removed = knownEmail(client.email)
  if (removed !== email) {
    // If a concurrent request took the address, the retry sees that.
    await setEmail(queries, { client, email, now }, () => new RetryTransaction())
    if (removed !== null) {
      await enqueue(queries, now, {
        channel: 'email',
        to: removed,
        template: 'email-undone',
        variables: { client: client.id },
        dedupeKey: `email-undone:${change.id}`,
      })
    }
  }
  await undoChangesSince(queries, client.id, change.id, now)
  await endAccess(queries, { clientId: client.id, secret: product.settings.secret, now })
  return { ok: true, email }
}

async function changeOfLink(queries: Queries, { link }: OpenedLink) {
  const change = await emailChange(queries, link.client_id, link.email_change_id ?? '')
  if (change === undefined) throw unknownLink()
  return change
}

/** Sets or removes a client's address and records it; throws the error of `taken` if another account has it. */
async function setEmail(
  queries: Queries,
  { client, email, now }: { client: StoredClient; email: string | null; now: number },
  taken: () => Error,
): Promise<void> {
  try {
    await replaceEmail(queries, client.id, email)
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
  const data = { from: client.email, to: email }
  await insertClientEvent(queries, { clientId: client.id, event: 'email_changed', data, now })
}

function changedElsewhere(latest: string | null): Refusal {
  const what = latest === null ? 'Your e-mail was removed' : `Your e-mail was changed to ${latest}`
  return new Refusal(409, `${what} in another window. Submit again to replace it.`, {
    type: 'email_changed',
    value: 'email',
  })
}

const ourOwnAddress = () => unacceptable('This is our own address. Please enter yours.', 'email', 'email_ours')
const emailTaken = () =>
  unacceptable(
    'Another account has this e-mail now, and it stays there. Log in with it, or give this account another one.',
    'email',
    'email_taken',
  )
const replacedLink = () =>
  unacceptable(
    'This link no longer works: another e-mail was entered since, or the change was undone.',
    'key',
    'link_replaced',
  )
const usedLink = () => unacceptable('This change was already undone.', 'key', 'link_used')
