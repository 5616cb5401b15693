import { isTooShort, shortestFittingStop, tooShortText } from '@nerdify/domain/pricing/deadline-limits.ts'
import { stopLabel } from '@nerdify/domain/pricing/deadlines.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { lazy, Suspense } from 'react'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { DeadlineSlider } from '@nerdify/ui/choices/DeadlineSlider.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { chosenDate, opensCalendar, stopIndexOf } from './deadline-choice.ts'
import { ownDeadlineTexts, pacificDay } from './deadline-text.ts'
import type { FlowOrder } from '../flow-order.ts'
import { nextSaving } from '../price/shown-price.ts'
import type { TypedDate } from './DatePicker.tsx'

/** The calendar with its library loads when it opens. */
const DatePicker = lazy(async () => ({ default: (await import('./DatePicker.tsx')).DatePicker }))

interface DeadlineFieldProps {
  id: string
  order: FlowOrder
  error: string | undefined
  /** The field for a typed date. */
  typing: TypedDate
}

/** The deadline: a slider of stops, with a calendar past its end (FLOW-10, FLOW-11, FLOW-14). */
export function DeadlineField({ id, order, error, typing }: DeadlineFieldProps) {
  const { choices, deadline, now, stops, choose } = order
  const errorId = `${id}-error`
  const index = stopIndexOf(choices.deadline, stops, now)
  const stop = stops[index] ?? 0
  const isLast = opensCalendar(choices.deadline, stops, now)
  const date = ownDeadlineTexts.deadline(deadline, now)
  // A calendar date is its own heading (FLOW-11).
  const heading = chosenDate(choices.deadline) && pacificDay(deadline, now)
  const toStop = (hours: number | undefined) => {
    typing.onRefuse(undefined)
    if (hours !== undefined) choose({ deadline: { hours } })
  }
  const offered = offeredStop(order, index, error)
  const press = (at: number) => {
    // A valid calendar date is at the last stop: a click on that stop keeps it.
    const keepsDate = isLast && at === index && error === undefined && chosenDate(choices.deadline) !== undefined
    toStop(keepsDate ? undefined : stops[at])
  }

  return (
    <DeadlineSlider
      control={{ id, ...(error !== undefined && { 'aria-describedby': errorId, 'aria-invalid': true }) }}
      label={orderFormTexts.deadline}
      stops={stops.map((hours, at) => ({
        label: stopLabel(hours),
        shortLabel: orderFormTexts.shortStop(hours, at === stops.length - 1),
        tooShort: isTooShort(choices.size, hours),
      }))}
      index={index}
      onChange={press}
      heading={heading}
      readyBy={
        heading === undefined ? orderFormTexts.ready(date) : orderFormTexts.readyBy(date.slice(`${heading}, `.length))
      }
      valueText={heading === undefined ? orderFormTexts.deadlineSaid(stopLabel(stop), date) : date}
    >
      <Stack gap={3}>
        <div aria-live="polite">
          {error !== undefined && <ErrorText id={errorId}>{error}</ErrorText>}
          {offered && (
            <LinkButton key={offered.kind} onClick={() => toStop(offered.hours)}>
              {offered.text}
            </LinkButton>
          )}
        </div>
        {isLast && (
          <Suspense fallback={<CalendarSkeleton />}>
            <DatePicker sliderId={id} order={order} typing={typing} />
          </Suspense>
        )}
      </Stack>
    </DeadlineSlider>
  )
}

/**
 * Another deadline in one tap: the shortest that fits the size if this one does not (FLOW-14), else the next cheaper
 * one (ux 25).
 */
function offeredStop({ choices, live, now, price, stops }: FlowOrder, index: number, error: string | undefined) {
  if (error === tooShortText) {
    const hours = shortestFittingStop(choices.size, stops)
    if (hours === undefined) return undefined
    return { kind: 'fitting', hours, text: orderFormTexts.offerStop(stopLabel(hours)) }
  }
  const saving = live && price && nextSaving(live, price.totalCents, now, stops.slice(index + 1))
  if (saving === undefined) return undefined
  const { hours, totalCents, savedCents } = saving
  const text = orderFormTexts.saving(stopLabel(hours), formatMoney(totalCents), formatMoney(savedCents))
  return { kind: 'cheaper', hours, text }
}

const CalendarSkeleton = () => (
  <Skeleton label={orderFormTexts.loadingCalendar}>
    <SkeletonBar width="full" height="control" />
  </Skeleton>
)
