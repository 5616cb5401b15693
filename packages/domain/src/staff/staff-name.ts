import { wordsLine } from '../input/one-line.ts'

export const maxStaffNameLength = 64

/** Names with a meaning of their own in the log or in a filter of the queue. */
const reserved = ['machine', 'operations', 'support', 'client', 'me', 'nobody']

/** The name by which history and log know a person (OPS-15); undefined for a text that cannot be one. */
export function staffNameFrom(text: string): string | undefined {
  const name = wordsLine(text)
  const isName = name !== '' && name.length <= maxStaffNameLength && /^[\p{L}\p{M}\p{N}.@%'’_+ -]+$/u.test(name)
  return isName && !reserved.includes(name.toLowerCase()) ? name : undefined
}

/** The name of somebody who was invited without one: the part of the address before the @. */
export const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@'))

/** Precedes the names of staff in the history of an order, so that nobody passes for a client or the product. */
const staffMark = 'operations: '

/** How the history of an order names a person of the staff. */
export const historyName = (name: string): string => `${staffMark}${name}`

/** An author of the history as people read it: a person of the staff by their name alone. */
export const authorName = (author: string): string =>
  author.startsWith(staffMark) ? author.slice(staffMark.length) : author
