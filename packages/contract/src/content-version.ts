import { type Static, Type } from 'typebox'
import { closed } from './vocabulary.ts'

/** Names the content of a row that staff edit (DESK-05): the same content has the same version. */
export const ContentVersion = Type.String({ maxLength: 64 })

/** The version that a writer saw, if they did: a write over another version is refused with `changed_meanwhile`. */
export const VersionQuery = closed({ version: Type.Optional(ContentVersion) })
export type VersionQuery = Static<typeof VersionQuery>
