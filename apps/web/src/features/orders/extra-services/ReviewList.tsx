import type { ReactNode } from 'react'
import { LineLink } from '../../../frame/links.tsx'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx'
import type { ReturnState } from '../flow/return-path.ts'
import styles from './ReviewList.module.css'

/** One answer of the order and the step that asks for it. */
export interface ReviewedAnswer {
  term: string
  value: ReactNode
  /** Where it can be changed. */
  to: string
  /** A text of any length: only its beginning is shown. */
  isLong?: boolean
}

/** Everything that was answered, each with a link to change it that comes back here (ux 36). */
export function ReviewList({ answers, returnTo }: { answers: readonly ReviewedAnswer[]; returnTo: string }) {
  return (
    <dl className={styles.list}>
      {answers.map(({ term, value, to, isLong }) => (
        <div key={term} className={styles.row}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{isLong ? <span className={styles.clamped}>{value}</span> : value}</dd>
          <dd className={styles.change}>
            <LineLink to={to} state={{ returnTo } satisfies ReturnState}>
              {orderFlowTexts.change}
              <VisuallyHidden> {term}</VisuallyHidden>
            </LineLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}
