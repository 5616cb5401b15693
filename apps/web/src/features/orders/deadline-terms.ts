import type { DeadlineTerms } from '@nerdify/domain/pricing/deadlines.ts'

/** The regular stops and limits (FLOW-10). The shorter ones of premium subscribers come with the plans (PRICE-10). */
export const deadlineTerms: DeadlineTerms = { premium: false }
