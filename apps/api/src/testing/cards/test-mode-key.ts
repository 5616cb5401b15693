/** The sandbox's key: with it everything of the test mode's side runs against the sandbox, but for its pages and clocks. */
export const rehearsalKey = 'sk_test_sandbox'

/**
 * The key of STRIPE_TEST_KEY; undefined when there is none. Throws for everything that is no secret key of a test mode: with
 * a live one the scenarios would move money.
 */
export function testModeKey(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  if (/^sk_test_\w+$/.test(value)) return value
  // Never the key itself: it may be a live one, and this goes to a log.
  const kind = /^[a-z]+_[a-z]+_/.exec(value)?.[0]
  throw new Error(
    `STRIPE_TEST_KEY must be a secret key of the card provider's test mode (sk_test_…)${kind === undefined ? '' : `, not ${kind}…`}.`,
  )
}
