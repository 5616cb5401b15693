/** PRICE-12: how long a quote is valid, in milliseconds. */
export const quoteHoldMs = 30 * 60_000
