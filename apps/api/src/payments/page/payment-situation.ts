import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { isOffered } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { type AmountDue, isTooLateFor } from '@nerdify/domain/orders/additional-services.ts'
import { type MissingBeforePayment, missingBeforePayment } from '@nerdify/domain/orders/before-payment.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { type DueSplit, splitDue } from '@nerdify/domain/payments/due-split.ts'
import type { PaymentSituation } from '@nerdify/domain/payments/payment-step.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { readClient } from '../../accounts/find-client.ts'
import { pendingEmailOf } from '../../accounts/pending-emails.ts'
import { isInRestrictedRegion } from '../../accounts/restricted-region.ts'
import { transaction } from '../../database/transaction.ts'
import { reportCouponError } from '../../orders/price/coupon-report.ts'
import { amountDueOf, factsOf, serviceFactsOf } from '../../orders/list/order-facts-of.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { type RenewedQuote, renewQuote } from '../../orders/price/renew-quote.ts'
import type { CardSession } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { openAttemptOf, type StoredAttempt } from './attempts.store.ts'
import { cardLines, sessionOf, tooLateMs } from './card-pages.ts'

/** One visit of a payment link, and what it has come to know on the way. */
export interface Visit {
  success: string
  cancel: string
  /** The provider's customer whose saved cards the page shall offer. */
  savedCardsOf: string | undefined
  /** The price or the discount changed during this visit, so the person is told before paying (PRICE-12). */
  repriced: boolean
  /** The coupon was lost by that (DISC-15). */
  lostCoupon: boolean
  /** What the person was told that their balance pays, in cents. */
  shownBalanceCents: number | undefined
  /** A person pressed a button for it: what needs no card may be booked (SAFE-12). */
  pressed: boolean
  /** It was booked without one during this visit. */
  booked: boolean
  /** Of whoever opened the link. */
  ipAddress: string
}

/** How an order stands as its payment link is opened: what decides, and what the step that follows needs. */
export interface OpenedLink {
  order: StoredOrder
  situation: PaymentSituation
  /** The page that is open for it, with the provider's word on it. */
  page: { attempt: StoredAttempt; session: CardSession } | undefined
}

/**
 * Looks at an order whose payment link is opened. A quote that has lapsed is renewed by it, and a price that changed is noted
 * on the visit.
 */
export async function lookAtOrder(
  product: AppContext,
  { client_id: clientId, id: orderId }: StoredOrder,
  visit: Visit,
): Promise<OpenedLink> {
  const renewed = await renewedQuote(product, clientId, orderId)
  const { order, outcome } = renewed
  if (renewed.outcome === 'repriced') {
    visit.repriced = true
    visit.lostCoupon ||= renewed.lostCoupon !== undefined
  }
  const facts = factsOf(order)
  // The provider is asked nothing about what nobody pays for.
  const page = orderCan.takePayment(facts) ? await openPageOf(product, order) : undefined
  const client = await readClient(product.queries, clientId)
  const due = amountDueOf(order)
  const split = splitOf(order, client.balance_cents)
  const situation: PaymentSituation = {
    order: facts,
    page: page === undefined ? 'none' : page.session.status === 'open' ? 'open' : 'over',
    pageFits: page !== undefined && fits(page, { due, split, visit, now: product.clock.now() }),
    quote: outcome,
    isNewPrice: visit.repriced,
    due,
    split,
    knowsBalance: visit.shownBalanceCents === undefined || visit.shownBalanceCents === split.balanceCents,
    wantsTooLate: wantsTooLate(order),
    isOffered: isOfferedJob(order, isInRestrictedRegion(product, client, visit.ipAddress)),
    missing: await missingOf(product, order, client),
    pressed: visit.pressed,
  }
  return { order, situation, page }
}

async function openPageOf(product: AppContext, order: StoredOrder): Promise<OpenedLink['page']> {
  const attempt = await openAttemptOf(product.queries, order.client_id, order.id)
  if (attempt === undefined) return undefined
  const session = await sessionOf(product, attempt, cardLines(order, attempt))
  return session && { attempt, session }
}

/**
 * Whether an open page asks for what is due now, with the same part of the balance and for the same services, offers
 * the saved cards that are wanted, where a visit without a wish takes any page (PAY-07), and is open for long enough.
 */
const fits = (
  { attempt, session }: NonNullable<OpenedLink['page']>,
  { due, split, visit, now }: { due: AmountDue; split: DueSplit; visit: Visit; now: number },
): boolean =>
  attempt.cents === split.cardCents &&
  attempt.balance_cents === split.balanceCents &&
  (attempt.services ?? []).join() === (due.services ?? []).join() &&
  (visit.savedCardsOf === undefined || attempt.saved_cards_of === visit.savedCardsOf) &&
  attempt.expires_at - now > tooLateMs &&
  session.url !== null

/** What is missing before the order can be paid (FLOW-32). */
const missingOf = async (
  { queries }: Pick<AppContext, 'queries'>,
  order: StoredOrder,
  client: { email: string | null; adult_confirmed_at: number | null },
): Promise<readonly MissingBeforePayment[]> =>
  missingBeforePayment({
    paid: orderIs.paid(factsOf(order)),
    details: order.details,
    files: order.attachments.length,
    honourCodeAgreed: order.honour_code !== null,
    // One that waits for its link is as good: the product has it (SAFE-02).
    email: knownEmail(client.email) ?? (await pendingEmailOf(queries, order.client_id)),
    adultConfirmed: client.adult_confirmed_at !== null,
  })

/** Whether an order's job type is offered where its client is (LAW-04); what something was paid for stays as it is. */
function isOfferedJob(order: StoredOrder, restricted: boolean): boolean {
  const jobType = jobTypeByPriceName(order.price_name ?? '')
  return jobType === undefined || orderIs.paid(factsOf(order)) || isOffered(jobType.id, { restricted })
}

/** The order with its quote and its discount as they hold now; support is told of a discount that went (DISC-13). */
function renewedQuote(product: AppContext, clientId: string, orderId: string): Promise<RenewedQuote> {
  return transaction(product.queries, async (queries) => {
    const quote = await renewQuote(queries, { clientId, orderId, now: product.clock.now() })
    if (quote.outcome === 'repriced' && quote.lostCoupon !== undefined) {
      await reportCouponError(queries, product, { order: quote.order, failed: quote.lostCoupon })
    }
    return quote
  })
}

/** How what is due now is paid; what an open page of the order holds of the balance counts as there. */
export function splitOf(order: StoredOrder, availableCents: number): DueSplit {
  return splitDue(amountDueOf(order).cents, { cents: availableCents + order.held_cents, use: order.use_balance })
}

/** Whether the client waits to pay for a service that came too late: a Nerd was found meanwhile (FLOW-27). */
const wantsTooLate = (order: StoredOrder): boolean =>
  Object.entries(serviceFactsOf(order)).some(
    ([key, { added, paid }]) => added && !paid && isTooLateFor(key as ServiceKey, order.client_status),
  )
