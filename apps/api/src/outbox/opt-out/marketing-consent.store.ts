import { findRow, insertRow } from '../../database/rows.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import type { ChannelAddress } from './opt-outs.store.ts'

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
export async function insertConsent(queries: Queries, consent: Consent): Promise<void> {
  const { clientId, now, ...rest } = consent
  await insertRow(queries, 'marketing_consent', { ...rest, id: uuidv7(now), client_id: clientId, at: new Date(now) })
}

/** What a client said last. */
export async function lastConsentOf(queries: Queries, clientId: string) {
  return findRow(queries, 'marketing_consent', { client_id: clientId }, { by: ['id'], lastFirst: true })
}

/** What was said last of an address. */
export async function lastConsentFor(queries: Queries, { channel, address }: ChannelAddress) {
  const given = channel === 'sms' ? { phone: address } : { email: address }
  return findRow(queries, 'marketing_consent', given, { by: ['id'], lastFirst: true })
}
