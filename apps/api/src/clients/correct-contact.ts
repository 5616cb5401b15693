import type { ContactCorrection } from '@nerdify/contract/operations.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import {
  findClientIdByPhone,
  insertClientEvent,
  lockClient,
  replacePhone,
  setErasure,
  type StoredClient,
} from '../accounts/clients.store.ts'
import { pendingEmailOf } from '../accounts/pending-emails.ts'
import { hasGeneralConversation } from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation } from '../database/transaction.ts'
import { hasReceivedFiles } from '../files/upload-page.ts'
import { unacceptable } from '../http/refusal.ts'
import { endTextedLinks } from '../keys/end-links.ts'
import { canonicalPhone } from '../keys/phone-number.ts'
import { giveContactRequests } from '../newcomers/contact-requests.ts'
import { ordersInBrief } from '../orders/order-of-sender.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { referralFacts } from '../referrals/referrals.ts'
import { recognizePerson } from '../returning-people/earlier-orders.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { Settings } from '../settings.ts'
import { findClientToChange } from './change-for-operations.ts'
import { requestEmailChange } from './email-changes.ts'

/**
 * Corrects the phone or the e-mail of a client for staff, in the caller's transaction (OPS-11). A phone takes effect at
 * once: the former phone and the e-mail are notified, all sessions end, and codes and links sent to the former phone
 * expire. An empty account that has the phone gives it up and is erased. An e-mail is pending until its owner confirms
 * it, as if the client had entered it (SAFE-02). 422 at an invalid or taken field.
 */
export async function correctContact(
  queries: Queries,
  clientId: string,
  {
    correction,
    author,
    now,
    settings,
  }: { correction: ContactCorrection; author: string; now: number; settings: Settings },
): Promise<void> {
  if (correction.phone !== undefined) {
    await correctPhone(queries, await findClientToChange(queries, clientId), {
      phone: correction.phone,
      author,
      now,
      settings,
    })
  }
  if (correction.email !== undefined) {
    const client = await findClientToChange(queries, clientId)
    const wish = { email: correction.email, before: undefined, afterCode: false }
    await requestEmailChange(queries, { client, ...wish, now, settings })
  }
}

async function correctPhone(
  queries: Queries,
  client: StoredClient,
  { phone: typed, author, now, settings }: { phone: string; author: string; now: number; settings: Settings },
): Promise<void> {
  const phone = canonicalPhone(typed)
  if (phone === undefined) throw unacceptable(phoneFaultText, 'phone', 'phone_invalid')
  const { id: clientId, phone: from } = client
  if (phone === from) return
  const holderId = await findClientIdByPhone(queries, phone)
  if (holderId !== undefined) await takeFromEmptyAccount(queries, holderId, { phone, clientId, author, now, settings })
  try {
    await replacePhone(queries, clientId, phone)
  } catch (error) {
    throw isUniqueViolation(error) ? phoneTaken() : error
  }
  await insertClientEvent(queries, { clientId, event: 'phone_changed', data: { from, to: phone }, author, now })
  await endAccess(queries, { clientId, secret: settings.secret, now })
  await endTextedLinks(queries, { clientId, now })
  await recognizePerson(queries, { clientId, person: { phone }, secret: settings.secret })
  const dedupeKey = `phone-changed:${clientId}:${now}`
  if (from !== null) {
    const text = { channel: 'sms', to: from, template: 'phone-changed-text' } as const
    await enqueue(queries, now, { ...text, variables: { client: clientId }, dedupeKey: `${dedupeKey}:text` })
  }
  const email = knownEmail(client.email)
  if (email !== null) {
    const variables = { client: clientId, phoneEnd: phone.slice(-4) }
    await enqueue(queries, now, { channel: 'email', to: email, template: 'phone-changed', variables, dedupeKey })
  }
}

/**
 * Takes a phone from the empty account that it began: who writes to us from a new number gets one (MSG-01). Words left
 * with the number go to the client, and the account is erased. 422 for an account with anything in it.
 */
async function takeFromEmptyAccount(
  queries: Queries,
  holderId: string,
  {
    phone,
    clientId,
    author,
    now,
    settings,
  }: { phone: string; clientId: string; author: string; now: number; settings: Settings },
): Promise<void> {
  const holder = await lockClient(queries, holderId)
  if (holder === undefined || !(await isEmpty(queries, holder))) throw phoneTaken()
  await giveContactRequests(queries, { from: holderId, to: clientId })
  await replacePhone(queries, holderId, null)
  const data = { from: phone, to: null }
  await insertClientEvent(queries, { clientId: holderId, event: 'phone_changed', data, author, now })
  await endAccess(queries, { clientId: holderId, secret: settings.secret, now })
  await setErasure(queries, holderId, now)
}

/** Whether an account has only its phone: nothing that its owner would miss. */
async function isEmpty(queries: Queries, account: StoredClient): Promise<boolean> {
  const { id, email, nickname, balance_cents: cents, tags, blocked_at: blockedAt } = account
  if (email !== null || nickname !== null || cents !== 0 || tags.length > 0 || blockedAt !== null) return false
  const { friends, hasGift } = await referralFacts(queries, id)
  return (
    friends === 0 &&
    !hasGift &&
    (await ordersInBrief(queries, [id]))(id).count === 0 &&
    (await pendingEmailOf(queries, id)) === null &&
    !(await hasGeneralConversation(queries, id)) &&
    !(await hasReceivedFiles(queries, id))
  )
}

const phoneTaken = () =>
  unacceptable(
    'Another account has this phone. It is free once its owner deletes that account in My info.',
    'phone',
    'phone_taken',
  )
