import type { CalendarDate } from '@nerdify/domain/pricing/calendar-date.ts'
import { calendarDateAllowed } from '@nerdify/domain/pricing/deadlines.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useState } from 'react'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Calendar } from '@nerdify/ui/choices/Calendar.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { calendarBounds, chosenDate, dateFromText, dateToText } from './deadline-choice.ts'
import { pacificDate } from './deadline-text.ts'
import { livePrice } from '../price/shown-price.ts'
import type { FlowOrder } from '../flow-order.ts'

/** A typed date that is refused. */
export interface RefusedDate {
  text: string
  /** Whether the field was left: only then the error shows. */
  isLeft: boolean
}

/** The typed date's state in the form: a refused one must block the order (ux 29). */
export interface TypedDate {
  id: string
  refused: RefusedDate | undefined
  error: string | undefined
  onRefuse: (refused: RefusedDate | undefined) => void
}

/** A date beyond the stops, delivered at 9 AM Pacific, chosen in a month or typed (FLOW-11, ux 21). */
export function DatePicker({
  sliderId,
  order: { choices, deadline, live, now, choose },
  typing: { id, refused, error, onRefuse },
}: {
  sliderId: string
  order: FlowOrder
  typing: TypedDate
}) {
  const [calendar, setCalendar] = useState<'open' | 'closed' | 'reopened'>('open')
  const { first, last } = calendarBounds(now)
  const chosen = chosenDate(choices.deadline)
  const available = (date: CalendarDate) => calendarDateAllowed(now, date)

  /** The deadline before the chosen date, in UTC milliseconds. */
  const [before, setBefore] = useState<number>()
  const costAt = (at: number) => (live && livePrice({ ...live.order, deadline: at }, live.prices, now)?.totalCents) ?? 0
  const raisedCents = chosen === undefined || before === undefined ? 0 : costAt(deadline) - costAt(before)

  const take = (date: CalendarDate) => {
    onRefuse(undefined)
    setBefore(deadline)
    choose({ deadline: { date } })
  }
  const type = (text: string) => {
    const date = dateFromText(text)
    if (date !== undefined && available(date)) take(date)
    else onRefuse({ text, isLeft: refused?.isLeft ?? false })
  }
  /** An emptied field keeps the current deadline; an incomplete date is an error, though its value is empty. */
  const leave = ({ value, validity }: HTMLInputElement) => {
    const isRefused = validity.badInput || (refused !== undefined && value !== '')
    onRefuse(isRefused ? { text: value, isLeft: true } : undefined)
  }

  return (
    <Stack gap={4}>
      {calendar === 'closed' ? (
        <Button onClick={() => setCalendar('reopened')}>{orderFormTexts.calendar}</Button>
      ) : (
        <Calendar
          label={orderFormTexts.calendar}
          today={pacificDate(now)}
          selected={chosen}
          firstDay={first}
          lastDay={last}
          isAvailable={available}
          onSelect={take}
          note={orderFormTexts.calendarNote}
          autoFocus={calendar === 'reopened'}
          onEscape={() => {
            setCalendar('closed')
            document.getElementById(sliderId)?.focus()
          }}
        />
      )}
      <p role="status">{raisedCents > 0 && orderFormTexts.sooner(formatMoney(raisedCents))}</p>
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
