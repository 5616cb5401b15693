import { phoneDigits } from './phone.ts'

/** Digit groups of our countries' numbers by prefix; spaces are for reading only. */
const groupings: readonly (readonly [RegExp, string])[] = [
  [/^(\+1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4'],
  [/^(\+614)(\d{4})(\d{4})$/, '$1 $2 $3'],
]

/**
 * Groups a phone number for reading, "+1 415 555 0103"; other text stays as typed. Applied on blur, never while typing
 * (ux 2).
 */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text)
  if (digits === undefined) return text
  const grouping = groupings.find(([pattern]) => pattern.test(digits))
  return grouping === undefined ? text : digits.replace(...grouping)
}
