import type { Cents } from '../pricing/money.ts'
import type { ClientStatus, SystemStatus } from './order-status.ts'

/** Tags that the rules use; an order may have others. */
export type OrderTag = 'client_accept' | 'delete_order' | 'no_feedback_1d' | 'payment_disputed' | 'dispute_answered'

/** Flags in `additional` that the rules use. */
export type AdditionalFlag = 'review_shown_on_client'

/**
 * The stored facts of an order that the rules read; all other state is derived. Money is in cents, instants are UTC
 * milliseconds.
 */
export interface OrderFacts {
  systemStatus: SystemStatus | null
  clientStatus: ClientStatus | null
  /** Whether the order ever had a price; a free order has the price 0. */
  priced: boolean
  priceCents: Cents
  /** Paid by card and balance; refunds do not lower it (PAY-06). */
  paidCents: Cents
  refundedCents: Cents
  /** The price without unpaid added services (PRICE-06). */
  cabinetPriceCents: Cents
  deadline: number | null
  /** A later deadline that staff offer; null once the client answers (OPS-12). */
  offeredDeadline: number | null
  createdAt: number
  /** The rating, 1 to 5; 0 without a rating. */
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
  /** When the review of the last bad rating ended (WAIT-01); null while it is open, or without a bad rating. */
  reviewSettledAt: number | null
}
