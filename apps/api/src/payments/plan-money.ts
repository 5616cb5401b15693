import type { Queries } from '../database/tables.ts'
import { accounts, bookedRefs, movedBy, planOfPayment as planOfRef, spentSince as spent } from './ledger.store.ts'
import { postEntry } from './post-entry.ts'

/** Money of a client's subscription, in cents; the lock of the client's row is held. */
export interface PlanMoney {
  clientId: string
  subscriptionId: string
  invoiceId: string
  cents: number
  at: number
}

/** What the credit of a month is known by. */
const creditRef = (invoiceId: string) => `credit:${invoiceId}`

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
 * Books a month that was paid, and the credit that it brings (SUB-13); false when it has been booked before.
 */
export async function bookPlanPayment(
  queries: Queries,
  paid: PlanMoney & { paymentId: string | null; creditCents: number; plan: string },
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
    data: { invoice_id: invoiceId, plan: paid.plan },
  })
  if (booked && creditCents > 0) {
    await postEntry(queries, {
      clientId,
      orderId: null,
      kind: 'plan_credit',
      ref: creditRef(invoiceId),
      at,
      lines: [
        { account: accounts.promo, cents: -creditCents },
        { account: accounts.balance(clientId), cents: creditCents },
      ],
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

/** Takes back the credit of a month that was given back (SUB-13); a month without credit is left alone. */
export async function takePlanCreditBack(
  queries: Queries,
  { clientId, invoiceId, at }: { clientId: string; invoiceId: string; at: number },
): Promise<void> {
  const balance = accounts.balance(clientId)
  const credit = await movedBy(queries, { clientId, ref: creditRef(invoiceId), account: balance })
  if (credit === 0) return
  await postEntry(queries, {
    clientId,
    orderId: null,
    kind: 'plan_credit_taken_back',
    ref: `credit-back:${invoiceId}`,
    at,
    lines: [
      { account: accounts.promo, cents: credit },
      { account: balance, cents: -credit },
    ],
  })
}

/** Which client's subscription a payment at the provider was of. */
export function planOfPayment(queries: Queries, paymentId: string) {
  return planOfRef(queries, paymentId)
}

/** What a client bought since an instant (epoch milliseconds): the paid orders, and what left the balance, in cents. */
export function spentSince(queries: Queries, clientId: string, since: number) {
  return spent(queries, clientId, since)
}
