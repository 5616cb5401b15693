/** The facts that show or hide the app promotion (FLOW-25). */
export interface AppPromoTerms {
  /** exp_data.app2_scale. */
  experiment: string | null | undefined
  /** country_final, an ISO code. */
  country: string | null
  tags: readonly string[]
  isAndroid: boolean
}

const controlGroup = 'control'
const excludedCountries = ['GB', 'AU', 'CA']
const excludedTag = 'NOapp'

/**
 * Whether the thank-you page promotes the app (FLOW-25). The test group, GB, AU, CA, Android and clients tagged NOapp
 * are excluded.
 */
export function showsAppPromo({ experiment, country, tags, isAndroid }: AppPromoTerms): boolean {
  return (
    experiment !== controlGroup &&
    !excludedCountries.includes(country ?? '') &&
    !isAndroid &&
    !tags.includes(excludedTag)
  )
}
