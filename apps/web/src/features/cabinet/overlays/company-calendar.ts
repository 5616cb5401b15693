import { type BusinessCalendar, usualCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { useMe } from '../../../api/queries.ts'

/** The company's calendar, for its business days (WAIT-04). */
export function useCompanyCalendar(): BusinessCalendar {
  const { company_timezone: zone = usualCompanyZone, company_holidays: holidays = [] } = useMe().data ?? {}
  return { zone, holidays }
}
