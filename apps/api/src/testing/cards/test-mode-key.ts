/** The sandbox's key: with it the whole test mode's setup runs against the sandbox, except for pages and clocks. */
export const rehearsalKey = 'sk_test_sandbox'

/**
 * The key of STRIPE_TEST_KEY; undefined without one. Throws unless it is a test mode's secret key: with a live one the
 * scenarios would move money.
 */
export function testModeKey(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  if (/^sk_test_\w+$/.test(value)) return value
  // Never the key itself: it may be a live one, and logs contain this.
  const kind = /^[a-z]+_[a-z]+_/.exec(value)?.[0]
  throw new Error(
    `STRIPE_TEST_KEY must be a secret key of the card provider's test mode (sk_test_…)${kind === undefined ? '' : `, not ${kind}…`}.`,
  )
}
