import type { ReactNode } from 'react'
import type { Elements } from '../elements.ts'
import { joinClasses } from '../join-classes.ts'
import styles from './Layout.module.css'

/** The steps of the space scale between parts: 1 = 4, 2 = 8, 3 = 12, 4 = 16, 5 = 24, 6 = 32 px. */
type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6

interface SpacedProps {
  gap?: Gap
  children: ReactNode
}

/** Parts below one another. */
export const Stack = ({ gap = 4, children }: SpacedProps) => (
  <div className={joinClasses(styles.stack, styles[`gap${gap}`])}>{children}</div>
)

/** Parts beside one another that wrap; `spread` puts the first and the last at the ends. */
export const Cluster = ({ gap = 3, spread = false, children }: SpacedProps & { spread?: boolean }) => (
  <div className={joinClasses(styles.cluster, spread && styles.spread, styles[`gap${gap}`])}>{children}</div>
)

/** Buttons of a screen: full width below one another on phones, beside one another from 900 px. */
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
  /** Phones: `hidden` where a bottom bar takes its place, `after` below the main column. */
  sideOnPhone: 'hidden' | 'after'
  /** Below the main column; on phones after the side. */
  below?: Elements
}

/** Main column and a sticky right-hand column from 900 px. */
export const TwoColumns = ({ children, side, sideOnPhone, below }: TwoColumnsProps) => (
  <div className={joinClasses(styles.columns, below !== undefined && styles.threeParts)}>
    <div>{children}</div>
    <div className={joinClasses(styles.side, sideOnPhone === 'hidden' && styles.sideHidden)}>{side}</div>
    {below}
  </div>
)

/** Shown below 900 px only; hidden from assistive technology too where it is not shown. */
export const OnlyPhone = ({ children }: { children: ReactNode }) => <div className={styles.onlyPhone}>{children}</div>

/** Shown from 900 px only; hidden from assistive technology too where it is not shown. */
export const OnlyDesktop = ({ children }: { children: ReactNode }) => (
  <div className={styles.onlyDesktop}>{children}</div>
)

interface TextProps {
  /** `lede` under a heading, `small` for notes; both and `muted` in the second ink. */
  look: 'lede' | 'small' | 'muted'
  children: ReactNode
}

/** A paragraph in one of the quieter looks. */
export const Text = ({ look, children }: TextProps) => <p className={styles[look]}>{children}</p>

/** Words that must not be broken over lines, e.g. a phone number. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className={styles.noWrap}>{children}</span>
