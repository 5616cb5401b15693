import type { MarketingConsent } from '@nerdify/contract/messages.ts'
import { marketingConsentText } from '@nerdify/domain/messages/marketing-consent.ts'
import type { Queries } from '../../database/tables.ts'
import { type ChannelAddress, noteMarketingConsent, lastConsentFor, lastConsentOf } from './opt-outs.store.ts'

/** Whether an address wants no messages about orders and none of marketing (LAW-07); such a wish, and its end. */
export { endOptOut, noteOptOut, hasOptedOut } from './opt-outs.store.ts'

/** Whether an address may get marketing: what was said of it last is a consent (LAW-07). */
export async function mayGetMarketing(queries: Queries, address: ChannelAddress): Promise<boolean> {
  return (await lastConsentFor(queries, address))?.granted ?? false
}

/** Whether a client agrees to marketing, since when, and the words that they agree to (LAW-07). */
export async function marketingConsentOf(queries: Queries, clientId: string): Promise<MarketingConsent> {
  const last = await lastConsentOf(queries, clientId)
  return {
    granted: last?.granted ?? false,
    wording: marketingConsentText,
    at: last === undefined ? null : new Date(last.at).toISOString(),
  }
}

/** Keeps a consent to marketing, or that it was taken back, with the words, the time and the addresses it is about. */
export { noteMarketingConsent } from './opt-outs.store.ts'

/** Takes back the consent that an address gave, if it gave one. */
export async function withdrawMarketingConsent(
  queries: Queries,
  { said, now, ...address }: ChannelAddress & { said: string; now: number },
): Promise<void> {
  const last = await lastConsentFor(queries, address)
  if (last === undefined || !last.granted) return
  const { client_id: clientId, phone, email } = last
  await noteMarketingConsent(queries, { clientId, phone, email, now, granted: false, wording: said, ip: null })
}
