import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type { ReceiptLine } from '@nerdify/domain/payments/receipt-lines.ts'
import type { RefundPlan } from '@nerdify/domain/payments/refund-plan.ts'
import type { CardInvoice } from '../ports.ts'

/** The receipt stored with its payment, so that later changes of the order do not alter it. */
export interface KeptReceipt {
  number: string
  lines: ReceiptLine[]
}

/** A payment by card or balance: `card_mark` is the card's fingerprint. */
export interface PaymentData {
  attempt_id?: string
  card_brand?: string | null
  card_last4?: string | null
  card_mark?: string | null
  waived_cents?: number
}

/** The dispute's state; an entry that moves the credit of a disputed month has only its invoice. */
interface DisputeData {
  dispute_id?: string
  status?: DisputeStatus
  payment_id?: string
  dispute_cents?: number
  /** The invoice of a plan's month. */
  invoice_id?: string
}

/** The row of a refund to a card; a refund to the balance has none. */
interface RefundData {
  refund_id?: string
}

/** Credit of a plan's month. */
interface MonthData {
  invoice_id: string
}

export type NoData = Record<never, never>

/**
 * The kinds of ledger entries with the facts that each stores; money in cents. Opening entries from before the ledger
 * store none.
 */
export interface EntryData {
  order_payment: PaymentData & { services?: readonly ServiceKey[]; receipt?: KeptReceipt }
  balance_hold: NoData
  balance_release: NoData
  surplus_returning: NoData
  surplus_refund: RefundData
  surplus_kept: NoData
  refund: RefundData
  refund_failed: RefundData
  cashback: NoData
  cashback_taken_back: NoData
  tip: PaymentData & { receipt?: KeptReceipt }
  tip_credit: NoData
  tip_refund: RefundData
  tip_credit_taken_back: NoData
  referral_bonus: NoData
  referral_bonus_taken_back: NoData
  plan_payment: MonthData & { plan: string; reason: CardInvoice['reason'] }
  /** The refunded payment; or the invoice, if the provider's credit had paid a part. */
  plan_refund: { payment_id?: string; credit_part_of?: string }
  plan_refund_failed: NoData
  plan_credit: MonthData
  plan_credit_taken_back: MonthData
  dispute: DisputeData
  dispute_won: DisputeData
  dispute_lost: DisputeData
  outside_refund: { cards: RefundPlan['cards']; balance_cents: number }
  staff_credit: { reason: string }
  staff_debit: { reason: string }
  imported_balance: NoData
  late_credit: NoData
  late_credit_taken_back: NoData
}

export type EntryKind = keyof EntryData

/** Kinds whose `reason` is for staff alone (OPS-11). */
export const reasonsForStaff: readonly EntryKind[] = ['staff_credit']
