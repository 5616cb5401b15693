import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import { Money } from './Money.tsx'
import styles from './PriceSummary.module.css'
import { useDebouncedValue } from '../use-debounced-value.ts'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

/** The rows of a price, each a {@link PriceRow}. */
export const PriceRows = ({ children }: { children: ReactNode }) => <dl className={styles.rows}>{children}</dl>

interface PriceRowProps {
  term: ReactNode
  children: ReactNode
  /** A deduction, in green; write the amount with a real minus sign (−). */
  discount?: boolean
}

/** One fact or amount. */
export const PriceRow = ({ term, children, discount }: PriceRowProps) => (
  <div className={styles.row}>
    <dt>{term}</dt>
    <dd className={discount ? styles.discount : undefined}>{children}</dd>
  </div>
)

interface PriceTotalProps {
  label: string
  /** The formatted total; undefined without a price. */
  amount: string | undefined
  /** A new price is loading: the old one stays, half transparent. */
  updating?: boolean | undefined
}

/** The total on the highlighter. A new total is announced politely once it is stable for a second (ux 23). */
export function PriceTotal({ label, amount, updating = false }: PriceTotalProps) {
  const stableAmount = useDebouncedValue(amount)
  return (
    <div className={styles.total} aria-busy={updating ? true : undefined}>
      <span className={styles.totalLabel}>{label}</span>
      <span className={joinClasses(updating && styles.updating)}>
        <Money look={amount === undefined ? 'plain' : 'mark'} size="total">
          {amount ?? '–'}
        </Money>
      </span>
      <VisuallyHidden role="status">{stableAmount === undefined ? '' : `${label} ${stableAmount}`}</VisuallyHidden>
    </div>
  )
}

/** The buttons and notes below a price. */
export const PriceActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>

/** A sentence below a price. */
export const PriceNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>
