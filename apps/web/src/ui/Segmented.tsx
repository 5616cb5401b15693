import { useId } from 'react'
import styles from './Segmented.module.css'

/** What {@link Segmented} takes. */
export interface SegmentedProps<Value extends string> {
  /** The name of the choice for assistive technology, e.g. `Measure`. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two or three radio buttons in one frame, e.g. Pages or Words. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div className={styles.frame} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
