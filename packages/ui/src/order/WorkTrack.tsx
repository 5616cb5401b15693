import { joinClasses } from '../join-classes.ts'
import styles from './WorkTrack.module.css'

interface WorkTrackProps {
  /** Its name for assistive technology, e.g. `Progress`. */
  label: string
  /** The parts of the work in their order. */
  steps: readonly string[]
  /** The current part's index. */
  current: number
}

/** The progress of an order's work (CAB-04). Phones show the current part's word only. */
export const WorkTrack = ({ label, steps, current }: WorkTrackProps) => (
  <ol className={styles.track} aria-label={label}>
    {steps.map((step, index) => (
      <li
        key={step}
        className={joinClasses(styles.part, index < current && styles.done, index === current && styles.now)}
        aria-current={index === current ? 'step' : undefined}
      >
        <span>{step}</span>
      </li>
    ))}
  </ol>
)
