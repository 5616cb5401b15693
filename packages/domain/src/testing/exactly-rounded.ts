/** Rational rounding by BigInt, halves away from zero: the reference that tests hold the arithmetic of money against. */
export function exactlyRounded(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (size * 2n + denominator) / (denominator * 2n)
  return Number(numerator < 0n ? -rounded : rounded)
}
