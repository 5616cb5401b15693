import { isPremium } from '@nerdify/domain/plans/plan-benefits.ts'
import type { DeadlineTerms } from '@nerdify/domain/pricing/deadlines.ts'
import { useMe } from '../../../api/queries.ts'

/** The signed-in client's stops and limits (FLOW-10, PRICE-10); the regular ones until the client loads. */
export function useDeadlineTerms(): DeadlineTerms {
  return { premium: isPremium(useMe().data?.tags ?? []) }
}
