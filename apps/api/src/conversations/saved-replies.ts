import type { SavedReplies, SavedReplyChange, SavedReplyCreation } from '@nerdify/contract/saved-replies.ts'
import { mostSavedReplies, savedReplyFault } from '@nerdify/domain/conversations/saved-replies.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { instantText } from '../orders/list/present-order.ts'
import { insertReply, repliesByName, replyById, type StoredReply, updateReply } from './saved-replies.store.ts'

/** Removes a reply. */
export { removeSavedReply } from './saved-replies.store.ts'

/** All saved replies by name (DESK-04). */
export async function listSavedReplies(queries: Queries): Promise<SavedReplies> {
  const replies = await repliesByName(queries, mostSavedReplies)
  return {
    results: replies.map(({ id, name, body, version, changed_by, changed_at }) => ({
      id,
      name,
      text: body,
      version: String(version),
      changed_by,
      changed_at: instantText(changed_at),
    })),
  }
}

/** The author of a change, and its instant in epoch milliseconds. */
interface By {
  author: string
  now: number
}

/** Adds a reply and returns its key; 422 for an unacceptable text, 409 beyond the limit. */
export async function addSavedReply(
  queries: Queries,
  { name, text }: SavedReplyCreation,
  { author, now }: By,
): Promise<string> {
  const body = checkedReply(text)
  if ((await repliesByName(queries, mostSavedReplies)).length === mostSavedReplies) {
    throw new Refusal(409, `There are ${mostSavedReplies} saved replies. Remove one first.`, { type: 'too_many' })
  }
  const id = uuidv7(now)
  await insertReply(queries, { id, name: name.trim(), body, changed_by: author, changed_at: new Date(now) })
  return id
}

/** Locks a reply and returns the version in force; 404 if unknown. */
export const lockReply = async (queries: Queries, id: string): Promise<string> =>
  String((await lockedReply(queries, id)).version)

/** Changes a reply; 404 if unknown. */
export async function changeSavedReply(
  queries: Queries,
  id: string,
  { name, text }: SavedReplyChange,
  { author, now }: By,
): Promise<void> {
  const { version } = await lockedReply(queries, id)
  await updateReply(queries, id, {
    name: name?.trim(),
    body: text === undefined ? undefined : checkedReply(text),
    version: version + 1,
    changed_by: author,
    changed_at: new Date(now),
  })
}

async function lockedReply(queries: Queries, id: string): Promise<StoredReply> {
  const reply = await replyById(queries, id)
  if (reply === undefined) throw notFound()
  return reply
}

function checkedReply(text: string): string {
  const fault = savedReplyFault(text)
  if (fault !== undefined) throw unacceptable(fault, 'text')
  return text.trim()
}

/** Adds the replies of a new sandbox, unless there are any. */
export async function startWithReplies(
  queries: Queries,
  replies: readonly SavedReplyCreation[],
  by: By,
): Promise<void> {
  if ((await repliesByName(queries, 1)).length > 0) return
  for (const reply of replies) await addSavedReply(queries, reply, by)
}
