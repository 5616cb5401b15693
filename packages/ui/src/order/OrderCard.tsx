import { type ReactNode, useId } from 'react'
import { cardClass } from '../surfaces/Card.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './OrderCard.module.css'
import { SkeletonBar } from '../surfaces/Skeleton.tsx'
import type { Elements } from '../elements.ts'

interface OrderCardProps {
  /** `No. 48213, Essay (writing)` */
  number: ReactNode
  status: Elements
  /** The heading: the title or subject, optionally as a link. */
  title: ReactNode
  /** A `Money`: the highlighter while unpaid, plain once paid. */
  price: ReactNode
  /** `History, 2 pages` */
  meta: ReactNode
  /** A `WorkTrack`, while the work is in progress. */
  track?: ReactNode
  /** Labeled dates, e.g. `Expected on`. */
  dates?: readonly { label: string; value: ReactNode }[]
  /** The state in one sentence. */
  stateText?: ReactNode
  /** A further important sentence. */
  note?: ReactNode
  /** The `CreditSteps` for late work. */
  credit?: Elements
  /** Small buttons and links. */
  actions?: ReactNode
  /** A line below the actions. */
  below?: ReactNode
  /** Refunded: everything is faded. */
  off?: boolean
  id?: string
}

/** An order as an index card (CAB-03, CAB-04). */
export function OrderCard({
  number,
  status,
  title,
  price,
  meta,
  track,
  stateText,
  dates,
  note,
  credit,
  actions,
  below,
  off,
  id,
}: OrderCardProps) {
  const titleId = useId()
  return (
    <article className={joinClasses(cardClass(), off && styles.off)} aria-labelledby={titleId} id={id}>
      <div className={styles.head}>
        <span className={styles.number}>{number}</span>
        {status}
      </div>
      <div className={styles.body}>
        <div className={styles.top}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <span className={styles.price}>{price}</span>
        </div>
        <p className={styles.line}>{meta}</p>
        {stateText && <p className={styles.stand}>{stateText}</p>}
        {track && <div className={styles.track}>{track}</div>}
        {dates && dates.length > 0 && (
          <p className={joinClasses(styles.line, styles.dates)}>
            {dates.map(({ label, value }) => (
              <span key={label}>
                <span>{label}</span> <b>{value}</b>
              </span>
            ))}
          </p>
        )}
        {note && <p className={styles.line}>{note}</p>}
        <div className={styles.credit}>{credit}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {below && <p className={styles.line}>{below}</p>}
      </div>
    </article>
  )
}

/** The skeleton of an order card, for a `Skeleton`. */
export const OrderCardSkeleton = () => (
  <div className={cardClass()}>
    <div className={styles.head}>
      <SkeletonBar width="half" />
      <SkeletonBar width="short" height="badge" />
    </div>
    <div className={styles.bones}>
      <SkeletonBar width="long" height="title" />
      <SkeletonBar width="half" />
      <SkeletonBar width="short" height="control" />
    </div>
  </div>
)
