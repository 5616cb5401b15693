import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { readClient } from '../clients/find-client.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { holdCode, orderHolding, releaseCodes } from '../discounts/code-uses.ts'
import { reportCouponError } from '../orders/coupon-report.ts'
import { factsOf } from '../orders/order-facts-of.ts'
import { anyOrder, orderOfToken, type StoredOrder } from '../orders/own-order.ts'
import { quotableOf } from '../orders/quote-order.ts'
import { type RenewedQuote, renewQuote } from '../orders/renew-quote.ts'
import { type CardSession, CardsUnavailable } from '../ports.ts'
import type { Product } from '../product.ts'
import {
  customerOf,
  insertAttempt,
  keepCustomer,
  noteSession,
  openAttemptOf,
  type StoredAttempt,
} from './attempts.store.ts'
import { endUnpaidAttempt } from './end-unpaid-attempt.ts'
import { withOrderPayments } from './order-lease.ts'
import { payWithoutCard } from './pay-without-card.ts'
import { settleAttempt } from './settle-attempt.ts'

/** How long a payment page stays open; the provider wants at least 30 minutes. */
const pageLifeMs = 65 * 60_000
/** A page that closes this soon is not handed out again. */
const tooLateMs = 5 * 60_000
/** The least that a card payment can be (PAY-15), in cents. */
export const leastCardCents = 50

/**
 * Where the payment link of an order leads (PAY-01): the provider's page for what is due now, made at this moment so that
 * its price is never old; an open page for the same amount is continued (PAY-07). What is too little for a card is booked
 * without one (PAY-06). A paid order goes to `successUrl`, one that must be looked at again goes back to its form. Answers an address, or nothing for a token that is nobody's.
 */
