import type { Cents } from '../pricing/money.ts'
import type { ClientStatus, SystemStatus } from './order-status.ts'

/** Tags that the rules know; an order may carry others. */
export type OrderTag = 'client_accept' | 'delete_order' | 'no_feedback_1d' | 'payment_disputed' | 'dispute_answered'

/** Flags among `additional` that the rules know. */
export type AdditionalFlag = 'review_shown_on_client'

/**
 * What is stored of an order and what the rules read; everything else about its state is computed. Money is in cents,
 * instants are in UTC milliseconds.
 */
export interface OrderFacts {
  systemStatus: SystemStatus | null
  clientStatus: ClientStatus | null
  /** Whether the order was ever priced: one that a coupon makes free has the price 0, not none. */
  priced: boolean
  priceCents: Cents
  /** Paid by card and balance; refunds never lower it (PAY-06). */
  paidCents: Cents
  refundedCents: Cents
  /** The price without added services that are not paid (PRICE-06). */
  cabinetPriceCents: Cents
  deadline: number | null
  createdAt: number
  /** The rating, 1 to 5; 0 while there is none. */
  mark: number
  tags: readonly string[]
  additional: readonly string[]
  profileArch: boolean
  declined: boolean
  isPromo: boolean
  isComplex: boolean
  tipsPaid: boolean
  revisionAcceptAt: number | null
  clientAcceptAt: number | null
  refundAcceptAt: number | null
  revisionDeadline: number | null
  /** The last delivery, first or revised. */
  sentAt: number | null
  /** When what the last bad rating calls for was done (WAIT-01); null while that is open, or nothing was badly rated. */
  reviewSettledAt: number | null
}
