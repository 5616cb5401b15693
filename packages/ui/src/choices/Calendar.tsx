import { type ReactNode, useMemo } from 'react'
import { DayPicker } from 'react-day-picker'
import styles from './Calendar.module.css'
import { ChevronLeftIcon, ChevronRightIcon } from '../actions/Icons.tsx'
import { dayChosenText, dayNotAvailableText, nextMonthText, previousMonthText } from '../part-texts.ts'

/** A day without a time or a zone; months are 1 to 12. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

export interface CalendarProps {
  /** The accessible name. */
  label: string
  today: CalendarDay
  selected: CalendarDay | undefined
  isAvailable: (day: CalendarDay) => boolean
  onSelect: (day: CalendarDay) => void
  /** The first and last day that can be available: the bounds of the months. */
  firstDay: CalendarDay
  lastDay: CalendarDay
  /** Says which days are available and why (ux 21). */
  note: ReactNode
  /** Called on Escape: the caller closes the calendar and returns the focus to its opener. */
  onEscape?: (() => void) | undefined
  /** Takes the focus on mount. */
  autoFocus?: boolean
}

// The library uses local dates; noon is safe from daylight saving.
const toDate = ({ year, month, day }: CalendarDay) => new Date(year, month - 1, day, 12)
const toDay = (date: Date): CalendarDay => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
})

const icons = {
  Chevron: ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) =>
    orientation === 'left' ? <ChevronLeftIcon /> : <ChevronRightIcon />,
}

/** A month in which to choose a day, as a WAI-ARIA date grid: arrow keys, Page Up and Page Down (ux 21). */
export function Calendar({
  label,
  today,
  selected,
  isAvailable,
  onSelect,
  firstDay,
  lastDay,
  note,
  onEscape,
  autoFocus = false,
}: CalendarProps) {
  const dayName = useMemo(() => new Intl.DateTimeFormat('en', { dateStyle: 'full' }), [])
  return (
    <div
      className={styles.calendar}
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onEscape === undefined) return
        event.stopPropagation()
        onEscape()
      }}
    >
      <DayPicker
        mode="single"
        required
        autoFocus={autoFocus}
        navLayout="around"
        today={toDate(today)}
        selected={selected && toDate(selected)}
        defaultMonth={toDate(selected ?? firstDay)}
        startMonth={toDate(firstDay)}
        endMonth={toDate(lastDay)}
        disabled={(date) => !isAvailable(toDay(date))}
        onSelect={(date) => onSelect(toDay(date))}
        labels={{
          labelPrevious: () => previousMonthText,
          labelNext: () => nextMonthText,
          labelDayButton: (date, { disabled, selected: isSelected }) => {
            const name = dayName.format(date)
            return disabled ? dayNotAvailableText(name) : isSelected ? dayChosenText(name) : name
          },
        }}
        components={icons}
        classNames={{
          month: styles.month ?? '',
          month_caption: styles.caption ?? '',
          button_previous: styles.nav ?? '',
          button_next: styles.nav ?? '',
          month_grid: styles.grid ?? '',
          weekday: styles.weekday ?? '',
          week: styles.week ?? '',
          day: styles.cell ?? '',
          day_button: styles.day ?? '',
          today: styles.today ?? '',
          selected: styles.selected ?? '',
        }}
      />
      <p className={styles.note}>{note}</p>
    </div>
  )
}
