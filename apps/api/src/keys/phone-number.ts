import { phoneDigits } from '@nerdify/domain/sign-in/phone.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The one way to write a phone number (E.164, `+14155550103`), however it was typed (AUTH-03, AUTH-22); nothing when it
 * is no phone number. A number without a plus is read as one of the United States, else as an international one.
 */
export function canonicalPhone(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  if (digits === undefined) return undefined
  if (digits.startsWith('+')) return parsePhoneNumberFromString(digits)?.number ?? digits
  if (digits.length === 10) return `+1${digits}`
  return parsePhoneNumberFromString(`+${digits}`)?.number ?? `+${digits}`
}
