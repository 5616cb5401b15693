import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { type ServiceKey, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { type AmountDue, isTooLateFor } from '@nerdify/domain/orders/additional-services.ts'
import { isOffered } from '@nerdify/domain/fair-dealing/restricted-regions.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { type DueSplit, splitDue } from '@nerdify/domain/payments/due-split.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { lockedBalanceOf } from '../clients/credit-balance.ts'
import { readClient } from '../clients/find-client.ts'
import { isInRestrictedRegion } from '../clients/restricted-region.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { holdCode, orderHolding, releaseCodes } from '../discounts/code-uses.ts'
import { reportCouponError } from '../orders/coupon-report.ts'
import { codeToUse } from '../orders/order-discount.ts'
import { amountDueOf, factsOf, serviceFactsOf } from '../orders/order-facts-of.ts'
import { anyOrder, orderOfToken, type StoredOrder } from '../orders/own-order.ts'
import { quotableOf } from '../orders/quote-order.ts'
import { type RenewedQuote, renewQuote } from '../orders/renew-quote.ts'
import { CardsUnavailable } from '../ports.ts'
import type { Product } from '../product.ts'
import { customerOfSubscription } from '../subscriptions/customer-of-subscription.ts'
import { insertAttempt, openAttemptOf, type StoredAttempt } from './attempts.store.ts'
import { holdBalance } from './balance-holds.ts'
import { closePage, pageLifeMs, sessionOf, tooLateMs } from './card-pages.ts'
import { withOrderPayments } from './order-lease.ts'
import { payWithoutCard } from './pay-without-card.ts'
import { settleAttempt } from './settle-attempt.ts'

/**
 * Where the payment link of an order leads (PAY-01): the provider's page for what is due now, made at this moment so that
 * its price is never old; an open page for the same amount is continued (PAY-07). For a paid order that is the services
 * added since then, alone (PAY-08); those that cannot be had any more lead to the screen that says so (FLOW-27). What is too little for a card is booked
 * without one (PAY-06), as is what the balance pays whole (PAY-13). Where the balance pays another amount than `balance`, the dollars that the person was told,
 * they are told first. A paid order goes to `successUrl`, one that must be looked at again goes back to its form, and one whose
 * client has not confirmed their age to where they can (LAW-02). With a subscription of the order's client the page offers the card
 * that is saved with it; any other `subscriptionId` is left alone (AUTH-12). Answers an address, or nothing for a token that is nobody's.
 */
export async function openPayment(
  product: Product,
  link: {
    token: string
    successUrl: string | undefined
    cancelUrl: string | undefined
    subscriptionId?: string | undefined
    balance?: string | undefined
    ipAddress: string
  },
): Promise<string | undefined> {
  const found = await orderOfToken(product.queries, link.token)
  if (found === undefined) return undefined
  const { publicUrl } = product.settings
  const returns = {
    success: safePath(link.successUrl, webPaths.orderThankYou(found.id), publicUrl),
    cancel: safePath(link.cancelUrl, webPaths.orders(), publicUrl),
  }
  const savedCardsOf = await customerOfSubscription(product.queries, found.client_id, link.subscriptionId)
  return withOrderPayments(product, found.id, async () => {
    const visit: Visit = {
      ...returns,
      savedCardsOf,
      repriced: false,
      lostCoupon: false,
      toldBalanceCents: readTold(link.balance),
      ipAddress: link.ipAddress,
    }
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const next = await nextStep(product, found, visit)
      if (next !== lookAgain) return next
    }
    throw new CardsUnavailable(`the pages of order ${found.id} do not come to an end`)
  })
}

/** Something was settled or closed on the way, so the order is looked at anew. */
const lookAgain = 'look again'
/** Each look settles something; that many do not happen unless the provider contradicts itself. */
const mostLooks = 20

interface Visit {
  success: string
  cancel: string
  /** The provider's customer whose saved cards the page shall offer. */
  savedCardsOf: string | undefined
  /** The price or the discount changed during this visit, so the person is told before paying (PRICE-12). */
  repriced: boolean
  /** The coupon was lost by that (DISC-15). */
  lostCoupon: boolean
  /** What the person was told that their balance pays, in cents. */
  toldBalanceCents: number | undefined
  /** Of whoever opened the link. */
  ipAddress: string
}

