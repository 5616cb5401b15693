import { phoneDigits } from '@nerdify/domain/sign-in/phone.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The one way to write a phone number (E.164, `+14155550103`), however it was typed (AUTH-03, AUTH-22); nothing when it
 * is no phone number. Ten digits without a plus are read as a number of the United States, or as one of Australia where
 * they begin as its mobile numbers are dialled at home (04); any others as an international one.
 */
export function canonicalPhone(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  if (digits === undefined) return undefined
  if (digits.startsWith('+')) return parsePhoneNumberFromString(digits)?.number ?? digits
  if (/^04\d{8}$/.test(digits)) return `+61${digits.slice(1)}`
  if (digits.length === 10) return `+1${digits}`
  return parsePhoneNumberFromString(`+${digits}`)?.number ?? `+${digits}`
}
