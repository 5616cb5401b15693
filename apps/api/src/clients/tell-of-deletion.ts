import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import type { Queries } from '../database/tables.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { makeAccountLink } from '../keys/account-links.ts'
import type { StoredClient } from '../accounts/clients.store.ts'

/**
 * Tells the e-mail and the phone of a client that the account is to be deleted, with a link that keeps it until then
 * (SAFE-13): when it was asked for, or a day before. In the transaction of what causes it.
 */
export async function tellOfDeletion(
  queries: Queries,
  {
    client,
    dueAt,
    when,
    secret,
    zone,
    now,
  }: {
    client: Pick<StoredClient, 'id' | 'email' | 'phone'>
    dueAt: number
    when: 'asked' | 'soon'
    secret: string
    /** The company's, which the day is named in (EASE-07). */
    zone: string
    now: number
  },
): Promise<void> {
  const clientId = client.id
  const keyId = await makeAccountLink(queries, { secret, clientId, does: 'keep_account', expiresAt: dueAt, now })
  const message = { variables: { client: clientId, keyId, day: fullDates(zone).dateOfZone(dueAt) }, expiresAt: dueAt }
  const key = `${clientId}:${dueAt}:${keyId}`
  const email = knownEmail(client.email)
  if (email !== null) {
    const mail = { ...message, channel: 'email', to: email, template: `deletion-${when}` } as const
    await enqueue(queries, now, { ...mail, dedupeKey: `deletion-${when}:${key}` })
  }
  if (client.phone !== null) {
    const text = { ...message, channel: 'sms', to: client.phone, template: `deletion-${when}-text` } as const
    await enqueue(queries, now, { ...text, dedupeKey: `deletion-${when}-text:${key}` })
  }
}
