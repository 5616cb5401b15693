import { hoursText, minutesText } from '../part-texts.ts'
import type { FieldControl } from '../fields/Field.tsx'
import { Select, type SelectOption } from '../fields/SelectField.tsx'
import styles from './TimeSelects.module.css'

interface TimeSelectsProps {
  hours: number
  minutes: number
  hourOptions: readonly SelectOption[]
  minuteOptions: readonly SelectOption[]
  onChange: (time: { hours: number; minutes: number }) => void
  /** The id of the hours select, and the description of both selects. */
  control?: Partial<FieldControl> | undefined
}

/** A duration in two selects: hours and minutes (FLOW-09). */
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
      options={hourOptions}
      onChange={(value) => onChange({ hours: Number(value), minutes })}
    />
    <Select
      {...shared}
      aria-label={minutesText}
      value={minutes}
      options={minuteOptions}
      onChange={(value) => onChange({ hours, minutes: Number(value) })}
    />
  </div>
)
