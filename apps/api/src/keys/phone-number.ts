import { phoneDigits } from '@nerdify/domain/sign-in/phone.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number in E.164 (`+14155550103`), however it was typed (AUTH-03, AUTH-22); undefined if it is none. Ten
 * digits without a plus are a number of the United States, or of Australia if they begin with 04; any others are
 * international.
 */
export function canonicalPhone(typed: string): string | undefined {
  const digits = phoneDigits(typed)
  if (digits === undefined) return undefined
  if (digits.startsWith('+')) return parsePhoneNumberFromString(digits)?.number ?? digits
  if (/^04\d{8}$/.test(digits)) return `+61${digits.slice(1)}`
  if (digits.length === 10) return `+1${digits}`
  return parsePhoneNumberFromString(`+${digits}`)?.number ?? `+${digits}`
}
