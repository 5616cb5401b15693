import { joinClasses } from '../join-classes.ts'
import styles from './Spinner.module.css'

/** A spinner beside a busy button's verb, or, `large`, above the text of a waiting page (UI-08). Not announced. */
export const Spinner = ({ large = false }: { large?: boolean }) => (
  <span className={joinClasses(styles.spinner, large && styles.large)} aria-hidden="true" />
)
