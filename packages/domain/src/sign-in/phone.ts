/** Shown for a phone number that is no number, or that the server refuses (AUTH-03). */
export const phoneFaultText = 'Looks like you have mistyped your phone number. Please check and re-enter it.'

/**
 * What people paste around the digits: spaces, brackets, dots, dashes of every kind, and the invisible marks that
 * address books add.
 */
export const punctuation = /[\s()[\].\p{Pd}\u2212\p{Cf}]/gu

/**
 * The number that the text stands for: 10 to 14 digits, with a leading plus if one was given; undefined if the text is
 * no phone number (AUTH-03). "+1 (415) 555-0100" is "+14155550100".
 */
export function phoneDigits(text: string): string | undefined {
  const number = text.replace(punctuation, '')
  return /^\+?\d{10,14}$/.test(number) ? number : undefined
}
