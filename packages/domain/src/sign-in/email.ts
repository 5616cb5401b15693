import { plainLine, unwrapped } from '../input/one-line.ts'

/** The longest address that mail can be delivered to, in characters. */
const maxEmailLength = 254

/** Addresses at this domain are placeholders (INFO-03). */
const placeholderDomain = 'placeholder.test'

/** INFO-03: letters, digits and ._%+- before @, then a domain and an ending of 2 to 4 letters. */
const emailPattern = /^[a-z0-9._%+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,4}$/i

/** Whether the text is exactly one e-mail address (INFO-03); `emailLine` strips the text around it. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text)
}

/**
 * Strips what people type and paste around an address: blanks, invisible marks, quotation marks, `mailto:`. The result
 * may be invalid; a line break stays, because nobody types one (abuse 28).
 */
export function emailLine(text: string): string {
  return /[\r\n]/.test(text) ? text : unwrapped(unwrapped(plainLine(text)).replace(/^mailto:/i, ''))
}

/** The typed address; undefined if invalid (AUTH-22, INFO-03). */
export function emailFromText(text: string): string | undefined {
  const email = emailLine(text)
  return isEmail(email) ? email : undefined
}

/** The canonical form: addresses that differ only in case belong to one account (AUTH-22). */
export function canonicalEmail(email: string): string {
  return email.toLowerCase()
}

/** Whether the address is a placeholder for an unknown one (INFO-03). */
export function isPlaceholderEmail(email: string): boolean {
  return domainOf(email) === placeholderDomain
}

/** The fault of an invalid address; an empty field asks for one (INFO-02, INFO-03). */
export const emailFault = (text: string): string => {
  const email = emailLine(text)
  return email.trim() === '' || isPlaceholderEmail(email) ? 'Enter your e-mail' : 'Invalid email'
}

/** Whether a client may use this address: valid, and not a placeholder (INFO-02, INFO-03). */
export function isOwnEmail(text: string): boolean {
  return isEmail(text) && !isPlaceholderEmail(text)
}

/** The account's address; null for a placeholder (INFO-03). */
export function knownEmail(email: string | null): string | null {
  return email === null || isPlaceholderEmail(email) ? null : email
}

/** The domains most often mistyped. */
const suggestedDomains = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com']
/** Real domains that look like typos. */
const neighbourDomains = ['mail.com', 'email.com', 'ymail.com']

/**
 * Suggests the address probably meant if the domain is one typo from a common one (ux 10): "ann@gmial.com" becomes
 * "ann@gmail.com". Undefined without a suggestion.
 */
export function suggestEmail(text: string): string | undefined {
  if (!text.includes('@')) return undefined
  const domain = domainOf(text)
  if (suggestedDomains.includes(domain) || neighbourDomains.includes(domain)) return undefined
  const meant = suggestedDomains.find((candidate) => isOneSlipAway(domain, candidate))
  const suggestion = meant && `${text.slice(0, text.lastIndexOf('@'))}@${meant}`
  return suggestion && isEmail(suggestion) ? suggestion : undefined
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** One letter too many, too few or wrong, or two neighbors swapped: compares the middles between the equal ends. */
function isOneSlipAway(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const typedRest = typed.slice(start, typed.length - end)
  const meantRest = meant.slice(start, meant.length - end)
  if (typedRest.length === 2 && meantRest.length === 2) return typedRest === `${meantRest[1]}${meantRest[0]}`
  return typedRest.length <= 1 && meantRest.length <= 1
}
