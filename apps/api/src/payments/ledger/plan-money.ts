import {
  disputeMoney,
  type DisputeStatus,
  isHeldByBank,
  withdrawsCredits,
} from '@nerdify/domain/payments/dispute-rules.ts'
import type { Queries } from '../../database/tables.ts'
import type { CardInvoice, PaidInvoice } from '../../ports.ts'
import { nextDisputeEntry } from '../dispute/dispute-money.ts'
import { creditRefsOf, disputeEntriesOf, disputesOfMonth } from '../dispute/disputes.store.ts'
import {
  accounts,
  bookedRefs,
  creditOfMonth,
  movedBy,
  movedOn,
  postEntry,
  refundedOfPlanPayment,
  transfer,
} from './ledger.store.ts'

/** A payment of a client's subscription, in cents; the caller locks the client's row. */
export interface PlanMoney {
  clientId: string
  subscriptionId: string
  invoiceId: string
  cents: number
  at: number
}

/** Refs of the entries that move a month's credit, each booked once. */
const creditRefs = {
  granted: (invoiceId: string) => `credit:${invoiceId}`,
  refunded: (invoiceId: string) => `credit-back:${invoiceId}`,
  disputed: (disputeId: string) => `credit-disputed:${disputeId}`,
  disputeWon: (disputeId: string) => `credit-dispute-won:${disputeId}`,
}

/** A month that the provider's credit paid in full has no payment; its invoice is the ref. */
const paymentRef = ({ paymentId, invoiceId }: { paymentId: string | null; invoiceId: string }): string =>
  paymentId ?? invoiceId

/** The paid invoices that the ledger lacks. */
export async function unbookedInvoices(queries: Queries, invoices: readonly PaidInvoice[]): Promise<PaidInvoice[]> {
  const refOf = ({ id, paymentIntentId }: PaidInvoice) => paymentRef({ paymentId: paymentIntentId, invoiceId: id })
  const booked = await bookedRefs(queries, invoices.map(refOf))
  return invoices.filter((invoice) => !booked.has(refOf(invoice)))
}

/** Books a paid month with its credit (SUB-13), or a change of plan, even at no cost; false if it was booked before. */
export async function bookPlanPayment(
  queries: Queries,
  payment: PlanMoney & { paymentId: string | null; creditCents: number; plan: string; reason: CardInvoice['reason'] },
): Promise<boolean> {
  const { clientId, subscriptionId, invoiceId, cents, at, creditCents } = payment
  const booked = await postEntry(queries, {
    clientId,
    kind: 'plan_payment',
    ref: paymentRef(payment),
    at,
    lines: transfer(cents, { from: accounts.gateway, to: accounts.plan(subscriptionId) }),
    data: { invoice_id: invoiceId, plan: payment.plan, reason: payment.reason },
  })
  if (booked && creditCents > 0) {
    await moveCredit(queries, {
      kind: 'plan_credit',
      clientId,
      invoiceId,
      ref: creditRefs.granted(invoiceId),
      cents: creditCents,
      at,
    })
  }
  return booked
}

/** A subscription's refund at the provider. */
export interface PlanRefund {
  clientId: string
  subscriptionId: string
  /** The provider's ids. */
  refundId: string
  paymentId: string
  cents: number
  at: number
}

/** Books a refund; false if it was booked before. */
export function bookPlanRefund(queries: Queries, refund: PlanRefund): Promise<boolean> {
  const data = { payment_id: refund.paymentId }
  return postEntry(queries, { ...refundEntry(refund, refund.cents), kind: 'plan_refund', ref: refund.refundId, data })
}

/** Reverses a booked refund that the bank did not pay out (abuse 21); a no-op if it was not booked. */
export async function unbookPlanRefund(queries: Queries, refund: PlanRefund): Promise<void> {
  const { clientId, refundId, subscriptionId } = refund
  const booked = await movedBy(queries, { clientId, ref: refundId, account: accounts.plan(subscriptionId) })
  if (booked === 0) return
  const entry = refundEntry(refund, -refund.cents)
  await postEntry(queries, { ...entry, kind: 'plan_refund_failed', ref: `failed:${refundId}` })
}

const refundEntry = ({ clientId, subscriptionId, at }: PlanRefund, cents: number) => ({
  clientId,
  at,
  lines: transfer(cents, { from: accounts.plan(subscriptionId), to: accounts.gateway }),
})

/** The invoice of a client's month. */
interface MonthInvoice {
  clientId: string
  invoiceId: string
  at: number
}

/**
 * Takes back the credit of a refunded month (SUB-13); a no-op for a month without credit. While a dispute holds the
 * credit, zero cents are booked, so that the credit does not return after the dispute.
 */
export async function takePlanCreditBack(queries: Queries, { clientId, invoiceId, at }: MonthInvoice): Promise<void> {
  if (!(await earnedCredit(queries, invoiceId))) return
  const rest = await creditOfMonth(queries, { clientId, invoiceId })
  const ref = creditRefs.refunded(invoiceId)
  await moveCredit(queries, { kind: 'plan_credit_taken_back', clientId, invoiceId, ref, cents: -rest, at })
}

/**
 * Returns the part of a month that the provider's credit paid to the balance, since no card can receive it (HOLD-06).
 * Once per month; zero is a no-op.
 */
