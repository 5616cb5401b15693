import { BackToTop } from '../page/BackToTop.tsx'
import { LockIcon } from '../actions/Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './BottomBar.module.css'
import { Money } from './Money.tsx'
import { useDebouncedValue } from '../use-debounced-value.ts'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'
import type { Elements } from '../elements.ts'

interface BottomBarProps {
  /** The word above the amount, e.g. `Total`; without it the bar shows only the action. */
  label?: string
  /** The accessible name, by default the label. */
  name?: string
  /** The formatted amount; undefined without a price. */
  amount?: string | undefined
  /** A new price is loading: the old one stays, half transparent. */
  updating?: boolean | undefined
  /** A sentence below the action about payment safety (EASE-06). */
  assurance?: string | undefined
  /** The screen's one action. */
  children: Elements
}

/**
 * Price and action at the bottom of a phone's screen; from 900 px the card beside the sheet replaces them. A new amount
 * is announced politely once it is stable for a second (ux 23).
 */
export function BottomBar({ label, name = label, amount, updating, assurance, children }: BottomBarProps) {
  const stableAmount = useDebouncedValue(amount)
  return (
    <section className={styles.bar} data-bottom-bar="" aria-label={name}>
      {label !== undefined && (
        <div className={joinClasses(styles.price, updating && styles.updating)} aria-busy={updating}>
          <small className={styles.label}>{label}</small>
          <Money look={amount === undefined ? 'plain' : 'mark'} size="bar">
            {amount ?? '–'}
          </Money>
          <VisuallyHidden role="status">{stableAmount === undefined ? '' : `${label} ${stableAmount}`}</VisuallyHidden>
        </div>
      )}
      {children}
      <BackToTop place="bar" />
      {assurance !== undefined && (
        <p className={styles.assurance}>
          <LockIcon />
          <span>{assurance}</span>
        </p>
      )}
    </section>
  )
}
