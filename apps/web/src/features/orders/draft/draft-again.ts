import type { Order } from '@nerdify/contract/orders.ts'
import type { JobTypeId } from '@nerdify/domain/catalog/job-types.ts'
import type { CalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { type DeadlineTerms, deadlineStops, snapToStop } from '@nerdify/domain/pricing/deadlines.ts'
import { sizeFromWire } from '@nerdify/domain/pricing/units.ts'
import { calendarBounds, type ChosenDeadline, deadlineOf } from '../form/deadline-choice.ts'
import { pacificDate } from '../form/deadline-text.ts'
import type { Draft } from './draft.ts'

const hourMs = 3_600_000

/**
 * A new draft from an earlier order: its subject, title, size, and the lead time of its last price, which may be much
 * younger than the order (CAB-10). `now` is epoch milliseconds.
 */
export function draftAgain(
  order: Order,
  jobType: JobTypeId,
  { now, ...terms }: DeadlineTerms & { now: number },
): Draft {
  const { subject, title, deadline } = order
  const size = order.size === null ? undefined : sizeFromWire(order.size)
  const leadMs = deadline === null ? undefined : Date.parse(deadline) - Date.parse(order.quoted_at ?? order.created_at)
  return {
    ...(subject !== null && { subject }),
    ...(title !== null && { title }),
    ...(size !== undefined && { size }),
    ...(leadMs !== undefined && { deadline: sameLead(leadMs, deadlineStops(jobType, terms), now) }),
  }
}

/**
 * The stop that reaches this lead time; beyond the stops the first date whose 9 AM does, within the calendar (FLOW-10,
 * FLOW-11).
 */
function sameLead(leadMs: number, stops: readonly number[], now: number): ChosenDeadline {
  const hours = leadMs / hourMs
  const beforeCalendar = stops.slice(0, -1)
  const longest = beforeCalendar.at(-1) ?? 0
  if (hours <= longest) return { hours: snapToStop(hours, beforeCalendar) ?? longest }
  const nineAm = (date: CalendarDate) => deadlineOf({ date }, now)
  const wanted = Math.min(now + leadMs, nineAm(calendarBounds(now).last))
  const date = pacificDate(wanted)
  return { date: nineAm(date) < wanted ? pacificDate(nineAm(date) + 24 * hourMs) : date }
}