/** Dollars with up to two decimals; anything else tells nothing. */
const readTold = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? centsFromDollars(Number(text)) : undefined

async function nextStep(product: Product, { client_id: clientId, id: orderId }: StoredOrder, visit: Visit) {
  const now = product.clock.now()
  const renewed = await renewedQuote(product, clientId, orderId)
  const { order, outcome } = renewed
  if (renewed.outcome === 'repriced') {
    visit.repriced = true
    visit.lostCoupon ||= renewed.lostCoupon !== undefined
  }
  const facts = factsOf(order)
  if (orderIs.deleted(facts) || order.declined || orderIs.inRefund(facts)) return webPaths.orders()

  const attempt = await openAttemptOf(product.queries, clientId, orderId)
  const due = amountDueOf(order)
  const client = await readClient(product.queries, clientId)
  const split = splitOf(order, client.balance_cents)
  const session =
    attempt === undefined ? undefined : await sessionOf(product, attempt, describe(order, attempt.services))
  if (attempt !== undefined && session !== undefined) {
    if (session.status !== 'open') {
      await settleAttempt(product, attempt, session)
      return lookAgain
    }
    const fits =
      outcome === 'holds' &&
      !visit.repriced &&
      isFor(attempt, due, split) &&
      offersCardsOf(attempt, visit) &&
      tells(visit, split) &&
      attempt.expires_at - now > tooLateMs
    if (fits && session.url !== null && (await holdsDiscount(product, order))) return session.url
    await closePage(product, attempt, session)
    return lookAgain
  }
  if (due.cents <= 0 && orderIs.paid(facts)) {
    return wantsTooLate(order) ? webPaths.orderAdditionalServices(orderId) : visit.success
  }
  if (outcome === 'impossible') return webPaths.orderForm(orderId)
  const restricted = isInRestrictedRegion(product, client, visit.ipAddress)
  if (!isOfferedJob(order, restricted)) return webPaths.orderJobType(orderId)
  if (client.adult_confirmed_at === null) return webPaths.orderPayment(orderId)
  if (visit.repriced) {
    const why = visit.lostCoupon ? 'withoutCoupon' : 'changed'
    // A promo or complex order has no steps (FLOW-19).
    return orderCan.edit(facts) ? webPaths.orderRepriced(orderId, why) : webPaths.orderPaymentRepriced(orderId, why)
  }
  if (!tells(visit, split)) {
    return due.services === undefined
      ? webPaths.orderBalanceChanged(orderId)
      : webPaths.orderAdditionalServices(orderId)
  }
  if (await closePageThatHoldsCode(product, order)) return lookAgain
  if (split.cardCents === 0) {
    await payWithoutCard(product, order, split)
    return lookAgain
  }

  const made = await transaction(product.queries, async (queries) => {
    const current = await anyOrder(queries, clientId, orderId, { lock: true })
    if (current?.version !== order.version) return undefined
    if (!(await holdsDiscount({ ...product, queries }, order))) return undefined
    // Two payments at once: whoever comes second finds what the first has left (abuse 18).
    const left = await lockedBalanceOf(queries, clientId)
    if (splitOf(current, left).balanceCents !== split.balanceCents) {
      // A code is held for a page, and none is made now (DISC-16).
      await releaseCodes(queries, { clientId, orderId })
      return undefined
    }
    const inserted = await insertAttempt(queries, {
      clientId,
      id: uuidv7(now),
      orderId,
      kind: 'order',
      cents: split.cardCents,
      balanceCents: split.balanceCents,
      services: due.services,
      savedCardsOf: visit.savedCardsOf,
      successPath: visit.success,
      cancelPath: visit.cancel,
      now,
      expiresAt: now + pageLifeMs,
    })
    await holdBalance(queries, inserted, now)
    return inserted
  })
  if (made === undefined) return lookAgain
  const opened = await sessionOf(product, made, describe(order, made.services))
  return opened?.url ?? lookAgain
}

