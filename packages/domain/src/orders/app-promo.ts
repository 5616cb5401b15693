/** What decides whether a client sees the app promotion (FLOW-25). */
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
 * Whether the thank-you page promotes the app: not to the test group, in GB, AU and CA, on Android, or with the tag
 * NOapp (FLOW-25).
 */
export function showsAppPromo({ experiment, country, tags, isAndroid }: AppPromoTerms): boolean {
  return (
    experiment !== controlGroup && !countriesWithout.includes(country ?? '') && !isAndroid && !tags.includes(tagWithout)
  )
}
