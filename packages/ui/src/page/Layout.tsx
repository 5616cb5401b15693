import type { ReactNode } from 'react'
import type { Elements } from '../elements.ts'
import { joinClasses } from '../join-classes.ts'
import styles from './Layout.module.css'

/** A step of the space scale: 1 = 4, 2 = 8, 3 = 12, 4 = 16, 5 = 24, 6 = 32 px. */
type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6

interface SpacedProps {
  gap?: Gap
  children: ReactNode
}

/** A vertical stack. */
export const Stack = ({ gap = 4, children }: SpacedProps) => (
  <div className={joinClasses(styles.stack, styles[`gap${gap}`])}>{children}</div>
)

/** A row that wraps; `spread` puts the first and the last child at the ends. */
export const Cluster = ({ gap = 3, spread = false, children }: SpacedProps & { spread?: boolean }) => (
  <div className={joinClasses(styles.cluster, spread && styles.spread, styles[`gap${gap}`])}>{children}</div>
)

/** A screen's buttons: stacked at full width on phones, in a row from 900 px. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>

interface WrapProps {
  /**
   * A column within the page: `narrow` for reading, `short` for settings; centered are `page`, as wide as `narrow`,
   * `middle`, and `form`, as wide as a short form.
   */
  narrow?: 'narrow' | 'short' | 'page' | 'middle' | 'form' | false
  children: ReactNode
}

/** The page's column: 1120 px at most, with gutters. */
export const Wrap = ({ narrow = false, children }: WrapProps) => (
  <div className={styles.wrap}>{narrow ? <div className={styles[narrow]}>{children}</div> : children}</div>
)

interface TwoColumnsProps {
  children: ReactNode
  /** The right-hand column: sticky from 900 px. */
  side: ReactNode
  /** On phones: `hidden` if a bottom bar replaces it, `after` for below the main column. */
  sideOnPhone: 'hidden' | 'after'
  /** Below the main column, on phones below the side column. */
  below?: Elements
}

/** A main column and, from 900 px, a sticky right-hand column. */
export const TwoColumns = ({ children, side, sideOnPhone, below }: TwoColumnsProps) => (
  <div className={joinClasses(styles.columns, below !== undefined && styles.threeParts)}>
    <div>{children}</div>
    <div className={joinClasses(styles.side, sideOnPhone === 'hidden' && styles.sideHidden)}>{side}</div>
    {below}
  </div>
)

/** Shown only below 900 px; otherwise also hidden from assistive technology. */
export const OnlyPhone = ({ children }: { children: ReactNode }) => <div className={styles.onlyPhone}>{children}</div>

/** Shown only from 900 px; otherwise also hidden from assistive technology. */
export const OnlyDesktop = ({ children }: { children: ReactNode }) => (
  <div className={styles.onlyDesktop}>{children}</div>
)

interface TextProps {
  /** `lede` is for below a heading, `small` for notes; both and `muted` use the second ink. */
  look: 'lede' | 'small' | 'muted'
  children: ReactNode
}

/** A paragraph in a quieter look. */
export const Text = ({ look, children }: TextProps) => <p className={styles[look]}>{children}</p>

/** Text that must not wrap, e.g. a phone number. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className={styles.noWrap}>{children}</span>
