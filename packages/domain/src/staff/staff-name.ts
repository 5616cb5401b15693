import { wordsLine } from '../input/one-line.ts'

export const maxStaffNameLength = 64

/** Names that have another meaning in the log or in a filter of the queue. */
const reserved = ['machine', 'operations', 'support', 'client', 'me', 'nobody']

/** Parses a name for history and log (OPS-15); undefined if malformed or reserved. */
export function staffNameFrom(text: string): string | undefined {
  const name = wordsLine(text)
  const isName = name !== '' && name.length <= maxStaffNameLength && /^[\p{L}\p{M}\p{N}.@%'’_+ -]+$/u.test(name)
  return isName && !reserved.includes(name.toLowerCase()) ? name : undefined
}

/** The default name of an invited person: the part of the address before the @. */
export const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@'))

/** The prefix of staff names in an order's history, so that no name passes for a client or the product. */
const staffMark = 'operations: '

/** A staff name as stored in an order's history. */
export const historyName = (name: string): string => `${staffMark}${name}`

/** An author in the history for display: a staff name without its prefix. */
export const authorName = (author: string): string =>
  author.startsWith(staffMark) ? author.slice(staffMark.length) : author
