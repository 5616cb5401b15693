/** An amount of US dollars in whole cents. All money inside the product is kept this way (PRICE-05). */
export type Cents = number

/**
 * Divides two integers and rounds to the nearest integer, halves away from zero (PRICE-05). Exact as long as both are
 * safe integers: the remainder decides, never a fraction in binary.
 */
export function divideRounded(numerator: number, denominator: number): number {
  const size = Math.abs(numerator)
  const remainder = size % denominator
  const rounded = (size - remainder) / denominator + (remainder * 2 >= denominator ? 1 : 0)
  return numerator < 0 && rounded !== 0 ? -rounded : rounded
}

/** Reads dollars with up to 2 decimals, as the wire carries them, into cents (PRICE-05). */
export function centsFromDollars(dollars: number): Cents {
  const cents = Math.round(Math.abs(dollars) * 100)
  return dollars < 0 && cents !== 0 ? -cents : cents
}

/** The dollars that the wire carries for an amount of cents: 2205 is 22.05 (PRICE-05). */
export function dollarsFromCents(cents: Cents): number {
  return cents / 100
}

/** `percent` per cent of an amount, halves of a cent away from zero (PRICE-05). A percentage has up to 2 decimals. */
export function percentOf(cents: Cents, percent: number): Cents {
  return divideRounded(cents * Math.round(percent * 100), 10_000)
}

/**
 * The amount as people read it, always with 2 decimals: "$1,234.50" (PRICE-08). As `Intl.NumberFormat` writes it, which a
 * slow phone takes 10 ms to make, before the first price.
 */
export function formatMoney(cents: Cents): string {
  const size = Math.abs(cents)
  const dollars = String(Math.floor(size / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(size % 100).padStart(2, '0')}`
}

/** The amount as offers and tips read, without decimals where it is whole: "$7", "$7.50". */
export function formatShortMoney(cents: Cents): string {
  const text = formatMoney(cents)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}
