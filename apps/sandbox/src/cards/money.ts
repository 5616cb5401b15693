/** Cents as people read them: "$27.00"; other currencies with their sign or code. */
export function formatAmount(cents: number, currency: string | null): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' }).format(cents / 100)
}
