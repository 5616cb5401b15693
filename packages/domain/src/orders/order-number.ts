/**
 * How many digits each of the numbers has that are drawn for one order: short ones first, longer ones for when those
 * are taken.
 */
const digitsDrawn = [7, 7, 7, 8, 8, 8, 9, 9, 9] as const

/**
 * Draws candidate numbers for a new order; the first free one is taken (API-14). They are short, to be read out, and
 * not sequential. Seven digits last for 9,000,000 orders; a longer candidate is free beyond that (HOLD-10). `randomInt`
 * answers an integer from `least` to below `end`.
 */
export function drawOrderNumbers(randomInt: (least: number, end: number) => number): string[] {
  return digitsDrawn.map((digits) => String(randomInt(10 ** (digits - 1), 10 ** digits)))
}
