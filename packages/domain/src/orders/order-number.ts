/** Digits of each candidate number for an order; the longer candidates are a fallback. */
const candidateDigits = [7, 7, 7, 8, 8, 8, 9, 9, 9] as const

/**
 * Draws candidate numbers for a new order; the first free one wins (API-14). They are short, for reading aloud, and not
 * sequential. Seven digits last for 9,000,000 orders; longer candidates are free beyond that (HOLD-10). `randomInt`
 * returns an integer from `min` to below `end`.
 */
export function drawOrderNumbers(randomInt: (min: number, end: number) => number): string[] {
  return candidateDigits.map((digits) => String(randomInt(10 ** (digits - 1), 10 ** digits)))
}
