import { plainLine, wordsLine } from '../input/one-line.ts'
import { searchFault } from '../input/search-text.ts'
import { canonicalEmail, emailLine } from '../sign-in/email.ts'
import { phoneLine } from '../sign-in/phone.ts'

/** The keys of the search for clients (OPS-10), in the order of the results. */
export const clientSearchKeys = ['order', 'phone', 'email', 'pending_email', 'nickname'] as const
export type ClientSearchKey = (typeof clientSearchKeys)[number]

/** The text to find by each key: an exact order number, the end of a phone, or the beginning of the others. */
export type ClientSearch = Partial<Record<ClientSearchKey, string>>

/** Why a query is refused, in words for staff; undefined if accepted. */
export const clientSearchFault = (typed: string): string | undefined =>
  searchFault(typed, 'Type a phone, an e-mail, a nickname, or the number of an order or a receipt.')

/** Parses a query into every key that it may stand for: phone, e-mail, nickname, number of an order or receipt. */
export function clientSearch(typed: string): ClientSearch {
  const search = {
    order: orderNumber(plainLine(typed)),
    phone: phoneEnd(typed),
    ...emailStarts(typed),
    nickname: wordsLine(typed) || undefined,
  }
  return Object.fromEntries(Object.entries(search).filter(([, text]) => text !== undefined))
}

/** "No. 48213" is an order, "48213-2" its second receipt (PAY-14). */
const orderNumber = (line: string): string | undefined => /^(?:no\.? ?|#)?(\d{1,9})(?:-\d{1,3})?$/i.exec(line)?.[1]

/** The last digits of a phone: 4 to 7 digits as typed; a longer number loses its plus and its trunk zeros. */
function phoneEnd(typed: string): string | undefined {
  const digits = /^\+?(\d{4,15})$/.exec(phoneLine(typed))?.[1]
  return digits !== undefined && digits.length > 7 ? digits.replace(/^0+(?=\d{4})/, '') : digits
}

function emailStarts(typed: string): Pick<ClientSearch, 'email' | 'pending_email'> {
  const start = canonicalEmail(emailLine(typed))
  return start === '' || /\s/.test(start) ? {} : { email: start, pending_email: start }
}
