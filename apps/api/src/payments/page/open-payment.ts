import { webPaths } from '@nerdify/contract/web-paths.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { type PaymentStep, paymentStep } from '@nerdify/domain/payments/payment-step.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { blockedAtOf } from '../../accounts/blocked.ts'
import { lockedBalanceOf } from '../../accounts/credit-balance.ts'
import { transaction } from '../../database/transaction.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { holdCode, orderHolding, releaseCodes } from '../../discounts/code-uses.ts'
import { codeToUse } from '../../orders/price/order-discount.ts'
import { orderOf, orderOfPaymentToken, type StoredOrder } from '../../orders/list/own-order.ts'
import type { RenewedQuote } from '../../orders/price/renew-quote.ts'
import { CardCustomerGone, CardsUnavailable } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { customerOfSubscription, insertAttempt, openAttemptOf, type StoredAttempt } from './attempts.store.ts'
import { holdBalance } from './balance-holds.ts'
import { cardLines, closePage, pageLifeMs, sessionOf, signedReturnPath } from './card-pages.ts'
import { withOrderPayments } from './order-lease.ts'
import { payWithoutCard } from './pay-without-card.ts'
import { lookAtOrder, type OpenedLink, renewedQuote, splitOf, type Visit, type VisitNews } from './payment-situation.ts'
import { settleAttempt } from '../settle/settle-attempt.ts'

/**
 * Opens an order's payment link (PAY-01); answers where to go, or undefined for an unknown token.
 * - Unpaid: the provider's page for what is due now, created at this moment so that its price is current. An open page
 *   for the same amount is reused (PAY-07).
 * - Paid: the page for services added since (PAY-08), else `successUrl`. Services that are no longer available lead to
 *   the screen that says so (FLOW-27).
 * - Something is missing: the screen that asks for the description, e-mail, honor code or age (FLOW-32, LAW-02); the
 *   order form if the order needs another look.
 * - No card needed (PAY-06, PAY-13): booked without one, but only after the person has `pressed`. Opening a link moves
 *   no money (SAFE-12).
 * - Blocked client: nowhere, until the block is lifted (OPS-11).
 * `balance` is the balance's part that the person saw, in dollars; if it differs, they see the new one first. The page
 * offers the card of the client's own `subscriptionId`; any other id is ignored (AUTH-12).
 */
export async function openPayment(
  product: AppContext,
  link: {
    token: string
    successUrl: string | undefined
    cancelUrl: string | undefined
    subscriptionId?: string | undefined
    balance?: string | undefined
    pressed: boolean
    ipAddress: string
  },
): Promise<PaymentWay | { blocked: true } | undefined> {
  const found = await orderOfPaymentToken(product.queries, link.token)
  if (found === undefined) return undefined
  if ((await blockedAtOf(product.queries, found.client_id)) !== null) return { blocked: true }
  const { publicUrl } = product.settings
  const returns = {
    success: safePath(link.successUrl, webPaths.orderThankYou(found.id), publicUrl),
    cancel: safePath(link.cancelUrl, webPaths.orders(), publicUrl),
  }
  const savedCardsOf = await customerOfSubscription(product.queries, found.client_id, link.subscriptionId)
  return withOrderPayments(product, found.id, async () => {
    let visit: Visit = {
      ...returns,
      subscriptionId: link.subscriptionId,
      savedCardsOf,
      repriced: false,
      lostCoupon: false,
      shownBalanceCents: centsFromQuery(link.balance),
      pressed: link.pressed,
      booked: false,
      ipAddress: link.ipAddress,
    }
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const quote = await renewedQuote(product, found)
      if (quote.outcome === 'repriced')
        visit = { ...visit, repriced: true, lostCoupon: visit.lostCoupon || quote.lostCoupon !== undefined }
      const result = await nextStep(product, quote, visit).catch(withoutDeletedCustomer)
      if (!('again' in result)) return result
      visit = { ...visit, ...result.news }
    }
    throw new CardsUnavailable(`the pages of order ${found.id} do not come to an end`)
  })
}

/** Where a payment link leads: an address, or a button that pays without a card (SAFE-12). */
export type PaymentWay = { to: string } | { press: PaymentPress }

/** What the button pays, in cents: the order itself, or services added `later`. */
export interface PaymentPress {
  orderNumber: string
  balanceCents: number
  later: boolean
  /** Our path for a person who does not press (PAY-01). */
  back: string
}

/** The way out; or another look at the order, because something was settled, booked or closed. */
type StepResult = PaymentWay | LookAgain
interface LookAgain {
  again: true
  news?: Partial<VisitNews>
}
const lookAgain: LookAgain = { again: true }

/** A deleted customer has no saved cards either (HOLD-01). */
function withoutDeletedCustomer(error: unknown): LookAgain {
  if (error instanceof CardCustomerGone) return { again: true, news: { savedCardsOf: undefined } }
  throw error
}

/** Each look settles something; only a provider that contradicts itself exceeds this. */
const mostLooks = 20

/** Dollars with up to two decimals, as cents; undefined for any other text. */
const centsFromQuery = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? centsFromDollars(Number(text)) : undefined

async function nextStep(product: AppContext, quote: RenewedQuote, visit: Visit): Promise<StepResult> {
  const link = await lookAtOrder(product, quote, visit)
  return takeStep[paymentStep(link.situation)](product, link, visit)
}

/** Action of each step of the payment link. */
const takeStep: Record<
  PaymentStep,
  (product: AppContext, link: OpenedLink, visit: Visit) => StepResult | Promise<StepResult>
