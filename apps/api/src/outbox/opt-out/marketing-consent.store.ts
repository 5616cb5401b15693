import type { Queries } from '../../database/tables.ts'
import type { ChannelAddress } from './opt-outs.store.ts'

/** What a client agreed to, or took back. */
export interface Consent {
  clientId: string
  id: string
  now: number
  granted: boolean
  /** The words that were agreed to, or how the consent was taken back. */
  wording: string
  phone: string | null
  email: string | null
  ip: string | null
}

/** Adds to the record of consents; nothing in it is ever changed. */
export async function insertConsent(queries: Queries, consent: Consent): Promise<void> {
  const { clientId, now, ...rest } = consent
  await queries
    .insertInto('marketing_consent')
    .values({ ...rest, client_id: clientId, at: new Date(now) })
    .execute()
}

/** What a client said last. */
export async function lastConsentOf(queries: Queries, clientId: string) {
  return queries
    .selectFrom('marketing_consent')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What was said last of an address. */
export async function lastConsentFor(queries: Queries, { channel, address }: ChannelAddress) {
  const column = channel === 'sms' ? 'phone' : 'email'
  return queries
    .selectFrom('marketing_consent')
    .selectAll()
    .where(column, '=', address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
