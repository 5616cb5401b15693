import type { Order } from '@nerdify/contract/orders.ts'
import { timeLeft } from '@nerdify/domain/dates/time-left.ts'
import { standTexts } from '../../texts/cabinet.ts'

/** An order's state and time left in one sentence (EASE-04). The only place that chooses this sentence. */
export function orderStateText(order: Order, now: number): string {
  const system = order.system_client_status
  if (system === 'Refund Accepted') return standTexts.refunded
  if (system === 'Refund Requested') return standTexts.refundRequested
  const left = leftUntil(order.deadline, now)
  if (!order.isPaid) {
    if (order.isLocked) return standTexts.partlyPaid
    if (order.deadline === null) return standTexts.unpaid
    return left === undefined ? standTexts.deadlinePassed : standTexts.unpaidUntil(left)
  }
  switch (order.client_status) {
    case 'In progress':
      return standTexts.seek(left)
    case 'Nerd found':
      return standTexts.work(left)
    case 'Quality check':
      return standTexts.check(left)
    case 'Final touches':
      return standTexts.finish(left)
    case 'Revision requested':
      return standTexts.revisionRequested
    case 'On revision':
      return standTexts.revision(leftUntil(order.revision_deadline, now))
    case 'Sent':
    case 'Revision sent':
      return order.isRated ? standTexts.rated : standTexts.ready
    case 'Completed':
      return standTexts.done
    default:
      return ''
  }
}

const leftUntil = (at: string | null, now: number) => (at === null ? undefined : timeLeft(Date.parse(at), now))

/** Why the last refund request was declined (CAB-11); empty without a stored reason. */
export const whyDeclined = ({ refund_decline_reason: reason }: Order): string[] =>
  reason === null ? [] : [standTexts.refundDeclinedBecause(reason)]
