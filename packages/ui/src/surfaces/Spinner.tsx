import { joinClasses } from '../join-classes.ts'
import styles from './Spinner.module.css'

/** Beside the verb of a busy button; `large` above the words of a waiting page (UI-08). Silent. */
export const Spinner = ({ large = false }: { large?: boolean }) => (
  <span className={joinClasses(styles.spinner, large && styles.large)} aria-hidden="true" />
)