export async function givePlanCreditPart(
  queries: Queries,
  { clientId, subscriptionId, invoiceId, cents, at }: PlanMoney,
): Promise<void> {
  if (cents === 0) return
  await postEntry(queries, {
    clientId,
    kind: 'plan_refund',
    ref: `credit-part:${invoiceId}`,
    at,
    lines: transfer(cents, { from: accounts.plan(subscriptionId), to: accounts.balance(clientId) }),
    data: { credit_part_of: invoiceId },
  })
}

/** A bank dispute of a month's payment. */
export interface PlanDispute extends MonthInvoice {
  subscriptionId: string
  /** The provider's id. */
  disputeId: string
  paymentId: string
  status: DisputeStatus
  cents: number
}

/**
 * Books the current status of a dispute of a month's payment; the bank may change it again (abuse 25, HOLD-06).
 * - The disputed money leaves the plan's account.
 * - While the dispute is open, and once it is lost, the month's credit is taken back, even below zero.
 * - Answers the ref of the entry, or undefined if the books match already.
 */
export async function bookPlanDispute(queries: Queries, dispute: PlanDispute): Promise<string | undefined> {
  const { clientId, subscriptionId, invoiceId, disputeId, paymentId, status, cents, at } = dispute
  const before = await disputeEntriesOf(queries, { clientId, disputeId })
  const { withdrawnCents } = disputeMoney({ status, cents, refundableCents: cents })
  const booked = movedOn(accounts.gateway, before)
  const isCreditMoved = await moveDisputedCredit(queries, dispute)
  const { kind, ref } = nextDisputeEntry(disputeId, status, before)
  const isStatusBooked = (before.at(-1)?.data.status ?? 'won') === status
  if (booked === withdrawnCents && !isCreditMoved && isStatusBooked) return undefined
  await postEntry(queries, {
    clientId,
    kind,
    ref,
    at,
    lines: transfer(withdrawnCents - booked, { from: accounts.plan(subscriptionId), to: accounts.gateway }),
    data: { dispute_id: disputeId, payment_id: paymentId, invoice_id: invoiceId, status, dispute_cents: cents },
  })
  return ref
}

/**
 * Takes a month's credit back for a dispute, or returns it after the last one; false if there is nothing to move. The
 * credit of a refunded month does not return.
 */
async function moveDisputedCredit(queries: Queries, dispute: PlanDispute): Promise<boolean> {
  const { clientId, invoiceId, disputeId, status, at } = dispute
  const statuses = new Map([...(await disputesOfMonth(queries, { clientId, invoiceId })), [disputeId, status]])
  const refunded = creditRefs.refunded(invoiceId)
  const isWithdrawn =
    [...statuses.values()].some(withdrawsCredits) || (await bookedRefs(queries, [refunded])).has(refunded)
  const granted = { clientId, ref: creditRefs.granted(invoiceId), account: accounts.balance(clientId) }
  const target = isWithdrawn ? 0 : await movedBy(queries, granted)
  const cents = target - (await creditOfMonth(queries, { clientId, invoiceId }))
  if (cents === 0) return false
  const kind = cents < 0 ? 'dispute' : 'dispute_won'
  const refs = await creditRefsOf(queries, { clientId, disputeId })
  const first = cents < 0 ? creditRefs.disputed(disputeId) : creditRefs.disputeWon(disputeId)
  const ref = refs.includes(first) ? `${first}:${refs.length}` : first
  await moveCredit(queries, { kind, clientId, invoiceId, ref, cents, at })
  return true
}

/** Negative `cents` debit the balance. */
async function moveCredit(
  queries: Queries,
  credit: {
    kind: 'plan_credit' | 'plan_credit_taken_back' | 'dispute' | 'dispute_won'
    clientId: string
    invoiceId: string
    ref: string
    cents: number
    at: number
  },
): Promise<void> {
  const { clientId, invoiceId, cents, ...entry } = credit
  await postEntry(queries, {
    ...entry,
    clientId,
    lines: transfer(cents, { from: accounts.promo, to: accounts.balance(clientId) }),
    data: { invoice_id: invoiceId },
  })
}

/** Whether a month ever earned credit, even if it was spent or taken back since. */
export async function earnedCredit(queries: Queries, invoiceId: string): Promise<boolean> {
  const ref = creditRefs.granted(invoiceId)
  return (await bookedRefs(queries, [ref])).has(ref)
}

/** Whether the bank has taken a month's payment: its dispute is open or lost (abuse 20). */
export async function isMonthHeldByBank(
  queries: Queries,
  month: Pick<MonthInvoice, 'clientId' | 'invoiceId'>,
): Promise<boolean> {
  return [...(await disputesOfMonth(queries, month)).values()].some(isHeldByBank)
}

/** Whether refunds have returned all that a payment paid for a plan, at once or in parts. */
export async function isWhollyRefunded(
  queries: Queries,
  payment: Pick<PlanRefund, 'clientId' | 'subscriptionId' | 'paymentId'>,
): Promise<boolean> {
  const { clientId, subscriptionId, paymentId: ref } = payment
  const paidCents = await movedBy(queries, { clientId, ref, account: accounts.plan(subscriptionId) })
  return (await refundedOfPlanPayment(queries, payment)) >= paidCents
}

export { planChangedSince, planOfPayment, refundedOfPlanPayment, spentSince } from './ledger.store.ts'
