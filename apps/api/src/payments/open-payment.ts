import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { readClient } from '../clients/find-client.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { factsOf } from '../orders/order-facts-of.ts'
import { orderOfToken, type StoredOrder } from '../orders/own-order.ts'
import { renewQuote } from '../orders/renew-quote.ts'
import type { CardSession } from '../ports.ts'
import type { Product } from '../product.ts'
import {
  closeAttempt,
  customerOf,
  insertAttempt,
  keepCustomer,
  noteSession,
  openAttemptOf,
  type StoredAttempt,
} from './attempts.store.ts'
import { withOrderPayments } from './order-lease.ts'
import { settleAttempt } from './settle-attempt.ts'

/** How long a payment page stays open; the provider wants at least 30 minutes. */
const pageLifeMs = 65 * 60_000
/** A page that closes this soon is not handed out again. */
const tooLateMs = 5 * 60_000
/** The least that a card payment can be (PAY-15), in cents. */
export const leastCardCents = 50

/**
 * Where the payment link of an order leads (PAY-01): the provider's page for what is due now, made at this moment so that
 * its price is never old; an open page for the same amount is continued (PAY-07). A paid order goes to `successUrl`, one
 * that must be looked at again goes back to its form. Answers an address, or nothing for a token that is nobody's.
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
    for (;;) {
      const next = await nextStep(product, found, visit)
      if (next !== 'look again') return next
    }
  })
}

interface Visit {
  success: string
  cancel: string
  /** The price changed during this visit, so the person is told before paying (PRICE-12). */
  repriced: boolean
}

async function nextStep(product: Product, { client_id: clientId, id: orderId }: StoredOrder, visit: Visit) {
  const now = product.clock.now()
  const quote = await transaction(product.queries, (queries) => renewQuote(queries, { clientId, orderId, now }))
  const { order } = quote
  visit.repriced ||= quote.outcome === 'repriced'
  const facts = factsOf(order)
  if (orderIs.deleted(facts) || order.declined || orderIs.inRefund(facts)) return webPaths.orders()

  const attempt = await openAttemptOf(product.queries, clientId, orderId)
  const due = order.price_cents - order.paid_cents
  const session = attempt === undefined ? undefined : await sessionOf(product, attempt, order)
  if (attempt !== undefined && session !== undefined) {
    if (session.status !== 'open') {
      await settleAttempt(product, attempt, session)
      return 'look again'
    }
    const fits =
      quote.outcome === 'holds' && !visit.repriced && attempt.cents === due && attempt.expires_at - now > tooLateMs
    if (fits && session.url !== null) return session.url
    // Should it turn out to be paid instead, that is booked and looked at first.
    await settleAttempt(product, attempt, await product.cards.expireSession(session.id))
    return 'look again'
  }
  if (due <= 0 && order.paid_cents > 0) return visit.success
  if (quote.outcome === 'impossible') return webPaths.orderForm(orderId)
  if (visit.repriced) return `${webPaths.orderExtraServices(orderId)}?price=changed`
  if (due < leastCardCents) return webPaths.orderForm(orderId)

  const made = await transaction(product.queries, (queries) =>
    insertAttempt(queries, {
      clientId,
      id: uuidv7(now),
      orderId,
      cents: due,
      successPath: visit.success,
      cancelPath: visit.cancel,
      now,
      expiresAt: now + pageLifeMs,
    }),
  )
  const opened = await makeSession(product, made, order)
  return opened?.url ?? 'look again'
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
    if (refusedForGood) await closeAttempt(product.queries, attempt, { status: 'failed' })
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
  const jobType = order.price_name === null ? undefined : jobTypeByPriceName(order.price_name)
  const size =
    order.size_count === null || order.size_measure === null
      ? ''
      : `, ${sizeLabel({ count: order.size_count, measure: order.size_measure })}`
  return `Nerdify order ${order.number}: ${jobType?.name ?? 'task'}${size}`
}
