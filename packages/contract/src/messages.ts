import { type Static, Type } from 'typebox'
import { closed, Nullable } from './vocabulary.ts'

/** The answer of a successful call without data. */
export const OkAnswer = Type.Object({ ok: Type.Boolean() })
export type OkAnswer = Static<typeof OkAnswer>

/** The client's choice about marketing (LAW-07), its wording and its time (ISO 8601; null before any choice). */
export const MarketingConsent = Type.Object({
  granted: Type.Boolean(),
  /** The words to agree to, next to an initially empty checkbox. */
  wording: Type.String(),
  at: Nullable(Type.String()),
})
export type MarketingConsent = Static<typeof MarketingConsent>

/** Gives or withdraws consent to marketing. */
export const MarketingConsentChange = closed({ granted: Type.Boolean() })
export type MarketingConsentChange = Static<typeof MarketingConsentChange>
