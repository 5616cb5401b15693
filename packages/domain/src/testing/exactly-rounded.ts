/** Rounds a rational number by BigInt, halves away from zero: the reference for money arithmetic in tests. */
export function exactlyRounded(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (size * 2n + denominator) / (denominator * 2n)
  return Number(numerator < 0n ? -rounded : rounded)
}
