import { plainLine, unwrapped } from '../input/one-line.ts'

/** Shown for an invalid phone number, or one that the server refuses (AUTH-03). */
export const phoneFaultText = 'Looks like you have mistyped your phone number. Please check and re-enter it.'

/** International prefixes: from Australia, from North America, from nearly everywhere else. */
const internationalPrefix = /^\+?(?:0011|011|00)(?=[1-9]\d{9,13}$)/

/**
 * Strips the extras that people type and paste around a number (AUTH-03): spaces, brackets, dots, dashes of every kind,
 * quotation marks, `tel:`. An international prefix, "001" or "011 1", becomes the plus. The result may be invalid.
 */
export function phoneLine(text: string): string {
  return unwrapped(plainLine(text))
    .replace(/^tel[.:\s]*/i, '')
    .replace(/^([+0][\d ]+)\(0\)/, '$1')
    .replace(/[\s()[\].\p{Pd}\u2212]/gu, '')
    .replace(internationalPrefix, '+')
}

/**
 * Parses a phone number: 10 to 14 digits, with the leading plus if given; undefined if invalid (AUTH-03). "+1 (415)
 * 555-0100" becomes "+14155550100".
 */
export function phoneDigits(text: string): string | undefined {
  const number = phoneLine(text)
  return /^\+?\d{10,14}$/.test(number) ? number : undefined
}
