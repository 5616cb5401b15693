import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Money.module.css'

interface MoneyProps {
  /** The formatted amount, e.g. `$42.00`. */
  children: ReactNode
  /**
   * `mark` is the highlighter: the total, an unpaid price, an added service, the chosen plan or tip, the balance.
   * `plain` is for paid prices and unselected options.
   */
  look?: 'mark' | 'plain'
  size?: 'text' | 'bar' | 'total'
}

/** An amount of money, in tabular figures of the body font. */
export const Money = ({ children, look = 'mark', size = 'text' }: MoneyProps) => (
  <span className={joinClasses(styles.money, look === 'plain' && styles.plain, size !== 'text' && styles[size])}>
    {children}
  </span>
)
