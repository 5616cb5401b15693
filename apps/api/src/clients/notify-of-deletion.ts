import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import type { LinkChannel, Queries } from '../database/tables.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { makeAccountLink } from '../keys/account-links.ts'
import type { StoredClient } from '../accounts/clients.store.ts'
import type { Settings } from '../settings.ts'

/**
 * Notifies a client by e-mail and text that the account will be deleted (SAFE-13), with the day by the company's clock
 * (EASE-07) and a link that keeps it: at the request, and again the day before. Runs in the transaction that causes it.
 */
export async function notifyOfDeletion(
  queries: Queries,
  {
    client,
    dueAt,
    when,
    settings,
    now,
  }: {
    client: Pick<StoredClient, 'id' | 'email' | 'phone'>
    dueAt: number
    when: 'asked' | 'soon'
    settings: Pick<Settings, 'secret' | 'companyZone'>
    now: number
  },
): Promise<void> {
  const clientId = client.id
  const { secret, companyZone } = settings
  const day = fullDates(companyZone).dateOfZone(dueAt)
  const messageBy = async (channel: LinkChannel) => {
    const link = { secret, clientId, does: 'keep_account', channel, expiresAt: dueAt, now } as const
    const keyId = await makeAccountLink(queries, link)
    return { variables: { client: clientId, keyId, day }, expiresAt: dueAt, key: `${clientId}:${dueAt}:${keyId}` }
  }
  const email = knownEmail(client.email)
  if (email !== null) {
    const { key, ...message } = await messageBy('email')
    const mail = { ...message, channel: 'email', to: email, template: `deletion-${when}` } as const
    await enqueue(queries, now, { ...mail, dedupeKey: `deletion-${when}:${key}` })
  }
  if (client.phone !== null) {
    const { key, ...message } = await messageBy('sms')
    const text = { ...message, channel: 'sms', to: client.phone, template: `deletion-${when}-text` } as const
    await enqueue(queries, now, { ...text, dedupeKey: `deletion-${when}-text:${key}` })
  }
}
