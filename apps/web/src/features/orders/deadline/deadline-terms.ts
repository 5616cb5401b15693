import { isPremium } from '@nerdify/domain/plans/plan-benefits.ts'
import type { DeadlineTerms } from '@nerdify/domain/pricing/deadlines.ts'
import { useMe } from '../../../api/queries.ts'

/** Which stops and limits the signed-in client has (FLOW-10, PRICE-10); the regular ones until that is known. */
export function useDeadlineTerms(): DeadlineTerms {
  return { premium: isPremium(useMe().data?.tags ?? []) }
}