> = {
  leave: () => ({ to: webPaths.orders() }),
  settle_page: async (product, { page }) => {
    if (page !== undefined) await settleAttempt(product, page.attempt, page.session)
    return lookAgain
  },
  continue_page: async (product, link) => {
    const url = link.page?.session.url
    if (url != null && (await holdsDiscount(product, link.order))) return { to: url }
    return closeOwnPage(product, link)
  },
  close_page: closeOwnPage,
  show_unavailable_service: (_product, { order }) => ({ to: webPaths.orderAdditionalServices(order.id) }),
  // A person who has just paid without a card gets the card page's confirmation; a later visit gets none.
  thank: (product, { order }, { success, booked }) => ({
    to: booked ? signedReturnPath(product, order.id, success) : success,
  }),
  return_to_form: (_product, { order }) => ({ to: webPaths.orderForm(order.id) }),
  choose_job_type: (_product, { order }) => ({ to: webPaths.orderJobType(order.id) }),
  ask_for_missing: (_product, { order, situation }, { subscriptionId }) => {
    // A promo or complex order has no steps (FLOW-19): the payment's own screen asks.
    const isForStep = orderCan.edit(situation.order) && situation.missing.some((step) => step !== 'age')
    return {
      to: isForStep ? webPaths.orderDetailsBeforePayment(order.id) : webPaths.orderPayment(order.id, subscriptionId),
    }
  },
  show_price: (_product, { order, situation }, { lostCoupon }) => {
    const why = lostCoupon ? 'withoutCoupon' : 'changed'
    // A promo or complex order has no steps (FLOW-19).
    const hasSteps = orderCan.edit(situation.order)
    return { to: hasSteps ? webPaths.orderRepriced(order.id, why) : webPaths.orderPaymentRepriced(order.id, why) }
  },
  show_balance: (_product, { order, situation: { due } }) => ({
    to:
      due.services === undefined ? webPaths.orderBalanceChanged(order.id) : webPaths.orderAdditionalServices(order.id),
  }),
  ask_to_press: (_product, { order, situation: { due, split } }, { cancel }) => ({
    press: {
      orderNumber: order.number,
      balanceCents: split.balanceCents,
      later: due.services !== undefined,
      back: cancel,
    },
  }),
  book_without_card: async (product, { order, situation: { split } }) => {
    if (await closePageThatHoldsCode(product, order)) return lookAgain
    await payWithoutCard(product, order, split)
    return { again: true, news: { booked: true } }
  },
  make_page: async (product, link, visit) => {
    if (await closePageThatHoldsCode(product, link.order)) return lookAgain
    const newAttempt = await makeAttempt(product, link, visit)
    if (newAttempt === undefined) return lookAgain
    const url = (await sessionOf(product, newAttempt, cardLines(link.order, newAttempt)))?.url
    return url == null ? lookAgain : { to: url }
  },
}

async function closeOwnPage(product: AppContext, { page }: OpenedLink): Promise<LookAgain> {
  if (page !== undefined) await closePage(product, page.attempt, page.session)
  return lookAgain
}

/** Inserts the attempt of a card page and holds the balance's part; undefined if the order changed meanwhile. */
function makeAttempt(
  product: AppContext,
  { order, situation: { due, split } }: OpenedLink,
  visit: Visit,
): Promise<StoredAttempt | undefined> {
  const { client_id: clientId, id: orderId } = order
  const now = product.clock.now()
  return transaction(product.queries, async (queries) => {
    const current = await orderOf(queries, clientId, orderId, { lock: true })
    if (current?.version !== order.version) return undefined
    if (!(await holdsDiscount({ ...product, queries }, order))) return undefined
    // Two payments at once: the second sees the balance that the first left (abuse 18).
    const balanceCents = await lockedBalanceOf(queries, clientId)
    if (splitOf(current, balanceCents, now).balanceCents !== split.balanceCents) {
      // Without a page the code is released (DISC-16).
      await releaseCodes(queries, { clientId, orderId })
      return undefined
    }
    const inserted = await insertAttempt(queries, {
      client_id: clientId,
      id: uuidv7(now),
      order_id: orderId,
      kind: 'order',
      cents: split.cardCents,
      balance_cents: split.balanceCents,
      services: due.services && JSON.stringify(due.services),
      saved_cards_of: visit.savedCardsOf,
      success_path: visit.success,
      cancel_path: visit.cancel,
      created_at: new Date(now),
      expires_at: new Date(now + pageLifeMs),
    })
    await holdBalance(queries, inserted, now)
    return inserted
  })
}

/** Holds an order's code for its page; false if another order has used it up or has an open page with it (DISC-16). */
async function holdsDiscount({ queries, clock }: Pick<AppContext, 'queries' | 'clock'>, order: StoredOrder) {
  const { client_id: clientId, id: orderId } = order
  const code = codeToUse(order)
  return code === null || (await holdCode(queries, { code, clientId, orderId, now: clock.now() })) === undefined
}

/**
 * Closes the open page of the client's other order with the same code: one order per code can be paid at a time
 * (DISC-16). Answers whether there was one; if it was paid meanwhile, the payment is booked and uses up the code.
 */
async function closePageThatHoldsCode(product: AppContext, order: StoredOrder): Promise<boolean> {
  const { client_id: clientId } = order
  const code = codeToUse(order)
  if (code === null) return false
  const holder = await orderHolding(product.queries, { code, clientId, orderId: order.id })
  if (holder === undefined) return false
  await withOrderPayments(product, holder, async () => {
    const attempt = await openAttemptOf(product.queries, clientId, holder)
    const holdingOrder = await orderOf(product.queries, clientId, holder)
    if (attempt === undefined || holdingOrder === undefined) {
      return releaseCodes(product.queries, { clientId, orderId: holder })
    }
    const session = await sessionOf(product, attempt, cardLines(holdingOrder, attempt))
    if (session !== undefined) await closePage(product, attempt, session)
  })
  return true
}
