import { phoneDigits, phoneFaultText, phoneLine } from '../sign-in/phone.ts'

/** A country whose phones we text, by its ISO 3166-1 code (MSG-02, MSG-03). */
export type TextedCountry = 'US' | 'CA' | 'AU'

/** A country to choose on the contact page: how it is called and dialled, and what its mobile numbers look like. */
export interface TextedCountryFacts {
  code: TextedCountry
  name: string
  /** As the wire's `from_num` names it. */
  wireName: 'usa' | 'canada' | 'australia'
  callingCode: string
  /** MSG-02: each 9 stands for a digit. It is an example to read, and never changes what is typed (ux 2). */
  mask: string
}

/** Every country that we text, in the order in which they are offered. */
export const textedCountries: readonly TextedCountryFacts[] = [
  { code: 'US', name: 'United States', wireName: 'usa', callingCode: '+1', mask: '+1 999 999 9999' },
  { code: 'CA', name: 'Canada', wireName: 'canada', callingCode: '+1', mask: '+1 999 999 9999' },
  { code: 'AU', name: 'Australia', wireName: 'australia', callingCode: '+61', mask: '+614 9999 9999' },
]

/** The facts of a country. */
export function textedCountry(code: TextedCountry): TextedCountryFacts {
  return textedCountries.find((country) => country.code === code) as TextedCountryFacts
}

/** The country that `from_num` or `country` names on the wire: "usa", "US" or "United States"; undefined for others. */
export function textedCountryNamed(name: string): TextedCountry | undefined {
  const wanted = name.trim().toLowerCase()
  return textedCountries.find((each) =>
    [each.wireName, each.code.toLowerCase(), each.name.toLowerCase()].includes(wanted),
  )?.code
}

/**
 * The number (E.164) that the text stands for in a country: as its mask has it, without the plus, or as it is dialled at
 * home; undefined when it does not fit the mask (MSG-02).
 */
export function phoneInCountry(text: string, code: TextedCountry): string | undefined {
  const typed = phoneLine(text)
  const { mask, callingCode } = textedCountry(code)
  const national = code === 'AU' && /^0\d+$/.test(typed) ? typed.slice(1) : typed
  const digits = callingCode.slice(1)
  // The digits that the mask leaves open, after those that it begins with.
  const prefix = mask.replaceAll(' ', '').replace(/9.*$/, '')
  const candidates = [typed, `+${typed}`, `+${digits}${national}`, prefix + typed]
  // "+614 9999 9999" as a pattern: plus, 614, eight digits.
  const fits = new RegExp(`^${mask.replaceAll(' ', '').replace('+', '\\+').replaceAll('9', '\\d')}$`)
  return candidates.find((candidate) => fits.test(candidate))
}

/** Shown for a valid number of a country that we do not text to (AUTH-03). */
export const unservedCountryText = 'We text to numbers of the United States, Canada and Australia only.'

/** What is said of a text that is no number of a country: one from abroad is not called mistyped (AUTH-03). */
export function phoneFaultIn(text: string): string {
  const digits = phoneDigits(text)
  const isAbroad = digits?.startsWith('+') && !textedCountries.some(({ callingCode }) => digits.startsWith(callingCode))
  return isAbroad ? unservedCountryText : phoneFaultText
}
