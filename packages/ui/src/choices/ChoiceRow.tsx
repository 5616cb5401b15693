import type { ReactNode } from 'react'
import type { Elements } from '../elements.ts'
import styles from './ChoiceRow.module.css'

interface ChoiceRowBodyProps {
  /** The index in the list; the bubble shows it as A, B, C … */
  index: number
  title: ReactNode
  note?: ReactNode
  /** A 24 px icon at the end of the row. */
  icon?: Elements
}

/** The bubble with a row's letter. */
export const Bubble = ({ children }: { children: ReactNode }) => (
  <span className={styles.bubble} aria-hidden="true">
    {children}
  </span>
)

/** The class of the list around choice rows. */
export const choiceListClass = (): string => styles.list ?? ''

/** The class of a row that is a link: `<Link className={choiceRowClass()}><ChoiceRowBody … /></Link>`. */
export const choiceRowClass = (): string => styles.row ?? ''

/** The letter for an index: 0 is A. */
export const rowLetter = (index: number): string => String.fromCharCode(65 + index)

/** Bubble, title, note and icon of a choice row. */
export const ChoiceRowBody = ({ index, title, note, icon }: ChoiceRowBodyProps) => (
  <>
    <Bubble>{rowLetter(index)}</Bubble>
    <span>
      <span className={styles.title}>{title}</span>
      {note && <small className={styles.note}>{note}</small>}
    </span>
    {icon}
  </>
)
