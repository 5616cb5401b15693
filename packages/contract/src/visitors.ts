import { type Static, Type } from 'typebox'
import { closed, Nullable } from './vocabulary.ts'

/** The query of the call: `geo=1` is what the specification sends. */
export const VisitorQuery = closed({ geo: Type.Optional(Type.Literal('1')) })

/**
 * Where a visitor's address is (API-08): ISO 3166-1 in capitals, null where nobody knows. With a tag identifier configured
 * also the tag that may be loaded, and whether its consents are grouped strictly (CONS-04).
 */
export const VisitorAnswer = Type.Object({
  country_code: Nullable(Type.String()),
  tag: Type.Optional(Type.Object({ id: Type.String(), strict: Type.Boolean() })),
})
export type VisitorAnswer = Static<typeof VisitorAnswer>
