import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { Order, OrderHistory } from '@nerdify/contract/orders.ts'
import { lostDiscountText } from '@nerdify/domain/discounts/lost-discount.ts'
import { afterBusinessDays, type BusinessCalendar, refundReviewDays } from '@nerdify/domain/orders/business-time.ts'
import { creditedSentence, lateSentences } from '../../orders/late-order.ts'
import { lateTexts } from '../../texts/late.ts'
import { progressTexts } from '../../texts/cabinet-overlays.ts'
import { whyDeclined } from './order-state-text.ts'

/** `now` is epoch milliseconds by the server's clock, `calendar` the company's. */
interface NextStepTerms {
  history: OrderHistory | undefined
  now: number
  calendar: BusinessCalendar
  /** The format of dates. */
  dates?: typeof ownDates
}

/** What happens next with an order, in sentences, with the date if it is known; a late one says so (WAIT-04). */
export function nextStepText(order: Order, { history, now, calendar, dates = ownDates }: NextStepTerms): string[] {
  const system = order.system_client_status
  if (system === 'Refund Accepted') return [progressTexts.refunded]
  if (system === 'Refund Requested') return [reviewText({ history, now, calendar, dates })]
  if (order.isLocked && !order.isPaid) {
    return [lostDiscountText(order.discountErrorType) ?? [], progressTexts.partlyPaid].flat()
  }
  if (!order.isLocked) return [progressTexts.unpaid]
  const declined = system === 'Refund Declined' ? [...whyDeclined(order), progressTexts.refundDeclined] : []
  const late = lateSentences(order, now, (at) => dates.instant(at, now))
  return [...declined, ...(late.length > 0 ? late : workTexts(order, now, dates))]
}

/** A refund is decided some working days after its last request. */
function reviewText({ history, now, calendar, dates = ownDates }: NextStepTerms): string {
  const lastRequest = history?.findLast(({ event }) => event === 'request_refund')
  if (lastRequest === undefined) return progressTexts.refundRequestedSoon
  const end = afterBusinessDays(Date.parse(lastRequest.at), refundReviewDays, calendar)
  const day = dates.day(end, now)
  return now > end ? lateTexts.reviewLate(day) : progressTexts.refundRequested(day)
}

function workTexts(order: Order, now: number, dates: typeof ownDates): string[] {
  const due = dates.instant(Date.parse(order.date_label.at), now)
  const credited = [creditedSentence(order) ?? []].flat()
  switch (order.client_status) {
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
          : progressTexts.onRevision(dates.instant(Date.parse(order.revision_deadline), now)),
      ]
    case 'Sent':
    case 'Revision sent':
      return [progressTexts.sent, ...credited, ...refundUntil(order, now, dates)]
    case 'Completed':
      return [progressTexts.completed, ...credited, ...refundUntil(order, now, dates)]
    default:
      return []
  }
}

const refundUntil = (order: Order, now: number, dates: typeof ownDates): string[] =>
  order.actions.includes('request_refund')
    ? [progressTexts.sentUntil(dates.day(Date.parse(order.refund_requests_end), now))]
    : []
