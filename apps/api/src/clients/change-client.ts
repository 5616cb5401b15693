import type { ClientAction, ClientChange } from '@nerdify/contract/client.ts'
import { deletionDue } from '@nerdify/domain/clients/account-deletion.ts'
import { emailFaultText, isOwnEmail, knownEmail } from '@nerdify/domain/sign-in/email.ts'
import type { ClientEvent, Queries } from '../database/tables.ts'
import { isTaken } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import {
  insertClientEvent,
  lockClient,
  replaceEmail,
  setErasure,
  type StoredClient,
  updateClient,
} from './clients.store.ts'
import { isSupportAddress } from './support-address.ts'

/**
 * Changes what a client may change of themself (API-06), one change after the other. 422 for an address of a wrong form
 * (INFO-02) or one that another account or support has (FLOW-22); 409 when the address is not the one that the change started from.
 */
export async function changeClient(
  queries: Queries,
  clientId: string,
  { change, now, settings }: { change: ClientChange; now: number; settings: { supportEmail: string } },
): Promise<void> {
  const client = await lockClient(queries, clientId)
  if (client === undefined || client.erased_at !== null) throw notFound()
  if (change.email !== undefined) {
    const email = change.email.trim()
    if (isSupportAddress(settings, email)) throw emailTaken()
    await changeEmail(queries, client, { email, before: change.email_before, now })
  }
  const preferences = { ...client.preferences, ...change.userdef }
  if (change.action !== undefined) {
    await act[change.action](queries, client, now)
    if (answersOffer.has(change.action)) preferences.isSubscriptionPopupShown = true
  }
  await updateClient(queries, clientId, {
    ...(change.nickname === undefined ? {} : { nickname: change.nickname.trim() }),
    ...(change.announce_by === undefined ? {} : { announceBy: change.announce_by }),
    // The first time stays (LAW-02).
    ...(change.adult_confirmed && client.adult_confirmed_at === null ? { adultConfirmedAt: now } : {}),
    preferences,
  })
}

async function changeEmail(
  queries: Queries,
  client: StoredClient,
  { email, before, now }: { email: string; before: string | null | undefined; now: number },
): Promise<void> {
  if (!isOwnEmail(email)) throw unacceptable(emailFaultText, 'email', 'email_invalid')
  if (client.email === email) return
  const known = knownEmail(client.email)
  if (before !== undefined && before !== known) {
    const what = known === null ? 'Your e-mail was removed' : `Your e-mail was changed to ${known}`
    throw new Refusal(409, `${what} in another window. Submit again to replace it.`, {
      type: 'email_changed',
      value: 'email',
    })
  }
  try {
    await replaceEmail(queries, client.id, email)
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error
  }
  await note(queries, client, { event: 'email_changed', now, data: { from: client.email, to: email } })
}

const emailTaken = () =>
  unacceptable('Another account has this e-mail. Please use a different one.', 'email', 'email_taken')

/** SUB-12: either answer to the premium offer records that it was shown. */
const answersOffer: ReadonlySet<ClientAction> = new Set(['subscription_agreed', 'subscription_disagreed'])

/** What each action does, besides the note of it. */
const act: Record<ClientAction, (queries: Queries, client: StoredClient, now: number) => Promise<void>> = {
  subscription_agreed: (queries, client, now) => note(queries, client, { event: 'subscription_agreed', now }),
  subscription_disagreed: (queries, client, now) => note(queries, client, { event: 'subscription_disagreed', now }),
  async delete_account(queries, client, now) {
    if (client.erase_at !== null) return
    await setErasure(queries, client.id, deletionDue(now))
    await note(queries, client, { event: 'deletion_asked', now })
  },
  async keep_account(queries, client, now) {
    if (client.erase_at === null) return
    await setErasure(queries, client.id, null)
    await note(queries, client, { event: 'deletion_undone', now })
  },
}

function note(
  queries: Queries,
  client: StoredClient,
  { event, now, data = {} }: { event: ClientEvent; now: number; data?: Record<string, unknown> },
): Promise<void> {
  return insertClientEvent(queries, { clientId: client.id, id: uuidv7(now), at: now, author: 'client', event, data })
}
