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
import { calendarBounds, chosenDate, dateFromText, dateToText, stopIndexOf } from '../deadline-choice.ts'
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
}

/** When the work is due: a ruler of stops, past its end a calendar (FLOW-10, FLOW-11, FLOW-14). */
export function DeadlineField({ id, order, error }: DeadlineFieldProps) {
  const { choices, deadline, now, stops, choose } = order
  const errorId = `${id}-error`
  const index = stopIndexOf(choices.deadline, stops, now)
  const stop = stops[index] ?? 0
  const isLast = index === stops.length - 1
  const date = ownDeadlineTexts.deadline(deadline)
  const toStop = (hours: number | undefined) => hours !== undefined && choose({ deadline: { hours } })
  const press = (at: number) => {
    // A date of the calendar that does stands on the last stop: it is not lost by a press on that.
    const keepsDate = isLast && at === index && error === undefined && chosenDate(choices.deadline) !== undefined
    if (!keepsDate) toStop(stops[at])
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
        {isLast && <DatePicker sliderId={id} order={order} />}
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
function DatePicker({ sliderId, order }: { sliderId: string; order: OrderInHand }) {
  const { choices, now, choose } = order
  const [calendar, setCalendar] = useState<'open' | 'closed' | 'opened anew'>('open')
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const { first, last } = calendarBounds(now)
  const chosen = chosenDate(choices.deadline)
  const available = (date: CalendarDate) => calendarDateAllowed(now, date)

  const type = (text: string) => {
    setTyped(text)
    const date = dateFromText(text)
    if (date === undefined || !available(date)) return
    setLeft(false)
    choose({ deadline: { date } })
  }
  const select = (date: CalendarDate) => {
    setTyped(undefined)
    choose({ deadline: { date } })
  }
  const typedDate = typed === undefined ? undefined : dateFromText(typed)
  const isFault = typed !== undefined && (typedDate === undefined || !available(typedDate))

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
            onSelect={select}
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
        type="date"
        label={orderFormTexts.typedDate}
        min={dateToText(first)}
        max={dateToText(last)}
        value={typed ?? (chosen === undefined ? '' : dateToText(chosen))}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setLeft(true)}
        error={isFault && isLeft ? orderFormTexts.typedDateFault : undefined}
      />
    </Stack>
  )
}

const CalendarSkeleton = () => (
  <Skeleton label={orderFormTexts.loadingCalendar}>
    <SkeletonBar width="full" height="control" />
  </Skeleton>
)
