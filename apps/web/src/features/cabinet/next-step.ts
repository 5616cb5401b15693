import type { Order, OrderHistory } from '@nerdify/contract/orders.ts'
import { parseClientStatus, parseSystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { afterBusinessDays, refundReviewDays, usualCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { progressTexts } from '../../texts/cabinet-overlays.ts'
import { ownDateTexts } from './date-texts.ts'

/** What happens next with an order, in sentences, and until when where that is known. */
export function nextStepText(order: Order, history: OrderHistory | undefined, dates = ownDateTexts): string[] {
  const system = parseSystemStatus(order.system_client_status)
  const client = parseClientStatus(order.client_status)
  if (system === 'Refund Accepted') return [progressTexts.refunded]
  if (system === 'Refund Requested') return [reviewText(history, dates)]
  if (order.isLocked && !order.isPaid) return [progressTexts.partlyPaid]
  if (!order.isLocked) return [progressTexts.unpaid]
  const declined = system === 'Refund Declined' ? [...whyDeclined(order), progressTexts.refundDeclined] : []
  return [...declined, ...workTexts(order, client, dates)]
}

/** Why the last refund request was declined (CAB-11); nothing where no reason was kept. */
export const whyDeclined = ({ refund_decline_reason: reason }: Order): string[] =>
  reason === null ? [] : [progressTexts.refundDeclinedBecause(reason)]

/** A refund is decided some working days after it was asked for the last time. */
function reviewText(history: OrderHistory | undefined, dates: typeof ownDateTexts): string {
  const asked = history?.findLast(({ event }) => event === 'request_refund')
  if (asked === undefined) return progressTexts.refundRequestedSoon
  const end = afterBusinessDays(Date.parse(asked.at), refundReviewDays.to, usualCompanyZone)
  return progressTexts.refundRequested(dates.weekday(new Date(end).toISOString()))
}

function workTexts(order: Order, client: ReturnType<typeof parseClientStatus>, dates: typeof ownDateTexts): string[] {
  const due = dates.instant(order.date_label.at)
  switch (client) {
    case 'In progress':
      return [progressTexts.seek(due)]
    case 'Nerd found':
      return [progressTexts.work(due)]
    case 'Quality check':
    case 'Final touches':
      return [progressTexts.check(due)]
    case 'Revision requested':
      return [progressTexts.revisionRequested]
    case 'On revision':
      return [
        order.revision_deadline === null
          ? progressTexts.onRevisionSoon
          : progressTexts.onRevision(dates.instant(order.revision_deadline)),
      ]
    case 'Sent':
    case 'Revision sent':
      return [progressTexts.sent, ...refundUntil(order, dates)]
    case 'Completed':
      return [progressTexts.completed, ...refundUntil(order, dates)]
    default:
      return []
  }
}

const refundUntil = (order: Order, dates: typeof ownDateTexts): string[] =>
  order.actions.includes('request_refund') ? [progressTexts.sentUntil(dates.day(order.refund_requests_end))] : []
