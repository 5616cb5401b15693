import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import { isOffered } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { type AmountDue, isUnavailable } from '@nerdify/domain/orders/additional-services.ts'
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

/** One visit of a payment link: its parameters, and what has changed during it. */
export interface Visit extends VisitNews {
  success: string
  cancel: string
  /** The subscription of the link (AUTH-12). */
  subscriptionId: string | undefined
  /** The balance's part that the person saw, in cents. */
  shownBalanceCents: number | undefined
  /** A person pressed the button, so a payment without a card may be booked (SAFE-12). */
  pressed: boolean
  ipAddress: string
}

export interface VisitNews {
  /** The provider's customer whose saved cards the page offers. */
  savedCardsOf: string | undefined
  /** The price or the discount changed; the person must see it before paying (PRICE-12). */
  repriced: boolean
  /** That change removed the coupon (DISC-15). */
  lostCoupon: boolean
  /** A payment without a card was booked. */
  booked: boolean
}

/** An order as its payment link opens: the facts that choose the step, and its inputs. */
export interface OpenedLink {
  order: StoredOrder
  situation: PaymentSituation
  /** The open page and its session at the provider. */
  page: { attempt: StoredAttempt; session: CardSession } | undefined
}

/** Reads an order with its renewed quote for its payment link. */
export async function lookAtOrder(
  product: AppContext,
  { order, outcome }: RenewedQuote,
  visit: Visit,
): Promise<OpenedLink> {
  const facts = factsOf(order)
  // No call to the provider for an order that takes no payment.
  const page = orderCan.takePayment(facts) ? await openPageOf(product, order) : undefined
  const client = await readClient(product.queries, order.client_id)
  const now = product.clock.now()
  const due = amountDueOf(order, now)
  const split = splitOf(order, client.balance_cents, now)
  const situation: PaymentSituation = {
    order: facts,
    page: pageState(page),
    pageFits: page !== undefined && fits(page, { due, split, visit, now }),
    quote: outcome,
    isNewPrice: visit.repriced,
    due,
    split,
    knowsBalance: visit.shownBalanceCents === undefined || visit.shownBalanceCents === split.balanceCents,
    isServiceUnavailable: isServiceUnavailable(order, now),
    isOffered: isOfferedJob(order, isInRestrictedRegion(product, client, visit.ipAddress)),
    missing: await missingOf(product, order, client),
    pressed: visit.pressed,
  }
  return { order, situation, page }
}

function pageState(page: OpenedLink['page']): PaymentSituation['page'] {
  if (page === undefined) return 'none'
  return page.session.status === 'open' ? 'open' : 'over'
}

async function openPageOf(product: AppContext, order: StoredOrder): Promise<OpenedLink['page']> {
  const attempt = await openAttemptOf(product.queries, order.client_id, order.id)
  if (attempt === undefined) return undefined
  const session = await sessionOf(product, attempt, cardLines(order, attempt))
  return session && { attempt, session }
}

/**
 * Whether an open page fits: same amount, same part of the balance, same services, the saved cards of the visit's
 * subscription (a visit without one accepts any page, PAY-07), and enough time left.
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

/** What the order lacks before payment (FLOW-32). */
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
    // An unconfirmed address counts: we have it (SAFE-02).
    email: knownEmail(client.email) ?? (await pendingEmailOf(queries, order.client_id)),
    adultConfirmed: client.adult_confirmed_at !== null,
  })

/** Whether the client's region offers the job type (LAW-04); a paid order keeps its type. */
function isOfferedJob(order: StoredOrder, restricted: boolean): boolean {
  const jobType = jobTypeByPriceName(order.price_name ?? '')
  return jobType === undefined || orderIs.paid(factsOf(order)) || isOffered(jobType.id, { restricted })
}

/** Renews an order's lapsed quote and discount; support hears of a lost discount (DISC-13). */
export function renewedQuote(
  product: AppContext,
  { client_id: clientId, id: orderId }: StoredOrder,
): Promise<RenewedQuote> {
  return transaction(product.queries, async (queries) => {
    const quote = await renewQuote(queries, { clientId, orderId, now: product.clock.now() })
    if (quote.outcome === 'repriced' && quote.lostCoupon !== undefined) {
      await reportCouponError(queries, product, { order: quote.order, failed: quote.lostCoupon })
    }
    return quote
  })
}

/** Splits what is due between card and balance; an open page's hold counts as available. */
export function splitOf(order: StoredOrder, availableCents: number, now: number): DueSplit {
  return splitDue(amountDueOf(order, now).cents, { cents: availableCents + order.held_cents, use: order.use_balance })
}

/** Whether an unpaid service is no longer for sale since it was added (FLOW-27, WAIT-04). */
const isServiceUnavailable = (order: StoredOrder, now: number): boolean =>
  Object.entries(serviceFactsOf(order)).some(
    ([key, { added, paid }]) => added && !paid && isUnavailable(key as ServiceKey, factsOf(order), now),
  )
