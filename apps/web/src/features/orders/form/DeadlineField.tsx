import { isTooShort, shortestFittingStop, tooShortText } from '@nerdify/domain/pricing/deadline-limits.ts'
import { calendarDateAllowed, stopLabel } from '@nerdify/domain/pricing/deadlines.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { CalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../frame/all-styles.ts'
import { orderFormTexts } from '../../../texts/order-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { DeadlineSlider } from '../../../ui/DeadlineSlider.tsx'
import { ErrorText } from '../../../ui/Field.tsx'
import { Stack } from '../../../ui/Layout.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/Skeleton.tsx'
import { LinkButton } from '../../../ui/TextLink.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { calendarBounds, chosenDate, dateFromText, dateToText, opensCalendar, stopIndexOf } from '../deadline-choice.ts'
import { ownDeadlineTexts, pacificDate } from '../deadline-text.ts'
import type { OrderInHand } from '../order-in-hand.ts'
import { nextSaving } from '../price-in-hand.ts'

/** The library of the calendar is loaded when it is opened. */
const Calendar = lazyPart(() => import('../../../ui/Calendar.tsx'), 'default')

/** What {@link DeadlineField} takes. */
interface DeadlineFieldProps {
  id: string
  order: OrderInHand
  error: string | undefined
  /** The field for a date that is typed. */
  typing: TypedDate
}

/** What was typed as a date and cannot be taken. */
export interface RefusedDate {
  text: string
  /** Whether the field was left with it: only then it is called wrong. */
  isLeft: boolean
}

/** The typed date as the form knows it: what is not taken must keep the order from being placed (ux 29). */
interface TypedDate {
  id: string
  refused: RefusedDate | undefined
  error: string | undefined
  onRefuse: (refused: RefusedDate | undefined) => void
}

/** When the work is due: a ruler of stops, past its end a calendar (FLOW-10, FLOW-11, FLOW-14). */
export function DeadlineField({ id, order, error, typing }: DeadlineFieldProps) {
  const { choices, deadline, now, stops, choose } = order
  const errorId = `${id}-error`
  const index = stopIndexOf(choices.deadline, stops, now)
  const stop = stops[index] ?? 0
  const isLast = opensCalendar(choices.deadline, stops, now)
  const date = ownDeadlineTexts.deadline(deadline)
  const toStop = (hours: number | undefined) => {
    typing.onRefuse(undefined)
    if (hours !== undefined) choose({ deadline: { hours } })
  }
  const press = (at: number) => {
    // A date of the calendar that does stands on the last stop: it is not lost by a press on that.
    const keepsDate = isLast && at === index && error === undefined && chosenDate(choices.deadline) !== undefined
    toStop(keepsDate ? undefined : stops[at])
  }

  return (
    <DeadlineSlider
      id={id}
      label={orderFormTexts.deadline}
      stops={stops.map((hours, at) => ({
        label: stopLabel(hours),
        shortLabel: orderFormTexts.shortStop(hours, at === stops.length - 1),
        tooShort: isTooShort(choices.size, hours),
      }))}
      index={index}
      onChange={press}
      readyBy={orderFormTexts.readyBy(date)}
      valueText={orderFormTexts.deadlineSaid(stopLabel(stop), date)}
      describedBy={error === undefined ? undefined : errorId}
      invalid={error !== undefined}
    >
      <Stack gap={3}>
        <div aria-live="polite">
          {error !== undefined && <ErrorText id={errorId}>{error}</ErrorText>}
          {error === tooShortText ? (
            <FittingStop order={order} onChoose={toStop} />
          ) : (
            <CheaperStop order={order} index={index} onChoose={toStop} />
          )}
        </div>
        {isLast && <DatePicker sliderId={id} order={order} typing={typing} />}
      </Stack>
    </DeadlineSlider>
  )
}

/** The shortest deadline that fits the size, as one tap (FLOW-14). */
function FittingStop({ order, onChoose }: { order: OrderInHand; onChoose: (hours: number) => void }) {
  const hours = shortestFittingStop(order.choices.size, order.stops)
  return (
    hours !== undefined && (
      <LinkButton onClick={() => onChoose(hours)}>{orderFormTexts.offerStop(stopLabel(hours))}</LinkButton>
    )
  )
}

/** The next deadline at which the order costs less, as one tap (ux 25). */
function CheaperStop({
  order: { live, now, stops },
  index,
  onChoose,
}: {
  order: OrderInHand
  index: number
  onChoose: (hours: number) => void
}) {
  const saving = live && nextSaving(live, now, stops.slice(index + 1))
  return (
    saving !== undefined && (
      <LinkButton onClick={() => onChoose(saving.hours)}>
        {orderFormTexts.saving(stopLabel(saving.hours), formatMoney(saving.totalCents), formatMoney(saving.savedCents))}
      </LinkButton>
    )
  )
}

/** A date beyond the stops, delivered at 9 AM Pacific: from a month or typed (FLOW-11, ux 21). */
function DatePicker({
  sliderId,
  order: { choices, now, choose },
  typing: { id, refused, error, onRefuse },
}: {
  sliderId: string
  order: OrderInHand
  typing: TypedDate
}) {
  const [calendar, setCalendar] = useState<'open' | 'closed' | 'opened anew'>('open')
  const { first, last } = calendarBounds(now)
  const chosen = chosenDate(choices.deadline)
  const available = (date: CalendarDate) => calendarDateAllowed(now, date)

  const take = (date: CalendarDate) => {
    onRefuse(undefined)
    choose({ deadline: { date } })
  }
  const type = (text: string) => {
    const date = dateFromText(text)
    if (date !== undefined && available(date)) take(date)
    else onRefuse({ text, isLeft: refused?.isLeft ?? false })
  }
  /** An emptied field says nothing against the deadline that stands; a part of a date does, though its value is empty. */
  const leave = ({ value, validity }: HTMLInputElement) => {
    const isRefused = validity.badInput || (refused !== undefined && value !== '')
    onRefuse(isRefused ? { text: value, isLeft: true } : undefined)
  }

  return (
    <Stack gap={4}>
      {calendar === 'closed' ? (
        <Button onClick={() => setCalendar('opened anew')}>{orderFormTexts.calendar}</Button>
      ) : (
        <Suspense fallback={<CalendarSkeleton />}>
          <Calendar
            label={orderFormTexts.calendar}
            today={pacificDate(now)}
            selected={chosen}
            firstDay={first}
            lastDay={last}
            isAvailable={available}
            onSelect={take}
            note={orderFormTexts.calendarNote}
            autoFocus={calendar === 'opened anew'}
            onEscape={() => {
              setCalendar('closed')
              document.getElementById(sliderId)?.focus()
            }}
          />
        </Suspense>
      )}
      <TextField
        id={id}
        type="date"
        label={orderFormTexts.typedDate}
        min={dateToText(first)}
        max={dateToText(last)}
        value={refused?.text ?? (chosen === undefined ? '' : dateToText(chosen))}
        onChange={(event) => type(event.target.value)}
        onBlur={(event) => leave(event.target)}
        error={error}
      />
    </Stack>
  )
}

const CalendarSkeleton = () => (
  <Skeleton label={orderFormTexts.loadingCalendar}>
    <SkeletonBar width="full" height="control" />
  </Skeleton>
)
