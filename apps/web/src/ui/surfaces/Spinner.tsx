import styles from './Spinner.module.css'

/** Above the words for what is under way, where a whole page waits (UI-08). Says nothing itself. */
export const Spinner = () => <div className={styles.spinner} aria-hidden="true" />
