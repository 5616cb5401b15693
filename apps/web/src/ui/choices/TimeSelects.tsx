import { hoursText, minutesText } from '../part-texts.ts'
import type { FieldControl } from '../fields/Field.tsx'
import { Select } from '../fields/SelectField.tsx'
import styles from './TimeSelects.module.css'

interface TimeOption {
  value: number
  label: string
}

interface TimeSelectsProps {
  hours: number
  minutes: number
  hourOptions: readonly TimeOption[]
  minuteOptions: readonly TimeOption[]
  onChange: (time: { hours: number; minutes: number }) => void
  /** The id of the hours, and what is said of both beside them. */
  control?: Partial<FieldControl> | undefined
}

const optionOf = ({ value, label }: TimeOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** A length of time by two selects, hours and minutes (FLOW-09). */
export const TimeSelects = ({
  hours,
  minutes,
  hourOptions,
  minuteOptions,
  onChange,
  control: { id, ...shared } = {},
}: TimeSelectsProps) => (
  <div className={styles.row}>
    <Select
      {...shared}
      id={id}
      aria-label={hoursText}
      value={hours}
      onChange={(event) => onChange({ hours: Number(event.target.value), minutes })}
    >
      {hourOptions.map(optionOf)}
    </Select>
    <Select
      {...shared}
      aria-label={minutesText}
      value={minutes}
      onChange={(event) => onChange({ hours, minutes: Number(event.target.value) })}
    >
      {minuteOptions.map(optionOf)}
    </Select>
  </div>
)
