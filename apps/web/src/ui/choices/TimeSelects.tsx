import { hoursText, minutesText } from '../part-texts.ts'
import { Select } from '../fields/SelectField.tsx'
import styles from './TimeSelects.module.css'

/** What {@link TimeSelects} takes. */
interface TimeSelectsProps {
  hours: number
  minutes: number
  hourOptions: readonly { value: number; label: string }[]
  minuteOptions: readonly { value: number; label: string }[]
  onChange: (time: { hours: number; minutes: number }) => void
  /** The id of a hint or error beside it. */
  describedBy?: string | undefined
  invalid?: boolean | undefined
  /** The id of the hours, where an error summary must point at it. */
  id?: string | undefined
}

/** A length of time by two selects, hours and minutes (FLOW-09). */
export const TimeSelects = ({
  hours,
  minutes,
  hourOptions,
  minuteOptions,
  onChange,
  describedBy,
  invalid,
  id,
}: TimeSelectsProps) => {
  const shared = { 'aria-describedby': describedBy, 'aria-invalid': invalid ? true : undefined } as const
  return (
    <div className={styles.row}>
      <Select
        {...shared}
        id={id}
        aria-label={hoursText}
        value={hours}
        onChange={(event) => onChange({ hours: Number(event.target.value), minutes })}
      >
        {hourOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        {...shared}
        aria-label={minutesText}
        value={minutes}
        onChange={(event) => onChange({ hours, minutes: Number(event.target.value) })}
      >
        {minuteOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
