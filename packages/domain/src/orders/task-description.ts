import { findRefusedRequest, refusedRequestText } from '../fair-dealing/refused-requests.ts'

/** Longest task description that is taken, in UTF-16 code units. */
export const maxDetailsLength = 100_000

/** Why a task description is not taken, in words, and its name on the wire. */
export interface DetailsFault {
  type: 'details_too_long' | 'request_refused'
  text: string
}

const counted = new Intl.NumberFormat('en-US')

/** How much room a task description has left, in words; nothing while there is plenty (ux 34). */
export function detailsRoomText(details: string): string | undefined {
  const left = maxDetailsLength - details.length
  if (left < 0 || left > maxDetailsLength / 10) return undefined
  return `${counted.format(left)} of ${counted.format(maxDetailsLength)} characters left`
}

/** What keeps a task description from being taken (ux 34, LAW-05); the same at the field and in the server's answer. */
export function detailsFault(details: string): DetailsFault | undefined {
  const over = details.length - maxDetailsLength
  if (over > 0) {
    const text = `This is ${counted.format(over)} ${over === 1 ? 'character' : 'characters'} too long: at most ${counted.format(maxDetailsLength)}. Please shorten it.`
    return { type: 'details_too_long', text }
  }
  const refused = findRefusedRequest(details)
  return refused && { type: 'request_refused', text: refusedRequestText(refused) }
}
