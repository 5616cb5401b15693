import type { ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './Status.module.css'
import type { Elements } from '../elements.ts'

/**
 * The look of a status: outlined when unpaid, highlighter tint for the Nerd, blue for work, green when done, red after
 * a failure or when late, gray after the end.
 */
export type StatusKind = 'unpaid' | 'nerd' | 'work' | 'done' | 'bad' | 'off'

interface StatusProps {
  kind: StatusKind
  icon?: Elements
  children: ReactNode
}

/** The status of an order in a word, because color alone is not enough. */
export const Status = ({ kind, icon, children }: StatusProps) => (
  <span className={joinClasses(styles.status, styles[kind])}>
    {icon}
    <span>{children}</span>
  </span>
)
