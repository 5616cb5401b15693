import { joinClasses } from '../join-classes.ts'
import styles from './WorkTrack.module.css'

interface WorkTrackProps {
  /** The accessible name, e.g. `Progress`. */
  label: string
  /** The stages of the work, in order. */
  steps: readonly string[]
  /** The index of the current stage. */
  current: number
}

/** The progress of an order's work (CAB-04). Phones show only the name of the current stage. */
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
