import { usualCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { useMe } from '../../../api/queries.ts'

/** The company's IANA time zone, for its business days (WAIT-04). */
export const useCompanyZone = (): string => useMe().data?.company_timezone ?? usualCompanyZone
