/** US dollars in whole cents; all money inside the product uses it (PRICE-05). */
export type Cents = number

/**
 * Divides two integers and rounds to the nearest integer, halves away from zero (PRICE-05). Exact for safe integers:
 * the remainder decides, not a binary fraction.
 */
export function divideRounded(numerator: number, denominator: number): number {
  const magnitude = Math.abs(numerator)
  const remainder = magnitude % denominator
  const rounded = (magnitude - remainder) / denominator + (remainder * 2 >= denominator ? 1 : 0)
  return withSignOf(numerator, rounded)
}

/** Adding 0 turns −0 into 0. */
const withSignOf = (signed: number, magnitude: number): number => magnitude * Math.sign(signed) + 0

/** Cents from the wire's dollars with up to 2 decimals (PRICE-05). */
export function centsFromDollars(dollars: number): Cents {
  return withSignOf(dollars, Math.round(Math.abs(dollars) * 100))
}

/** The wire's dollars for an amount: 2205 becomes 22.05 (PRICE-05). */
export function dollarsFromCents(cents: Cents): number {
  return cents / 100
}

/** A percentage with up to 2 decimals, halves of a cent away from zero (PRICE-05). */
export function percentOf(cents: Cents, percent: number): Cents {
  return divideRounded(cents * Math.round(percent * 100), 10_000)
}

/**
 * Formats an amount with 2 decimals: "$1,234.50" (PRICE-08). Hand-written, because creating an `Intl.NumberFormat`
 * takes a slow phone 10 ms before the first price.
 */
export function formatMoney(cents: Cents): string {
  const magnitude = Math.abs(cents)
  const dollars = String(Math.floor(magnitude / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(magnitude % 100).padStart(2, '0')}`
}

/** Formats offers and tips, without decimals if whole: "$7", "$7.50". */
export function formatShortMoney(cents: Cents): string {
  const text = formatMoney(cents)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}
