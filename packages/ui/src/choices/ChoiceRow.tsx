import type { ReactNode } from 'react'
import type { Elements } from '../elements.ts'
import styles from './ChoiceRow.module.css'

interface ChoiceRowBodyProps {
  /** Its index in the list; shown as A, B, C … in the bubble. */
  index: number
  title: ReactNode
  note?: ReactNode
  /** An icon of 24 px at the end of the row. */
  icon?: Elements
}

/** The letter of a row in its bubble. */
export const Bubble = ({ children }: { children: ReactNode }) => (
  <span className={styles.bubble} aria-hidden="true">
    {children}
  </span>
)

/** The class of the list around choice rows. */
export const choiceListClass = (): string => styles.list ?? ''

/** The class of a row that is a link: `<Link className={choiceRowClass()}><ChoiceRowBody … /></Link>`. */
export const choiceRowClass = (): string => styles.row ?? ''

/** The letter of a place in a list, from 0. */
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
