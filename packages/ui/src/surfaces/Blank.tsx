import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Blank.module.css'

interface BlankProps {
  /** The top line, e.g. `No tasks yet`. */
  head: ReactNode
  /** A word or the Nerd badge at the end of the top line. */
  mark?: ReactNode
  title: ReactNode
  /** The heading level: 1 for the page's own heading, 2 below it. */
  level?: 1 | 2
  /** One paragraph. */
  children?: ReactNode
  actions?: ReactNode
}

/** A blank ruled page: an empty list, a missing page, an unavailable service; with one line and one action. */
export const Blank = ({ head, mark, title, level = 2, children, actions }: BlankProps) => {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={joinClasses(styles.blank, level === 1 && styles.page)}>
      <div className={styles.head}>
        <span>{head}</span>
        {mark && <span>{mark}</span>}
      </div>
      <div className={styles.lines}>
        <Heading className={styles.title} tabIndex={level === 1 ? -1 : undefined}>
          {title}
        </Heading>
        {children && <p className={styles.text}>{children}</p>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
