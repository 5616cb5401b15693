/** How many digits each of the numbers has that are drawn for one order: short ones first, longer ones for when those are taken. */
const digitsDrawn = [7, 7, 7, 8, 8, 8, 9, 9, 9] as const

/**
 * Draws the numbers that a new order may have, to be taken by the first that is free (API-14): short for people to read out, and
 * without a sequence. Seven digits are used up by 9,000,000 orders; the longer ones keep one free beyond that (HOLD-10).
 * `randomInt` answers a whole number from `least` to below `end`.
 */
export function drawOrderNumbers(randomInt: (least: number, end: number) => number): string[] {
  return digitsDrawn.map((digits) => String(randomInt(10 ** (digits - 1), 10 ** digits)))
}
