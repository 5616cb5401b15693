import { usualCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { useMe } from '../../../api/queries.ts'

/** Where the company works, an IANA name: its business days are of there (WAIT-04). */
export const useCompanyZone = (): string => useMe().data?.company_timezone ?? usualCompanyZone
