import { joinClasses } from '../join-classes.ts'
import styles from './CreditSteps.module.css'

interface CreditStepsProps {
  label: string
  /** The earliest first, e.g. `{ amount: '$16.80', text: '10% now', isNow: true }`. */
  steps: readonly { amount: string; text: string; isNow: boolean }[]
}

/** The growing credit for late work, step by step (WAIT-05). */
export const CreditSteps = ({ label, steps }: CreditStepsProps) => (
  <ol className={styles.steps} aria-label={label}>
    {steps.map(({ amount, text, isNow }) => (
      <li key={text} className={joinClasses(styles.step, isNow && styles.now)}>
        <b className={styles.amount}>{amount}</b>
        <span>{text}</span>
      </li>
    ))}
  </ol>
)
