import {
  phoneFaultIn,
  phoneInCountry,
  type TextedCountry,
  textedCountries,
  textedCountryNamed,
  unservedCountryText,
} from '@nerdify/domain/messages/texted-countries.ts'
import { phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { unacceptable } from '../http/refusal.ts'
import { canonicalPhone } from '../keys/phone-number.ts'

/** A phone that we may text, and its country. */
export interface TextedPhone {
  phone: string
  country: TextedCountry
}

/**
 * The typed phone number, in the chosen country (MSG-02). 422 at the field for an invalid number, and for a country
 * that we do not text: by +1 alone, expensive Caribbean numbers look like ours (abuse 26).
 */
export function textedPhone(
  typed: string | undefined,
  { field, country }: { field: string; country: { field: string; name: string | undefined } },
): TextedPhone {
  const chosen = country.name === undefined || country.name === '' ? undefined : textedCountryNamed(country.name)
  if (chosen === undefined && country.name !== undefined && country.name !== '') {
    throw unacceptable(unservedCountryText, country.field, 'country_unknown')
  }
  const phone = chosen === undefined ? canonicalPhone(typed ?? '') : phoneInCountry(typed ?? '', chosen)
  const actual = phone === undefined ? undefined : countryOf(phone)
  const known = textedCountries.find(({ code }) => code === actual)
  if (phone === undefined) throw unacceptable(phoneFaultIn(typed ?? ''), field, 'phone_invalid')
  if (known === undefined) {
    if (actual === undefined) throw unacceptable(phoneFaultText, field, 'phone_invalid')
    throw unacceptable(unservedCountryText, field, 'phone_country')
  }
  return { phone, country: known.code }
}

/** +1 covers many countries; +614 are Australia's mobile phones, whatever their carrier. */
const countryOf = (phone: string) => (/^\+614\d{8}$/.test(phone) ? 'AU' : parsePhoneNumberFromString(phone)?.country)
