import { type BusinessCalendar, defaultCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { useMe } from '../../../api/queries.ts'

/** The company's calendar, for its business days (WAIT-04). */
export function useCompanyCalendar(): BusinessCalendar {
  const { company_timezone: zone = defaultCompanyZone, company_holidays: holidays = [] } = useMe().data ?? {}
  return { zone, holidays }
}
