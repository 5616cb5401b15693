import { CoverRadios, type RadiosProps } from './CoverChoice.tsx'
import styles from './Segmented.module.css'

/** Two or three radio buttons in one frame, e.g. Pages or Words. */
export const Segmented = <Value extends string>(props: RadiosProps<Value, { value: Value; label: string }>) => (
  <CoverRadios {...props} look={{ group: styles.frame, choice: styles.option }}>
    {(option) => <span>{option.label}</span>}
  </CoverRadios>
)
