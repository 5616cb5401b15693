import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'

/** An order in a state, and the events that lead there, oldest first; `paid` stands for a payment. */
export interface SampleOrder {
  title: string
  events: readonly OrderEventName[]
  /** It is paid in part. */
  paidInPart?: true
  /** The client's stars before the last event. */
  mark?: number
}

const inWork = ['paid', 'nerd_found', 'quality_check', 'final_touches'] as const
const sent = [...inWork, 'send'] as const
const revisionAsked = [...sent, 'request_revision'] as const
const onRevision = [...revisionAsked, 'accept_revision'] as const

/** An order in every state of STATE-17 (SBX-04), in the order of an order's life. */
export const sampleOrders: readonly SampleOrder[] = [
  { title: 'Not paid yet', events: [] },
  { title: 'Declined', events: ['decline'] },
  { title: 'Deleted', events: ['delete'] },
  { title: 'Paid in part', events: [], paidInPart: true },
  { title: 'Looking for a Nerd', events: inWork.slice(0, 1) },
  { title: 'With a Nerd', events: [...inWork.slice(0, 2), 'reassign', 'nerd_found', 'offer_deadline'] },
  {
    title: 'In quality check',
    events: [...inWork.slice(0, 3), 'offer_deadline', 'decline_deadline', 'extend_deadline'],
  },
  { title: 'Final touches', events: [...inWork, 'offer_deadline', 'accept_deadline'] },
  { title: 'Sent', events: sent },
  { title: 'Sent and not rated for a day', events: [...sent, 'no_feedback_1d'] },
  { title: 'Accepted', events: [...sent, 'accept'] },
  { title: 'Badly rated, and reviewed', events: [...sent, 'accept', 'reviewed'], mark: 2 },
  { title: 'Revision asked for', events: revisionAsked },
  { title: 'On revision', events: onRevision },
  { title: 'Revision sent', events: [...onRevision, 'complete_revision'] },
  { title: 'Accepted after a revision', events: [...onRevision, 'complete_revision', 'accept'] },
  { title: 'Refund asked for', events: [...inWork.slice(0, 2), 'request_refund'] },
  { title: 'Refunded', events: [...sent, 'request_refund', 'accept_refund'] },
  { title: 'Refund declined', events: [...sent, 'request_refund', 'decline_refund'] },
]
