import { isBlank } from '../input/visible-text.ts'
import { findRefusedRequest, refusedRequestText } from '../fair-dealing/refused-requests.ts'
import { roomText, tooLongText } from './text-length.ts'

/** A task description for storage: as typed, or '' if nothing is visible (FLOW-32). */
export const descriptionFrom = (typed: string): string => (isBlank(typed) ? '' : typed)

/** The longest accepted task description, in UTF-16 code units. */
export const maxDetailsLength = 100_000

/** A refusal of a task description, in words and by wire name. */
export interface DetailsFault {
  type: 'details_too_long' | 'request_refused'
  text: string
}

/** Counts the characters left in a task description; undefined unless its limit is near (ux 34). */
export const detailsRoomText = (details: string): string | undefined => roomText(details, maxDetailsLength)

/** Why a task description is refused (ux 34, LAW-05), at the field and in the API's answer. */
export function detailsFault(details: string): DetailsFault | undefined {
  const text = tooLongText(details, maxDetailsLength)
  if (text !== undefined) return { type: 'details_too_long', text }
  const refused = findRefusedRequest(details)
  return refused && { type: 'request_refused', text: refusedRequestText(refused) }
}
