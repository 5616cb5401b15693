import { isBlank } from '../input/visible-text.ts'
import { findRefusedRequest, refusedRequestText } from '../fair-dealing/refused-requests.ts'
import { roomText, tooLongText } from './text-length.ts'

/** A task description as it is stored: as it was typed, and '' if there is nothing to see (FLOW-32). */
export const descriptionFrom = (typed: string): string => (isBlank(typed) ? '' : typed)

/** Longest task description that is taken, in UTF-16 code units. */
export const maxDetailsLength = 100_000

/** Why a task description is not taken, in words, and its name on the wire. */
export interface DetailsFault {
  type: 'details_too_long' | 'request_refused'
  text: string
}

/** How much room a task description has left, in words; nothing while there is plenty (ux 34). */
export const detailsRoomText = (details: string): string | undefined => roomText(details, maxDetailsLength)

/** What keeps a task description from being taken (ux 34, LAW-05); the same at the field and in the server's answer. */
export function detailsFault(details: string): DetailsFault | undefined {
  const text = tooLongText(details, maxDetailsLength)
  if (text !== undefined) return { type: 'details_too_long', text }
  const refused = findRefusedRequest(details)
  return refused && { type: 'request_refused', text: refusedRequestText(refused) }
}
