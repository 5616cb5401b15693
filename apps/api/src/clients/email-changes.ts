import type { AccountLinkAnswer } from '@nerdify/contract/account-links.ts'
import { accountLinkEnds, emailChangesADay, givenEmail } from '@nerdify/domain/clients/email-change.ts'
import { canonicalEmail, emailFault, isOwnEmail, knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { maskedEmail, unmasked } from '@nerdify/domain/sign-in/masked.ts'
import type { Queries } from '../database/tables.ts'
import { isTaken, TryAgain, transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { knowAgain } from '../known-again/earlier-orders.ts'
import { countsWithin, limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { mailReceiptsSince } from '../payments/receipt/receipts.ts'
import type { Product } from '../product.ts'
import type { Settings } from '../settings.ts'
import { endAccess } from '../sessions/end-access.ts'
import { expiredLink, findAccountLink, makeAccountLink, unknownLink } from '../keys/account-links.ts'
import {
  clearEmail,
  insertClientEvent,
  lockClient,
  replaceEmail,
  type StoredClient,
} from '../accounts/clients.store.ts'
import {
  confirmChange,
  emailChange,
  endPendingChanges,
  insertEmailChange,
  pendingChange,
  undoChangesSince,
} from '../accounts/email-changes.store.ts'
import { findClientIdByEmail } from '../accounts/find-client.ts'
import { isSupportAddress } from '../accounts/support-address.ts'

const dayMs = 86_400_000

/** SAFE-02: what one account may ask for in a day. */
export const emailChangesOfOneClient: RateLimit = {
  name: 'email-change',
  most: emailChangesADay,
  windowMs: dayMs,
  say: (wait) => `You changed your e-mail ${emailChangesADay} times today. Please try again in ${wait}.`,
}
/** Mails about new addresses to one of them, whoever asked: beyond it none is sent, and no answer tells. */
const mailsToOneNewAddress: RateLimit = { name: 'email-change-to', most: emailChangesADay, windowMs: dayMs }

/** A wish for another address, in the transaction that holds its client. */
interface EmailWish {
  client: StoredClient
  email: string
  /** As of `ClientChange`. */
  before: string | null | undefined
  now: number
  settings: Pick<Settings, 'secret' | 'limitScale' | 'supportEmail'>
}

/**
 * Takes a new address of a client (SAFE-02): it is pending until the link mailed to it was opened, and the answer is the
 * same whoever has it. 422 for an address of a wrong form or of ours, 409 when it is not the one that the change started
 * from, 429 beyond five a day.
 */
export async function askForEmail(queries: Queries, asked: EmailWish): Promise<void> {
  const { client, now, settings } = asked
  const pending = await pendingChange(queries, client.id)
  const held = knownEmail(client.email)
  const given = givenEmail({ confirmed: held, pending: pending?.to_email ?? null })
  // Whoever confirms on the way started in a session that is shown no whole address (SAFE-03).
  const own = (address: string) => unmasked(address, given, maskedEmail)
  const email = own(asked.email)
  const before = asked.before == null ? asked.before : own(asked.before)
  const wish = { ...asked, email, before }
  if (!isOwnEmail(email)) throw unacceptable(emailFault(email), 'email', 'email_invalid')
  if (isSupportAddress(settings, email)) throw ourOwnAddress()
  if (before !== undefined && email !== given && before !== given) throw changedElsewhere(given)
  if (held !== null && canonicalEmail(held) === canonicalEmail(email)) {
    await endPendingChanges(queries, client.id, now)
    if (held !== email) await holdEmail(queries, { client, email, now })
    return
  }
  await limitUse(queries, emailChangesOfOneClient, { subject: client.id, now, scale: settings.limitScale })
  const isAgain = pending?.to_email === email
  const id = isAgain ? pending.id : uuidv7(now)
  if (!isAgain) {
    await endPendingChanges(queries, client.id, now)
    await insertEmailChange(queries, { client_id: client.id, id, at: new Date(now), from_email: held, to_email: email })
    await tellWhereReachedBefore(queries, { ...wish, changeId: id, held })
  }
  await mailToNewAddress(queries, { ...wish, changeId: id })
}

/** Mails the link to the new address; where another account has it, its owner reads that it stays theirs. */
async function mailToNewAddress(
  queries: Queries,
  { client, email, now, settings, changeId }: EmailWish & { changeId: string },
): Promise<void> {
  const expiresAt = accountLinkEnds(now)
  const isTheirs = (await findClientIdByEmail(queries, email)) !== undefined
  const { secret, limitScale: scale } = settings
  const keyId = await makeAccountLink(queries, {
    secret,
    clientId: client.id,
    does: 'confirm_email',
    changeId,
    expiresAt,
    now,
    id: changeId,
  })
  if (!(await countsWithin(queries, mailsToOneNewAddress, { subject: canonicalEmail(email), now, scale }))) return
  await enqueue(queries, now, {
    channel: 'email',
    to: email,
    template: isTheirs ? 'email-taken' : 'email-confirm',
    variables: { client: client.id, keyId, phoneEnd: client.phone?.slice(-4) ?? '' },
    dedupeKey: `email-confirm:${changeId}:${now}`,
    expiresAt,
  })
}

/** Tells the address that holds and the phone at once, with a link that undoes it. */
async function tellWhereReachedBefore(
  queries: Queries,
  { client, email, now, settings, changeId, held }: EmailWish & { changeId: string; held: string | null },
): Promise<void> {
  const expiresAt = accountLinkEnds(now)
  const { secret } = settings
  const about = { clientId: client.id, does: 'undo_email', changeId } as const
  const keyId = await makeAccountLink(queries, { secret, ...about, expiresAt, now })
  const message = { variables: { client: client.id, keyId }, expiresAt }
  if (held !== null) {
    await enqueue(queries, now, {
      ...message,
      channel: 'email',
      to: held,
      template: 'email-changing',
      variables: { ...message.variables, email },
      dedupeKey: `email-changing:${changeId}`,
    })
  }
  if (client.phone !== null) {
    await enqueue(queries, now, {
      ...message,
      channel: 'sms',
      to: client.phone,
      template: 'email-changing-text',
      dedupeKey: `email-changing-text:${changeId}`,
    })
  }
}

/**
 * Makes the address of a link hold (SAFE-02), as often as the link is opened. 422 for a link that is too old, that a
 * newer wish replaced, or whose address is another account's by now.
 */
export async function confirmEmail(product: Product, key: string): Promise<AccountLinkAnswer> {
  const { queries, clock, settings } = product
  const now = clock.now()
  const answer = await transaction(queries, async (within): Promise<AccountLinkAnswer> => {
    const { client, change, link } = await changeOfLink(within, { secret: settings.secret, key, does: 'confirm_email' })
    if (change.ended_at !== null) throw replacedLink()
    if (change.confirmed_at === null) {
      if (link.expires_at <= now) throw expiredLink()
      await holdEmail(within, { client, email: change.to_email, now })
      await confirmChange(within, client.id, change.id, now)
      await knowAgain(within, {
        clientId: client.id,
        person: { email: change.to_email },
        secret: settings.secret,
      })
      // Whoever had none was sent no receipt of what they paid meanwhile (PAY-14).
      if (change.from_email === null) {
        await mailReceiptsSince(within, product, { clientId: client.id, since: change.at, now })
      }
    }
    return { ok: true, email: change.to_email }
  })
  product.wake.outbox()
  return answer
}

/**
 * Puts back the address that held before a change (SAFE-02), whether the change was confirmed or not, and undoes every
 * later one; whoever is signed in is not any more. An address that is another account's by now is not taken from it. 422
 * for a link that is too old or was used.
 */
export async function undoEmail(product: Product, key: string): Promise<AccountLinkAnswer> {
  const { queries, clock, settings } = product
  const now = clock.now()
  const { secret } = settings
  const answer = await transaction(queries, async (within): Promise<AccountLinkAnswer> => {
    const { client, change, link } = await changeOfLink(within, { secret, key, does: 'undo_email' })
    if (change.undone_at !== null) throw usedLink()
    if (link.expires_at <= now) throw expiredLink()
    const back = change.from_email
    const owner = back === null ? undefined : await findClientIdByEmail(within, back)
    const email = owner === undefined || owner === client.id ? back : null
    const removed = knownEmail(client.email)
    if (removed !== email) {
      await putBack(within, { client, email, now })
      if (removed !== null) await tellRemoved(within, { clientId: client.id, email: removed, changeId: change.id, now })
    }
    await undoChangesSince(within, client.id, change.id, now)
    await endAccess(within, { clientId: client.id, secret, now })
    return { ok: true, email }
  })
  product.wake.outbox()
  return answer
}

async function changeOfLink(
  queries: Queries,
  wanted: { secret: string; key: string; does: 'confirm_email' | 'undo_email' },
) {
  const link = await findAccountLink(queries, wanted)
  const client = await lockClient(queries, link.client_id)
  // Read under the client's lock: what it says holds until the transaction ends.
  const change = await emailChange(queries, link.client_id, link.email_change_id ?? '')
  if (client === undefined || client.erased_at !== null || change === undefined) throw unknownLink()
  return { link, client, change }
}

/** Gives a client an address and notes it; 422 when another account has it. */
async function holdEmail(
  queries: Queries,
  { client, email, now }: { client: StoredClient; email: string; now: number },
): Promise<void> {
  try {
    await replaceEmail(queries, client.id, email)
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error
  }
  await noteEmailChanged(queries, { client, email, now })
}

async function putBack(
  queries: Queries,
  { client, email, now }: { client: StoredClient; email: string | null; now: number },
): Promise<void> {
  try {
    if (email === null) await clearEmail(queries, client.id)
    else await replaceEmail(queries, client.id, email)
  } catch (error) {
    // Somebody took it in this moment: looked at once more, it is theirs.
    throw isTaken(error) ? new TryAgain() : error
  }
  await noteEmailChanged(queries, { client, email, now })
}

const tellRemoved = (
  queries: Queries,
  { clientId, email, changeId, now }: { clientId: string; email: string; changeId: string; now: number },
) =>
  enqueue(queries, now, {
    channel: 'email',
    to: email,
    template: 'email-undone',
    variables: { client: clientId },
    dedupeKey: `email-undone:${changeId}`,
  })

const noteEmailChanged = (
  queries: Queries,
  { client, email, now }: { client: StoredClient; email: string | null; now: number },
) =>
  insertClientEvent(queries, {
    clientId: client.id,
    event: 'email_changed',
    data: { from: client.email, to: email },
    now,
  })

function changedElsewhere(given: string | null): Refusal {
  const what = given === null ? 'Your e-mail was removed' : `Your e-mail was changed to ${given}`
  return new Refusal(409, `${what} in another window. Submit again to replace it.`, {
    type: 'email_changed',
    value: 'email',
  })
}

const ourOwnAddress = () => unacceptable('This is our own address. Please enter yours.', 'email', 'email_ours')
const emailTaken = () =>
  unacceptable(
    'Another account has this e-mail by now, and it stays there. Log in with it, or give this account another one.',
    'email',
    'email_taken',
  )
const replacedLink = () =>
  unacceptable('This link is over: another e-mail was entered since, or the change was undone.', 'key', 'link_replaced')
const usedLink = () => unacceptable('This change was undone already.', 'key', 'link_used')
