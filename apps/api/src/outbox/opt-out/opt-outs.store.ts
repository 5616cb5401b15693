import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { findRow, insertIfNew } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import type { DatedAddress } from './dated-address.ts'

/** An address of one channel, in its canonical form. */
export interface ChannelAddress {
  channel: 'sms' | 'email'
  address: string
}

/** The stored form of an address: an e-mail is the same in any capitalization. */
const canonical = ({ channel, address }: ChannelAddress): ChannelAddress => ({
  channel,
  address: channel === 'email' ? address.toLowerCase() : address,
})

/** Whether an address has opted out. */
export async function hasOptedOut(queries: Queries, address: ChannelAddress): Promise<boolean> {
  return (await findRow(queries, 'opt_out', { ...canonical(address) })) !== undefined
}

/** Stores an opt-out; a repeat keeps the first. */
export async function noteOptOut(
  queries: Queries,
  { said, now, ...address }: ChannelAddress & { said: string; now: number },
): Promise<void> {
  await insertIfNew(queries, 'opt_out', { ...canonical(address), said, at: new Date(now) })
}

/** Removes the opt-out. */
export async function endOptOut(queries: Queries, address: ChannelAddress): Promise<void> {
  await queries
    .deleteFrom('opt_out')
    .where((wish) => wish.and({ ...canonical(address) }))
    .execute()
}

/** The opt-outs of addresses from a client's time with them, oldest first. */
export function optOutsOf(queries: Queries, addresses: readonly DatedAddress[]) {
  return queries.selectFrom('opt_out').selectAll().where(isOfAny(addresses)).orderBy('at').execute()
}

/** Empties the words of the opt-outs of addresses from a client's time with them; the opt-outs stay (LAW-07). */
export async function forgetWordsOfOptOuts(queries: Queries, addresses: readonly DatedAddress[]): Promise<void> {
  await queries.updateTable('opt_out').set({ said: '' }).where(isOfAny(addresses)).execute()
}

function isOfAny(addresses: readonly DatedAddress[]): RawBuilder<boolean> {
  const each = addresses.map(({ address: text, from, until }) => {
    const { channel, address } = canonical({ channel: text.includes('@') ? 'email' : 'sms', address: text })
    const bounds = [
      sql<boolean>`channel = ${channel} and address = ${address}`,
      ...(from === undefined ? [] : [sql<boolean>`at >= ${instant(from)}`]),
      ...(until === undefined ? [] : [sql<boolean>`at < ${instant(until)}`]),
    ]
    return sql<boolean>`(${sql.join(bounds, sql` and `)})`
  })
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** A consent or its withdrawal. */
export interface Consent {
  clientId: string
  now: number
  granted: boolean
  /** The agreed words, or the way of the withdrawal. */
  wording: string
  phone: string | null
  email: string | null
  ip: string | null
}

/** Appends to the record of consents, which never changes. */
export async function noteMarketingConsent(queries: Queries, consent: Consent): Promise<void> {
  const { clientId, now, ...rest } = consent
  await queries
    .insertInto('marketing_consent')
    .values({ ...rest, id: uuidv7(now), client_id: clientId, at: new Date(now) })
    .execute()
}

/** A client's last consent or withdrawal. */
export async function lastConsentOf(queries: Queries, clientId: string) {
  return queries
    .selectFrom('marketing_consent')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The last consent or withdrawal of an address. */
export async function lastConsentFor(queries: Queries, { channel, address }: ChannelAddress) {
  return queries
    .selectFrom('marketing_consent')
    .selectAll()
    .where(channel === 'sms' ? 'phone' : 'email', '=', address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
