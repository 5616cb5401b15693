import { phoneDigits, phoneFaultText, phoneLine } from '../sign-in/phone.ts'

/** A country whose phones we text, by its ISO 3166-1 code (MSG-02, MSG-03). */
export type TextedCountry = 'US' | 'CA' | 'AU'

/** A country on the contact page: name, dialing code and format of mobile numbers. */
export interface TextedCountryFacts {
  code: TextedCountry
  name: string
  /** The country's value in the wire's `from_num`. */
  wireName: 'usa' | 'canada' | 'australia'
  callingCode: string
  /** MSG-02: each 9 stands for a digit. Shown as an example; it never changes the input (ux 2). */
  mask: string
}

/** The countries that we text, in the order offered. */
export const textedCountries: readonly TextedCountryFacts[] = [
  { code: 'US', name: 'United States', wireName: 'usa', callingCode: '+1', mask: '+1 999 999 9999' },
  { code: 'CA', name: 'Canada', wireName: 'canada', callingCode: '+1', mask: '+1 999 999 9999' },
  { code: 'AU', name: 'Australia', wireName: 'australia', callingCode: '+61', mask: '+614 9999 9999' },
]

/** Looks up a country by its code. */
export function textedCountry(code: TextedCountry): TextedCountryFacts {
  return textedCountries.find((country) => country.code === code) as TextedCountryFacts
}

/** The country that `from_num` or `country` names on the wire: "usa", "US" or "United States"; undefined for others. */
export function textedCountryNamed(name: string): TextedCountry | undefined {
  const normalized = name.trim().toLowerCase()
  return textedCountries.find((each) =>
    [each.wireName, each.code.toLowerCase(), each.name.toLowerCase()].includes(normalized),
  )?.code
}

/**
 * Parses a number of a country into E.164: in the mask's form, without its plus, or in national form; undefined if it
 * does not fit the mask (MSG-02).
 */
export function phoneInCountry(text: string, code: TextedCountry): string | undefined {
  const typed = phoneLine(text)
  const { mask, callingCode } = textedCountry(code)
  const national = code === 'AU' && /^0\d+$/.test(typed) ? typed.slice(1) : typed
  const digits = callingCode.slice(1)
  // The mask's open digits, after its fixed prefix.
  const prefix = mask.replaceAll(' ', '').replace(/9.*$/, '')
  const candidates = [typed, `+${typed}`, `+${digits}${national}`, prefix + typed]
  // "+614 9999 9999" as a pattern: plus, 614, eight digits.
  const fits = new RegExp(`^${mask.replaceAll(' ', '').replace('+', '\\+').replaceAll('9', '\\d')}$`)
  return candidates.find((candidate) => fits.test(candidate))
}

/** Shown for a valid number of a country outside our service (AUTH-03). */
export const unservedCountryText = 'We only text numbers in the United States, Canada and Australia.'

/** The fault of an invalid number: mistyped, or of a country outside our service (AUTH-03). */
export function phoneFaultIn(text: string): string {
  const digits = phoneDigits(text)
  const isAbroad = digits?.startsWith('+') && !textedCountries.some(({ callingCode }) => digits.startsWith(callingCode))
  return isAbroad ? unservedCountryText : phoneFaultText
}
