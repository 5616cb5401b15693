import { maxReplyNameLength } from '@nerdify/domain/conversations/saved-replies.ts'
import { visible } from '@nerdify/domain/input/visible-text.ts'
import { type Static, Type } from 'typebox'
import { ContentVersion } from './content-version.ts'
import { closed, Instant } from './vocabulary.ts'

/** Staff's reusable replies (DESK-04). Instants are ISO 8601 in UTC. */

const Name = Type.String({ minLength: 1, maxLength: maxReplyNameLength, pattern: visible.source })
/** The API refuses a blank text, one of more than 4,000 characters and an unknown placeholder, at the field. */
const Text = Type.String({ maxLength: 100_000 })

export const SavedReplyCreation = closed({ name: Name, text: Text })
export type SavedReplyCreation = Static<typeof SavedReplyCreation>

export const SavedReplyChange = closed({ name: Type.Optional(Name), text: Type.Optional(Text) })
export type SavedReplyChange = Static<typeof SavedReplyChange>

/** All saved replies, by name. */
export const SavedReplies = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      text: Type.String(),
      version: ContentVersion,
      changed_by: Type.String(),
      changed_at: Instant,
    }),
  ),
})
export type SavedReplies = Static<typeof SavedReplies>
export type SavedReply = SavedReplies['results'][number]
