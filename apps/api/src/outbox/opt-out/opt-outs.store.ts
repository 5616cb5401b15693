import { findRow, insertIfNew } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'

/** An address of one channel, in the one way in which it is written. */
export interface ChannelAddress {
  channel: 'sms' | 'email'
  address: string
}

/** A mail address is the same one however it is capitalised. */
const asKept = ({ channel, address }: ChannelAddress): ChannelAddress => ({
  channel,
  address: channel === 'email' ? address.toLowerCase() : address,
})

/** Whether an address wants no more messages. */
export async function hasOptedOut(queries: Queries, address: ChannelAddress): Promise<boolean> {
  return (await findRow(queries, 'opt_out', { ...asKept(address) })) !== undefined
}

/** Keeps the wish for no more messages; the first one stands. */
export async function noteOptOut(
  queries: Queries,
  { said, now, ...address }: ChannelAddress & { said: string; now: number },
): Promise<void> {
  await insertIfNew(queries, 'opt_out', { ...asKept(address), said, at: new Date(now) })
}

/** Forgets the wish. */
export async function endOptOut(queries: Queries, address: ChannelAddress): Promise<void> {
  await queries
    .deleteFrom('opt_out')
    .where((wish) => wish.and({ ...asKept(address) }))
    .execute()
}

/** What a client agreed to, or took back. */
export interface Consent {
  clientId: string
  now: number
  granted: boolean
  /** The words that were agreed to, or how the consent was taken back. */
  wording: string
  phone: string | null
  email: string | null
  ip: string | null
}

/** Adds to the record of consents; nothing in it is ever changed. */
export async function noteMarketingConsent(queries: Queries, consent: Consent): Promise<void> {
  const { clientId, now, ...rest } = consent
  await queries
    .insertInto('marketing_consent')
    .values({ ...rest, id: uuidv7(now), client_id: clientId, at: new Date(now) })
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
  return queries
    .selectFrom('marketing_consent')
    .selectAll()
    .where(channel === 'sms' ? 'phone' : 'email', '=', address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