export async function openPayment(
  product: Product,
  link: { token: string; successUrl: string | undefined; cancelUrl: string | undefined },
): Promise<string | undefined> {
  const found = await orderOfToken(product.queries, link.token)
  if (found === undefined) return undefined
  const { publicUrl } = product.settings
  const returns = {
    success: safePath(link.successUrl, webPaths.orderThankYou(found.id), publicUrl),
    cancel: safePath(link.cancelUrl, webPaths.orders(), publicUrl),
  }
  return withOrderPayments(product, found.id, async () => {
    const visit: Visit = { ...returns, repriced: false }
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
  /** The price or the discount changed during this visit, so the person is told before paying (PRICE-12). */
  repriced: boolean
}

async function nextStep(product: Product, { client_id: clientId, id: orderId }: StoredOrder, visit: Visit) {
  const now = product.clock.now()
  const { order, outcome } = await renewedQuote(product, clientId, orderId)
  visit.repriced ||= outcome === 'repriced'
  const facts = factsOf(order)
  if (orderIs.deleted(facts) || order.declined || orderIs.inRefund(facts)) return webPaths.orders()

  const attempt = await openAttemptOf(product.queries, clientId, orderId)
  const due = order.price_cents - order.paid_cents
  const session = attempt === undefined ? undefined : await sessionOf(product, attempt, order)
  if (attempt !== undefined && session !== undefined) {
    if (session.status !== 'open') {
      await settleAttempt(product, attempt, session)
      return lookAgain
    }
    const fits = outcome === 'holds' && !visit.repriced && attempt.cents === due && attempt.expires_at - now > tooLateMs
    if (fits && session.url !== null && (await holdsDiscount(product, order))) return session.url
    await closePage(product, attempt, session)
    return lookAgain
  }
  if (due <= 0 && orderIs.paid(facts)) return visit.success
  if (outcome === 'impossible') return webPaths.orderForm(orderId)
  if (visit.repriced) return webPaths.orderRepriced(orderId)
  if (await closePageThatHoldsCode(product, order)) return lookAgain
  if (due < leastCardCents) {
    await payWithoutCard(product, order)
    return lookAgain
  }

  const made = await transaction(product.queries, async (queries) => {
    if (!(await holdsDiscount({ ...product, queries }, order))) return undefined
    return insertAttempt(queries, {
      clientId,
      id: uuidv7(now),
      orderId,
      cents: due,
      successPath: visit.success,
      cancelPath: visit.cancel,
      now,
      expiresAt: now + pageLifeMs,
    })
  })
  if (made === undefined) return lookAgain
  const opened = await makeSession(product, made, order)
  return opened?.url ?? lookAgain
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
  const { discount_code: code, client_id: clientId, id: orderId } = order
  return code === null || (await holdCode(queries, { code, clientId, orderId, now: clock.now() })) === undefined
}

/**
 * DISC-16: of a client's orders with the same code one can be paid at a time, so the open page of another one is closed
 * first. Answers whether there was one; should it turn out to be paid, that is booked and has used the code up.
 */
async function closePageThatHoldsCode(product: Product, order: StoredOrder): Promise<boolean> {
  const { discount_code: code, client_id: clientId } = order
  if (code === null) return false
  const holder = await orderHolding(product.queries, { code, clientId, orderId: order.id })
  if (holder === undefined) return false
  await withOrderPayments(product, holder, async () => {
    const attempt = await openAttemptOf(product.queries, clientId, holder)
    const held = await anyOrder(product.queries, clientId, holder)
    if (attempt === undefined || held === undefined) {
      return releaseCodes(product.queries, { clientId, orderId: holder })
    }
    const session = await sessionOf(product, attempt, held)
    if (session !== undefined) await closePage(product, attempt, session)
  })
  return true
}

/** Closes an open page; should it turn out to be paid instead, that is booked. */
async function closePage(product: Product, attempt: StoredAttempt, session: CardSession): Promise<void> {
  const closed = session.status === 'open' ? await product.cards.expireSession(session.id) : session
  await settleAttempt(product, attempt, closed)
}

/** The provider's session of an attempt; one that was cut off before it had a session gets it now, by the same key. */
async function sessionOf(
  product: Product,
  attempt: StoredAttempt,
  order: StoredOrder,
): Promise<CardSession | undefined> {
  if (attempt.session_id !== null) return product.cards.session(attempt.session_id)
  return makeSession(product, attempt, order)
}

async function makeSession(
  product: Product,
  attempt: StoredAttempt,
  order: StoredOrder,
): Promise<CardSession | undefined> {
  const { publicUrl } = product.settings
  const customerId = await customerFor(product, attempt.client_id)
  try {
    const session = await product.cards.createSession({
      attemptId: attempt.id,
      orderId: attempt.order_id,
      customerId,
      cents: attempt.cents,
      description: describe(order),
      successUrl: publicUrl + attempt.success_path,
      cancelUrl: publicUrl + attempt.cancel_path,
      expiresAt: attempt.expires_at,
    })
    await noteSession(product.queries, attempt, session.id)
    return session
  } catch (error) {
    const refusedForGood = (error as { statusCode?: number }).statusCode === 400
    if (refusedForGood) await endUnpaidAttempt(product, attempt, 'failed')
    // An attempt that was left behind long ago may ask for a page in the past: a new one takes its place.
    if (refusedForGood && attempt.created_at < product.clock.now() - tooLateMs) return undefined
    throw error
  }
}

async function customerFor(product: Product, clientId: string): Promise<string> {
  const kept = await customerOf(product.queries, clientId)
  if (kept !== undefined) return kept
  const { email } = await readClient(product.queries, clientId)
  const customerId = await product.cards.createCustomer({ clientId, email })
  await keepCustomer(product.queries, clientId, customerId)
  return customerId
}

/** The line on the payment page: what it is for, without anything private. */
function describe(order: StoredOrder): string {
  const { priceName, size } = quotableOf(order)
  const jobType = priceName === null ? undefined : jobTypeByPriceName(priceName)
  return `Nerdify order ${order.number}: ${jobType?.name ?? 'task'}${size === null ? '' : `, ${sizeLabel(size)}`}`
}
