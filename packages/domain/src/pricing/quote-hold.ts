/** PRICE-12: how long the server's last quote holds, in milliseconds. */
export const quoteHoldMs = 30 * 60_000
