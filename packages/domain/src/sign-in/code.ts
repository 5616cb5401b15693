import { plainLine } from '../input/one-line.ts'

/** Digits of an SMS code (AUTH-04). */
export const codeLength = 5

/** Shown for a wrong code (AUTH-05). */
export const codeFaultText = 'Looks like you have mistyped the verification code. Please check and re-enter it.'

const isCode = (digits: string) => digits.length === codeLength
/** The end of our SMS, "@host #12345". A single-line field may drop the line break before it. */
const boundCode = new RegExp(`@[^\\s@#]+ #(\\d{${codeLength}})$`)

/** The digits of a text that has only digits, spaces and dashes; undefined otherwise. */
function digitsAlone(line: string): string | undefined {
  const digits = line.replace(/[ \p{Pd}\u2212]/gu, '')
  return /\D/.test(digits) ? undefined : digits
}

/**
 * The code in typed, pasted or autofilled text: "12345", "12 345", "12-345", the whole SMS, or words with one
 * five-digit number; undefined without a code, or with several (AUTH-04, AUTH-07).
 */
export function codeFromText(text: string): string | undefined {
  const line = plainLine(text)
  const bound = boundCode.exec(line)?.[1]
  if (bound !== undefined) return bound
  const digits = digitsAlone(line)
  if (digits !== undefined && isCode(digits)) return digits
  const [code, ...others] = new Set(line.match(/\d+/g)?.filter(isCode))
  return others.length === 0 ? code : undefined
}

/** The digits for the code field, possibly too few; undefined leaves the text as it is. */
export const codeDigitsFrom = (text: string): string | undefined =>
  codeFromText(text) ?? digitsAlone(plainLine(text))?.slice(0, codeLength)
