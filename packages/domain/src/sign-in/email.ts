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
 * Strips the extras that people type and paste around an address: blanks, invisible marks, quotation marks, `mailto:`.
 * The result may be invalid; a line break stays, because nobody types one (abuse 28).
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

/** The domains that are mistyped most often. */
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
  const likelyDomain = suggestedDomains.find((candidate) => isOneTypoAway(domain, candidate))
  const suggestion = likelyDomain && `${text.slice(0, text.lastIndexOf('@'))}@${likelyDomain}`
  return suggestion && isEmail(suggestion) ? suggestion : undefined
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** One letter too many, too few or wrong, or two neighbors swapped: compares the middles between the equal ends. */
function isOneTypoAway(typed: string, candidate: string): boolean {
  const shorter = Math.min(typed.length, candidate.length)
  let start = 0
  while (start < shorter && typed[start] === candidate[start]) start += 1
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === candidate.at(-1 - end)) end += 1
  const typedMiddle = typed.slice(start, typed.length - end)
  const candidateMiddle = candidate.slice(start, candidate.length - end)
  if (typedMiddle.length === 2 && candidateMiddle.length === 2)
    return typedMiddle === `${candidateMiddle[1]}${candidateMiddle[0]}`
  return typedMiddle.length <= 1 && candidateMiddle.length <= 1
}
