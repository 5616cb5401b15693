import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'
import { joinClasses } from '../join-classes.ts'
import { SkeletonBar } from './Skeleton.tsx'
import type { Elements } from '../elements.ts'

interface CardProps {
  title: ReactNode
  /** Shown at the end of the heading, e.g. the Nerd badge. */
  badge?: Elements
  children: Elements
}

/** The class of a bare card, without a heading. */
export const cardClass = (): string => styles.card ?? ''

/** An index card: a heading above a rose rule, then facts. */
export function Card({ title, badge, children }: CardProps) {
  const headingId = useId()
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={headingId}>
          {title}
        </h2>
        {badge}
      </div>
      {children}
    </section>
  )
}

/** The padded content of a card. */
export const CardBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>

/** The skeleton of a card, for a `Skeleton`. */
export const CardSkeleton = ({ lines }: { lines: number }) => (
  <div className={styles.card}>
    <div className={styles.head}>
      <SkeletonBar width="half" height="title" />
    </div>
    <div className={joinClasses(styles.body, styles.bones)}>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonBar key={line} width={line % 2 === 0 ? 'long' : 'half'} height="badge" />
      ))}
    </div>
  </div>
)
