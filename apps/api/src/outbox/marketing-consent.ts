import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { type Consent, insertConsent, lastConsentFor, lastConsentOf } from './marketing-consent.store.ts'
import type { ChannelAddress } from './opt-outs.store.ts'

/** Whether an address may get marketing: what was said of it last is a consent (LAW-07). */
export async function mayGetMarketing(queries: Queries, address: ChannelAddress): Promise<boolean> {
  return (await lastConsentFor(queries, address))?.granted ?? false
}

/** What a client said last of marketing: a consent, or that it is taken back; or nothing yet. */
export function lastMarketingConsent(queries: Queries, clientId: string) {
  return lastConsentOf(queries, clientId)
}

/** Keeps a consent to marketing, or that it was taken back, with the words, the time and the addresses it is about. */
export function noteMarketingConsent(queries: Queries, consent: Omit<Consent, 'id'>): Promise<void> {
  return insertConsent(queries, { ...consent, id: uuidv7(consent.now) })
}

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
