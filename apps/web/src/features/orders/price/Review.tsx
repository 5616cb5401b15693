import { capitalized } from '@nerdify/domain/dates/date-words.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { latestEmailOf } from '../../../api/latest-email.ts'
import { useMe } from '../../../api/queries.ts'
import { LineLink } from '../../../frame/links.tsx'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { orderFlowTexts, priceTexts } from '../../../texts/orders/order-flow.ts'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { ownDeadlineTexts } from '../form/deadline-text.ts'
import { stepPath } from '../flow/flow-place.ts'
import type { ReturnState } from '../flow/return-path.ts'
import type { FlowOrder } from '../flow-order.ts'
import styles from './Review.module.css'

/** The review before paying: every answer, with a link to change it that returns here (ux 36). */
export function Review({ order }: { order: FlowOrder }) {
  const { place, jobType, choices, deadline, details } = order
  const email = latestEmailOf(useMe().data)
  const form = stepPath('form', place)
  const detailsPath = stepPath('details', place)
  const files = [...(order.stored?.attachments ?? []), ...(order.draft.files ?? [])].map(({ filename }) => filename)
  const answers = [
    { term: priceTexts.task, value: jobType.name, to: stepPath('job-type', place) },
    { term: priceTexts.subject, value: choices.subject, to: form },
    { term: priceTexts.size, value: sizeLabel(choices.size), to: form },
    { term: priceTexts.deadline, value: capitalized(ownDeadlineTexts.deadline(deadline, order.now)), to: form },
    { term: orderDetailsTexts.description, value: details || extraServicesTexts.none, to: detailsPath, isLong: true },
    { term: orderDetailsTexts.files, value: files.join(', ') || extraServicesTexts.none, to: detailsPath },
    { term: orderDetailsTexts.email, value: order.draft.email ?? email ?? extraServicesTexts.none, to: detailsPath },
  ]
  const state: ReturnState = { returnTo: stepPath('extra-services', place) }
  return (
    <dl>
      {answers.map(({ term, value, to, isLong }) => (
        <div key={term} className={styles.row}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{isLong ? <span className={styles.clamped}>{value}</span> : value}</dd>
          <dd className={styles.change}>
            <LineLink to={to} state={state}>
              {orderFlowTexts.change}
              <VisuallyHidden>{` ${term}`}</VisuallyHidden>
            </LineLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}
