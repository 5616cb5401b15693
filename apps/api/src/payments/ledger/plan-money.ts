import { disputeMoney, type DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type { Queries } from '../../database/tables.ts'
import type { CardInvoice, PaidInvoice } from '../../ports.ts'
import { nextDisputeEntry } from '../dispute/dispute-money.ts'
import { disputedCreditOf, disputeEntriesOf } from '../dispute/disputes.store.ts'
import {
  accounts,
  bookedRefs,
  creditOfMonth,
  type EntryKind,
  movedBy,
  movedOn,
  postEntry,
  transfer,
} from './ledger.store.ts'

/** Money of a client's subscription, in cents; the lock of the client's row is held. */
export interface PlanMoney {
  clientId: string
  subscriptionId: string
  invoiceId: string
  cents: number
  at: number
}

/** What moves the credit of a month, each once: its payment and its refund, and each dispute of it. */
const creditRefs = {
  granted: (invoiceId: string) => `credit:${invoiceId}`,
  refunded: (invoiceId: string) => `credit-back:${invoiceId}`,
  disputed: (disputeId: string) => `credit-disputed:${disputeId}`,
  disputeWon: (disputeId: string) => `credit-dispute-won:${disputeId}`,
}

/** What credit at the provider paid whole has no payment, and is known by its invoice. */
const paymentRef = ({ paymentId, invoiceId }: { paymentId: string | null; invoiceId: string }): string =>
  paymentId ?? invoiceId

/** Those of some paid invoices that are not booked. */
export async function unbookedInvoices(queries: Queries, paid: readonly PaidInvoice[]): Promise<PaidInvoice[]> {
  const refOf = ({ id, paymentIntentId }: PaidInvoice) => paymentRef({ paymentId: paymentIntentId, invoiceId: id })
  const booked = await bookedRefs(queries, paid.map(refOf))
  return paid.filter((invoice) => !booked.has(refOf(invoice)))
}

/**
 * Books a month that was paid, and the credit that it brings (SUB-13), or a change of plan within one, also where it cost
 * nothing; false when it has been booked before.
 */
export async function bookPlanPayment(
  queries: Queries,
  paid: PlanMoney & { paymentId: string | null; creditCents: number; plan: string; reason: CardInvoice['reason'] },
): Promise<boolean> {
  const { clientId, subscriptionId, invoiceId, cents, at, creditCents } = paid
  const booked = await postEntry(queries, {
    clientId,
    kind: 'plan_payment',
    ref: paymentRef(paid),
    at,
    lines: transfer(cents, { from: accounts.gateway, to: accounts.plan(subscriptionId) }),
    data: { invoice_id: invoiceId, plan: paid.plan, reason: paid.reason },
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

/** A refund of a subscription as the provider made it. */
export interface PlanRefund {
  clientId: string
  subscriptionId: string
  /** The provider's. */
  refundId: string
  cents: number
  at: number
}

/** Books a refund; false when it has been booked before. */
export function bookPlanRefund(queries: Queries, refund: PlanRefund): Promise<boolean> {
  return postEntry(queries, { ...refundEntry(refund, refund.cents), kind: 'plan_refund', ref: refund.refundId })
}

/** Takes a refund out again that the bank did not pay out (abuse 21); one that was not booked is left alone. */
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

/** The bill of a client's month. */
interface BillOfMonth {
  clientId: string
  invoiceId: string
  at: number
}

/** Takes back the credit of a month that was given back (SUB-13); a month without credit is left alone. */
export async function takePlanCreditBack(queries: Queries, { clientId, invoiceId, at }: BillOfMonth): Promise<void> {
  const left = await creditOfMonth(queries, { clientId, invoiceId })
  const ref = creditRefs.refunded(invoiceId)
  await moveCredit(queries, { kind: 'plan_credit_taken_back', clientId, invoiceId, ref, cents: -left, at })
}

/**
 * Gives what credit at the provider paid of a month to the balance, with the month (HOLD-06): no card can have it. Once for a
 * month; nothing is left alone.
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

/** A dispute at the bank of the payment of a month. */
export interface PlanDispute extends BillOfMonth {
  subscriptionId: string
  /** The provider's. */
  disputeId: string
  paymentId: string
  status: DisputeStatus
  cents: number
}

/**
 * Brings the books in line with a dispute of a month's payment, however often the bank changes its mind (abuse 25,
 * HOLD-06).
 * - What the bank took leaves the plan's account.
 * - While the dispute is open, and once it is lost, the month's credit is taken back, even below zero.
 * - Answers the ref of the entry, or nothing if the books said so already.
 */
export async function bookPlanDispute(queries: Queries, dispute: PlanDispute): Promise<string | undefined> {
  const { clientId, subscriptionId, invoiceId, disputeId, paymentId, status, cents, at } = dispute
  const before = await disputeEntriesOf(queries, { clientId, disputeId })
  const { takenCents, frozenCents } = disputeMoney({ status, cents, leftCents: cents })
  const booked = movedOn(accounts.gateway, before)
  const creditGone = await moveDisputedCredit(queries, { dispute, goes: takenCents > 0 || frozenCents > 0 })
  const { kind, ref } = nextDisputeEntry(disputeId, status, before)
  const known = before.at(-1)
  const saysSo = known === undefined ? status === 'won' : (known.data.status ?? statusOfKind[known.kind]) === status
  if (booked === takenCents && !creditGone && saysSo) return undefined
  await postEntry(queries, {
    clientId,
    kind,
    ref,
    at,
    lines: transfer(takenCents - booked, { from: accounts.plan(subscriptionId), to: accounts.gateway }),
    data: { dispute_id: disputeId, payment_id: paymentId, invoice_id: invoiceId, status, dispute_cents: cents },
  })
  return ref
}

/** The status of a dispute whose entry is from before entries stored it. */
const statusOfKind: Partial<Record<EntryKind, DisputeStatus>> = { dispute: 'open', dispute_won: 'won' }

/**
 * Takes a month's credit back for a dispute, or returns it after one; false where that is done already or there is
 * none.
 */
async function moveDisputedCredit(
  queries: Queries,
  { dispute, goes }: { dispute: PlanDispute; goes: boolean },
): Promise<boolean> {
  const { clientId, invoiceId, disputeId, at } = dispute
  const moved = await disputedCreditOf(queries, { clientId, disputeId })
  const cents = goes ? 0 - (await creditOfMonth(queries, { clientId, invoiceId })) : 0 - moved.cents
  if (cents === 0) return false
  const first = goes ? creditRefs.disputed(disputeId) : creditRefs.disputeWon(disputeId)
  const ref = moved.refs.includes(first) ? `${first}:${moved.refs.length}` : first
  await moveCredit(queries, { kind: goes ? 'dispute' : 'dispute_won', clientId, invoiceId, ref, cents, at })
  return true
}

/** Moves credit to a client's balance, or from it where `cents` are below zero; nothing is left alone. */
async function moveCredit(
  queries: Queries,
  credit: { kind: EntryKind; clientId: string; invoiceId: string; ref: string; cents: number; at: number },
): Promise<void> {
  const { clientId, invoiceId, cents, ...entry } = credit
  if (cents === 0) return
  await postEntry(queries, {
    ...entry,
    clientId,
    lines: transfer(cents, { from: accounts.promo, to: accounts.balance(clientId) }),
    data: { invoice_id: invoiceId },
  })
}

/** Whether the bill of a month ever brought credit, even if that was spent or taken back since. */
export async function broughtCredit(queries: Queries, invoiceId: string): Promise<boolean> {
  const ref = creditRefs.granted(invoiceId)
  return (await bookedRefs(queries, [ref])).has(ref)
}

export { planChangedSince, planOfPayment, spentSince } from './ledger.store.ts'
