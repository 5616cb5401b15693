import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Money.module.css'

interface MoneyProps {
  /** The formatted amount, e.g. `$42.00`. */
  children: ReactNode
  /**
   * `mark` is the highlighter: the total, an unpaid price, an added service, the chosen plan or tip, the balance.
   * `plain` for paid prices and things not chosen; `was` for a price that no longer holds.
   */
  look?: 'mark' | 'plain' | 'was'
  size?: 'text' | 'bar' | 'total'
}

/** An amount of money, in tabular figures of the text face. */
export const Money = ({ children, look = 'mark', size = 'text' }: MoneyProps) => {
  const className = joinClasses(styles.money, look !== 'mark' && styles[look], size !== 'text' && styles[size])
  return look === 'was' ? <s className={className}>{children}</s> : <span className={className}>{children}</span>
}
