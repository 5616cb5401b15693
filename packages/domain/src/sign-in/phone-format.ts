import { phoneDigits } from './phone.ts'

/** How the numbers of our countries are grouped, by their start; the blanks are for reading only. */
const groupings: readonly (readonly [RegExp, string])[] = [
  [/^(\+1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4'],
  [/^(\+614)(\d{4})(\d{4})$/, '$1 $2 $3'],
]

/**
 * A phone number grouped for reading, "+1 415 555 0103"; text that is no number, or a number of another form, stays
 * as it was typed. Shown when the field is left, never while somebody types (ux 2).
 */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text)
  if (digits === undefined) return text
  const grouping = groupings.find(([pattern]) => pattern.test(digits))
  return grouping === undefined ? text : digits.replace(...grouping)
}
