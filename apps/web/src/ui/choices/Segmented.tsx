import { CoverRadios } from './CoverChoice.tsx'
import styles from './Segmented.module.css'

interface SegmentedProps<Value extends string> {
  /** The name of the choice for assistive technology, e.g. `Measure`. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two or three radio buttons in one frame, e.g. Pages or Words. */
export const Segmented = <Value extends string>(props: SegmentedProps<Value>) => (
  <CoverRadios {...props} look={{ group: styles.frame, choice: styles.option }}>
    {(option) => option.label}
  </CoverRadios>
)
