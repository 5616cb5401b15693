import type { MarketingConsent } from '@nerdify/contract/messages.ts'
import { marketingConsentText } from '@nerdify/domain/messages/marketing-consent.ts'
import type { Queries } from '../../database/tables.ts'
import type { DatedAddress } from './dated-address.ts'
import {
  type ChannelAddress,
  noteMarketingConsent,
  lastConsentFor,
  lastConsentOf,
  optOutsOf,
} from './opt-outs.store.ts'

/** Whether an address has opted out of messages about orders and marketing (LAW-07); the opt-out, and its end. */
export { endOptOut, noteOptOut, hasOptedOut } from './opt-outs.store.ts'

/** The opt-outs of a client's addresses, as the client sees them. */
export async function optOutsOfAddresses(queries: Queries, addresses: readonly DatedAddress[]) {
  const optOuts = await optOutsOf(queries, addresses)
  return optOuts.map(({ at, ...optOut }) => ({ ...optOut, at: new Date(at).toISOString() }))
}

/** Erases the words of opt-outs. The opt-outs stay: STOP holds for the number (LAW-06, LAW-07). */
export { forgetWordsOfOptOuts } from './opt-outs.store.ts'

/** Whether an address may get marketing: its last entry is a consent (LAW-07). */
export async function mayGetMarketing(queries: Queries, address: ChannelAddress): Promise<boolean> {
  return (await lastConsentFor(queries, address))?.granted ?? false
}

/** Whether a client agrees to marketing, since when, and the words of the consent (LAW-07). */
export async function marketingConsentOf(queries: Queries, clientId: string): Promise<MarketingConsent> {
  const last = await lastConsentOf(queries, clientId)
  return {
    granted: last?.granted ?? false,
    wording: marketingConsentText,
    at: last === undefined ? null : new Date(last.at).toISOString(),
  }
}

/** Records a consent to marketing, or its withdrawal, with words, time and addresses. */
export { noteMarketingConsent } from './opt-outs.store.ts'

/** Withdraws an address's consent; a no-op without one. */
export async function withdrawMarketingConsent(
  queries: Queries,
  { said, now, ...address }: ChannelAddress & { said: string; now: number },
): Promise<void> {
  const last = await lastConsentFor(queries, address)
  if (last === undefined || !last.granted) return
  const { client_id: clientId, phone, email } = last
  await noteMarketingConsent(queries, { clientId, phone, email, now, granted: false, wording: said, ip: null })
}
