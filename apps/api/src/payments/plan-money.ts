import type { Queries } from '../database/tables.ts'
import type { CardInvoice } from '../ports.ts'
import {
  accounts,
  bookedRefs,
  creditOfMonth,
  type EntryKind,
  movedBy,
  planChangedSince as changedSince,
  planOfPayment as planOfRef,
  spentSince as spent,
} from './ledger.store.ts'
import { postEntry } from './post-entry.ts'

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
export async function unbookedPlanPayments<Paid extends { paymentId: string | null; invoiceId: string }>(
  queries: Queries,
  paid: readonly Paid[],
): Promise<Paid[]> {
  const booked = await bookedRefs(queries, paid.map(paymentRef))
  return paid.filter((one) => !booked.has(paymentRef(one)))
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
    orderId: null,
    kind: 'plan_payment',
    ref: paymentRef(paid),
    at,
    lines: [
      { account: accounts.gateway, cents: -cents },
      { account: accounts.plan(subscriptionId), cents },
    ],
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
  orderId: null,
  at,
  lines: [
    { account: accounts.plan(subscriptionId), cents: -cents },
    { account: accounts.gateway, cents },
  ],
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

/** A dispute at the bank of the payment of a month. */
export interface PlanDispute extends BillOfMonth {
  subscriptionId: string
  /** The provider's. */
  disputeId: string
  cents: number
}

/**
 * Books that the bank took the payment of a month away, and takes its credit back, also below zero (abuse 25); false when it
 * has been booked before.
 */
export async function bookPlanDispute(queries: Queries, dispute: PlanDispute): Promise<boolean> {
  const { clientId, invoiceId, disputeId, cents, at } = dispute
  const entry = { ...disputeEntry(dispute, -cents), kind: 'dispute', ref: disputeId } as const
  if (!(await postEntry(queries, entry))) return false
  const left = await creditOfMonth(queries, { clientId, invoiceId })
  const ref = creditRefs.disputed(disputeId)
  await moveCredit(queries, { kind: 'dispute', clientId, invoiceId, ref, cents: -left, at })
  return true
}

/** Books that the bank gave it again, and gives the credit again that the dispute took; false when it has been booked before. */
export async function bookPlanDisputeWon(queries: Queries, dispute: PlanDispute): Promise<boolean> {
  const { clientId, invoiceId, disputeId, cents, at } = dispute
  const entry = { ...disputeEntry(dispute, cents), kind: 'dispute_won', ref: `won:${disputeId}` } as const
  if (!(await postEntry(queries, entry))) return false
  const taken = await movedBy(queries, {
    clientId,
    ref: creditRefs.disputed(disputeId),
    account: accounts.balance(clientId),
  })
  const ref = creditRefs.disputeWon(disputeId)
  await moveCredit(queries, { kind: 'dispute_won', clientId, invoiceId, ref, cents: -taken, at })
  return true
}

const disputeEntry = ({ clientId, subscriptionId, at }: PlanDispute, cents: number) => ({
  clientId,
  orderId: null,
  at,
  lines: [
    { account: accounts.plan(subscriptionId), cents },
    { account: accounts.gateway, cents: -cents },
  ],
})

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
    orderId: null,
    lines: [
      { account: accounts.promo, cents: -cents },
      { account: accounts.balance(clientId), cents },
    ],
    data: { invoice_id: invoiceId },
  })
}

/** Which client's subscription a payment at the provider was of, and which bill of it that paid. */
export function planOfPayment(queries: Queries, paymentId: string) {
  return planOfRef(queries, paymentId)
}

/** Whether the bill of a month brought credit, spent or not, whatever became of it. */
export async function broughtCredit(queries: Queries, invoiceId: string): Promise<boolean> {
  const ref = creditRefs.granted(invoiceId)
  return (await bookedRefs(queries, [ref])).has(ref)
}

/** Whether a plan was changed for money or credit at the provider since an instant (epoch milliseconds). */
export function planChangedSince(
  queries: Queries,
  change: { clientId: string; subscriptionId: string; since: number },
): Promise<boolean> {
  return changedSince(queries, change)
}

/** What a client bought since an instant (epoch milliseconds): the paid orders, and what left the balance, in cents. */
export function spentSince(queries: Queries, clientId: string, since: number) {
  return spent(queries, clientId, since)
}
