import { type Static, Type } from 'typebox'
import { closed, Nullable } from './vocabulary.ts'

/** A call that did what it was asked for. */
export const OkAnswer = Type.Object({ ok: Type.Boolean() })
export type OkAnswer = Static<typeof OkAnswer>

/** Whether the client agreed to marketing (LAW-07), to which words, and when (ISO 8601); nothing was said yet: null. */
export const MarketingConsent = Type.Object({
  granted: Type.Boolean(),
  /** The words that a client who agrees agrees to; a box beside them is not ticked before. */
  wording: Type.String(),
  at: Nullable(Type.String()),
})
export type MarketingConsent = Static<typeof MarketingConsent>

/** Agrees to marketing, or takes it back. */
export const MarketingConsentChange = closed({ granted: Type.Boolean() })
export type MarketingConsentChange = Static<typeof MarketingConsentChange>
