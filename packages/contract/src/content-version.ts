import { type Static, Type } from 'typebox'
import { closed } from './vocabulary.ts'

/** Names the content of a row that staff edit (DESK-05): the same content has the same version. */
export const ContentVersion = Type.String({ maxLength: 64 })

/** The version that a write is based on: if another one is stored, the write is refused with `changed_meanwhile`. */
export const VersionQuery = closed({ version: Type.Optional(ContentVersion) })
export type VersionQuery = Static<typeof VersionQuery>
