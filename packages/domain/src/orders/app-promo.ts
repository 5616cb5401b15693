/** What decides whether a client is shown the app (FLOW-25). */
export interface AppPromoTerms {
  /** exp_data.app2_scale. */
  experiment: string | null | undefined
  /** country_final, an ISO code. */
  country: string | null
  tags: readonly string[]
  isAndroid: boolean
}

const controlGroup = 'control'
const countriesWithout = ['GB', 'AU', 'CA']
const tagWithout = 'NOapp'

/**
 * Whether the thank-you page shows the app: not to the test group, not in GB, AU and CA, not on Android, not with the
 * tag NOapp (FLOW-25).
 */
export function showsAppPromo({ experiment, country, tags, isAndroid }: AppPromoTerms): boolean {
  return (
    experiment !== controlGroup && !countriesWithout.includes(country ?? '') && !isAndroid && !tags.includes(tagWithout)
  )
}
