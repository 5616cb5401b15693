import { type Static, Type } from 'typebox'
import { closed, Nullable } from './vocabulary.ts'

/** The query of the call: the specification sends `geo=1`. */
export const VisitorQuery = closed({ geo: Type.Optional(Type.Literal('1')) })

/**
 * The country of a visitor's address (API-08): ISO 3166-1 in capitals, null if unknown. If a tag is configured, also
 * its identifier, and whether the strict consent setting applies (CONS-04).
 */
export const VisitorAnswer = Type.Object({
  country_code: Nullable(Type.String()),
  tag: Type.Optional(Type.Object({ id: Type.String(), strict: Type.Boolean() })),
})
export type VisitorAnswer = Static<typeof VisitorAnswer>
