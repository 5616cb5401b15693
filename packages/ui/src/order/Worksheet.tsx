import { type ReactNode, useId } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Worksheet.module.css'
import type { Elements } from '../elements.ts'

interface WorksheetProps {
  /** Without the margin for question numbers, e.g. for lists and add-ons. */
  plain?: boolean
  children: ReactNode
}

/** A sheet of paper with a margin: full width on phones, a card from 900 px. */
export const Worksheet = ({ plain = false, children }: WorksheetProps) => (
  <div className={joinClasses(styles.sheet, plain && styles.plain)}>{children}</div>
)

interface QuestionProps {
  /** Shown in the margin from 900 px, not announced. Omit it on a plain sheet. */
  number?: number
  title: ReactNode
  /** A quieter word after the title, e.g. `optional`. */
  titleNote?: ReactNode
  /** The id of the heading, for a control that it labels. */
  titleId?: string
  /** The only control has the same label, so the group is not announced as well. */
  single?: boolean
  children: Elements
}

/** One numbered question of the worksheet with its answer. */
export function Question({ number, title, titleNote, titleId, single = false, children }: QuestionProps) {
  const ownId = useId()
  const headingId = titleId ?? ownId
  return (
    <div className={styles.question} {...(!single && { role: 'group', 'aria-labelledby': headingId })}>
      {number !== undefined && (
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      )}
      <h2 className={styles.title} id={headingId}>
        <span>{title}</span>
        {titleNote && <small>{titleNote}</small>}
      </h2>
      {children}
    </div>
  )
}

interface AnswerLineProps {
  icon?: ReactNode
  /** The client's answer. */
  children: ReactNode
  /** The link to change it, with `linkClass()`. */
  change: Elements
}

/** An answer from another page, with a link back to that page. */
export const AnswerLine = ({ icon, children, change }: AnswerLineProps) => (
  <div className={styles.answer}>
    <span className={styles.answerIcon}>{icon}</span>
    <b>{children}</b>
    {change}
  </div>
)