/** Whether an order's job type is offered where its client is (LAW-04); what something was paid for stays as it is. */
function isOfferedJob(order: StoredOrder, restricted: boolean): boolean {
  const jobType = jobTypeByPriceName(order.price_name ?? '')
  return jobType === undefined || orderIs.paid(factsOf(order)) || isOffered(jobType.id, { restricted })
}

/** The order with its quote and its discount as they hold now; support is told of a discount that went (DISC-13). */
function renewedQuote(product: Product, clientId: string, orderId: string): Promise<RenewedQuote> {
  return transaction(product.queries, async (queries) => {
    const quote = await renewQuote(queries, { clientId, orderId, now: product.clock.now() })
    if (quote.outcome === 'repriced' && quote.lostCoupon !== undefined) {
      await reportCouponError(queries, product, { order: quote.order, failed: quote.lostCoupon })
    }
    return quote
  })
}

/** Whether an order's code is held for its page (DISC-16): no other order has used it up or has an open page with it. */
async function holdsDiscount({ queries, clock }: Pick<Product, 'queries' | 'clock'>, order: StoredOrder) {
  const { client_id: clientId, id: orderId } = order
  const code = codeToUse(order)
  return code === null || (await holdCode(queries, { code, clientId, orderId, now: clock.now() })) === undefined
}

/**
 * DISC-16: of a client's orders with the same code one can be paid at a time, so the open page of another one is closed
 * first. Answers whether there was one; should it turn out to be paid, that is booked and has used the code up.
 */
async function closePageThatHoldsCode(product: Product, order: StoredOrder): Promise<boolean> {
  const { client_id: clientId } = order
  const code = codeToUse(order)
  if (code === null) return false
  const holder = await orderHolding(product.queries, { code, clientId, orderId: order.id })
  if (holder === undefined) return false
  await withOrderPayments(product, holder, async () => {
    const attempt = await openAttemptOf(product.queries, clientId, holder)
    const held = await anyOrder(product.queries, clientId, holder)
    if (attempt === undefined || held === undefined) {
      return releaseCodes(product.queries, { clientId, orderId: holder })
    }
    const session = await sessionOf(product, attempt, describe(held, attempt.services))
    if (session !== undefined) await closePage(product, attempt, session)
  })
  return true
}

/** How what is due now is paid; what an open page of the order holds of the balance counts as there. */
function splitOf(order: StoredOrder, availableCents: number): DueSplit {
  return splitDue(amountDueOf(order).cents, { cents: availableCents + order.held_cents, use: order.use_balance })
}

/** Whether the person was told what their balance pays, if they were told anything. */
const tells = ({ toldBalanceCents }: Visit, { balanceCents }: DueSplit): boolean =>
  toldBalanceCents === undefined || toldBalanceCents === balanceCents

/** Whether an open page asks for what is due now, with the same part of the balance and for the same services. */
function isFor(attempt: StoredAttempt, due: AmountDue, { cardCents, balanceCents }: DueSplit): boolean {
  return (
    attempt.cents === cardCents &&
    attempt.balance_cents === balanceCents &&
    (attempt.services ?? []).join() === (due.services ?? []).join()
  )
}

/** Whether an open page offers the saved cards that the visit is for; one without a wish takes any page (PAY-07). */
const offersCardsOf = (attempt: StoredAttempt, { savedCardsOf }: Visit): boolean =>
  savedCardsOf === undefined || attempt.saved_cards_of === savedCardsOf

/** Whether the client waits to pay for a service that came too late: a Nerd was found meanwhile (FLOW-27). */
const wantsTooLate = (order: StoredOrder): boolean =>
  Object.entries(serviceFactsOf(order)).some(
    ([key, { added, paid }]) => added && !paid && isTooLateFor(key as ServiceKey, order.client_status),
  )

/** The line on the payment page: what it is for, without anything private. */
function describe(order: StoredOrder, services: readonly ServiceKey[] | null): string {
  if (services !== null) {
    return `Nerdify order ${order.number}: ${services.map((key) => serviceNames[key]).join(', ')}`
  }
  const { priceName, size } = quotableOf(order)
  const jobType = priceName === null ? undefined : jobTypeByPriceName(priceName)
  return `Nerdify order ${order.number}: ${jobType?.name ?? 'task'}${size === null ? '' : `, ${sizeLabel(size)}`}`
}
