import type { JobType } from '@nerdify/domain/catalog/job-types.ts'
import { isOffered } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { isPriced } from '@nerdify/domain/pricing/price-table.ts'
import { useMe, usePricing } from '../../../api/queries.ts'

/**
 * Whether a job type is offered to the client: by their place (LAW-04), and if operations have a price for it
 * (PRICE-04). Until the prices load, all have one.
 */
export function useIsOffered(): (jobType: JobType) => boolean {
  const restricted = useMe().data?.restricted_region ?? false
  const rates = usePricing().data
  return ({ id, priceName }) => isOffered(id, { restricted }) && (rates === undefined || isPriced(rates, priceName))
}
