import { wordsLine } from '@nerdify/domain/input/one-line.ts'
import type { ClientAction, ClientChange } from '@nerdify/contract/client.ts'
import { deletionDue } from '@nerdify/domain/clients/account-deletion.ts'
import { mostDeletionWishesADay } from '@nerdify/domain/clients/daily-limits.ts'
import type { Queries } from '../database/tables.ts'
import type { OpenSession } from '../http/caller.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Settings } from '../settings.ts'
import {
  insertClientEvent,
  lockClient,
  setErasure,
  type StoredClient,
  updateClient,
} from '../accounts/clients.store.ts'
import { limitUse, type RateLimit } from '../limits/rate-limit.ts'
import { requestEmailChange } from './email-changes.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'

/**
 * Applies a client's changes of their own data (API-06) in sequence; a new address stays pending ({@link
 * requestEmailChange}, whose refusals apply here).
 */
export async function changeClient(
  queries: Queries,
  clientId: string,
  {
    change,
    origin,
    now,
    settings,
  }: { change: ClientChange; origin: OpenSession['origin']; now: number; settings: Settings },
): Promise<void> {
  const client = await lockClient(queries, clientId)
  if (client === undefined || client.erased_at !== null) throw notFound()
  if (change.email !== undefined) {
    const wish = { email: change.email, before: change.email_before, afterCode: origin === 'code' }
    await requestEmailChange(queries, { client, ...wish, now, settings })
  }
  const preferences = { ...client.preferences, ...change.userdef }
  if (change.action !== undefined) {
    await act[change.action](queries, client, { now, settings })
    if (answersOffer.has(change.action)) preferences.isSubscriptionPopupShown = true
  }
  await updateClient(queries, clientId, {
    nickname: change.nickname === undefined ? undefined : wordsLine(change.nickname),
    announce_by: change.announce_by,
    // The first confirmation counts (LAW-02).
    adult_confirmed_at: change.adult_confirmed && client.adult_confirmed_at === null ? new Date(now) : undefined,
    preferences: JSON.stringify(preferences),
  })
}

/** SUB-12: either answer to the premium offer records that it was shown. */
const answersOffer: ReadonlySet<ClientAction> = new Set(['subscription_agreed', 'subscription_disagreed'])

const deletionWishesOfOneClient: RateLimit = {
  name: 'deletion-wish',
  most: mostDeletionWishesADay,
  windowMs: 24 * 3_600_000,
  say: (wait) =>
    `You asked to delete your account ${mostDeletionWishesADay} times in a day. You can ask again in ${wait}.`,
}

/** The effect of each action, with its record. */
type Act = (queries: Queries, client: StoredClient, at: { now: number; settings: Settings }) => Promise<void>
const act: Record<ClientAction, Act> = {
  subscription_agreed: (queries, { id: clientId }, { now }) =>
    insertClientEvent(queries, { clientId, event: 'subscription_agreed', now }),
  subscription_disagreed: (queries, { id: clientId }, { now }) =>
    insertClientEvent(queries, { clientId, event: 'subscription_disagreed', now }),
  async delete_account(queries, client, { now, settings }) {
    if (client.erase_at !== null) return
    await limitUse(queries, deletionWishesOfOneClient, { subject: client.id, now, scale: settings.limitScale })
    const dueAt = deletionDue(now)
    await setErasure(queries, client.id, dueAt)
    await notifyOfDeletion(queries, { client, dueAt, when: 'asked', settings, now })
    await insertClientEvent(queries, { clientId: client.id, event: 'deletion_asked', now })
  },
  async keep_account(queries, client, { now }) {
    if (client.erase_at === null) return
    // After this time the account may be erased at any moment, and may be on the list of erasures (SAFE-13).
    if (client.erase_at <= now) throw new Refusal(409, 'This account is being deleted.', { type: 'deletion_due' })
    await setErasure(queries, client.id, null)
    await insertClientEvent(queries, { clientId: client.id, event: 'deletion_undone', now })
  },
}
