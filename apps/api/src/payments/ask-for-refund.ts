import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isSold } from '@nerdify/domain/orders/additional-services.ts'
import { type CardSource, planRefund } from '@nerdify/domain/payments/refund-plan.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { noteOrderEvent } from '../orders/note-order-event.ts'
import { anyOrder, type StoredOrder } from '../orders/own-order.ts'
import { recordRefund } from '../orders/record-refund.ts'
import { accounts, entriesOf, type StoredEntry } from './ledger.store.ts'
import { postEntry } from './post-entry.ts'
import { reconcileCashback } from './reconcile-cashback.ts'
import { reconcileReferral } from './referral-bonus.ts'
import { insertRefund, refundsOf, type StoredRefund } from './refunds.store.ts'

/** What operations want to give back of an order, in cents: an amount, services, or all that is left. */
export interface RefundWish {
  clientId: string
  orderId: string
  amountCents?: number | undefined
  services?: readonly ServiceKey[] | undefined
  reason: string
  /** As the order's history names them. */
  author: string
  now: number
}

/**
 * Gives money of an order back (PAY-11), in the caller's transaction: what came from the balance at once, what came by card
 * is asked of the provider in the background and counts as refunded when it has said so. Answers the order, and how many
 * cents. Refused before the provider is asked: 409 refund_exceeds_paid for more than is left, 409 nothing_to_refund, 409
 * payment_disputed; 422 for a service that is not paid (abuse 20).
 */
export async function askForRefund(queries: Queries, wish: RefundWish): Promise<{ order: StoredOrder; cents: number }> {
  const { clientId, orderId, author, now } = wish
  const order = await anyOrder(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  const money = await refundableOf(queries, order)
  if (money.disputed) {
    throw new Refusal(409, 'A payment of this order is disputed at the bank, so nothing can be refunded.', {
      type: 'payment_disputed',
    })
  }
  const named = wish.services ?? []
  const priceOfNamed = priceOfServices(order, named, money.servicesUnderWay)
  const cents = wish.amountCents ?? (named.length > 0 ? priceOfNamed : money.leftCents)
  if (money.leftCents <= 0) {
    throw new Refusal(409, 'Nothing is left to refund for this order.', { type: 'nothing_to_refund' })
  }
  const plan = cents > money.leftCents ? undefined : planRefund(cents, money)
  if (plan === undefined) {
    throw new Refusal(409, `At most $${(money.leftCents / 100).toFixed(2)} can be refunded.`, {
      type: 'refund_exceeds_paid',
      value: String(money.leftCents / 100),
    })
  }
  // With all of the money go the services that it paid.
  const services = cents === money.leftCents ? [...new Set([...named, ...servicesPaidFor(order)])] : named
  const groupId = uuidv7(now)
  for (const { paymentId, cents: part } of plan.cards) {
    await insertRefund(queries, {
      clientId,
      id: uuidv7(now),
      orderId,
      paymentIntentId: paymentId,
      cents: part,
      reason: 'operations',
      groupId,
      services,
      author,
      now,
    })
  }
  const changed = await giveBackToBalance(queries, {
    order,
    groupId,
    cents: plan.balanceCents,
    services: plan.cards.length === 0 ? services : [],
    now,
  })
  await noteOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author,
    event: 'refund',
    data: { amount: cents / 100, ...(services.length === 0 ? {} : { services }), reason: wish.reason },
  })
  return { order: changed, cents }
}

async function giveBackToBalance(
  queries: Queries,
  part: { order: StoredOrder; groupId: string; cents: number; services: readonly ServiceKey[]; now: number },
): Promise<StoredOrder> {
  const { order, groupId, cents, services, now } = part
  if (cents === 0) return order
  const { client_id: clientId, id: orderId } = order
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'refund',
    ref: `refund:${groupId}:balance`,
    at: now,
    lines: [
      { account: accounts.refunded(orderId), cents: -cents },
      { account: accounts.balance(clientId), cents },
    ],
  })
  const changed = await recordRefund(queries, { clientId, orderId, cents, services, now })
  await reconcileCashback(queries, { order: changed, cause: groupId, now })
  await reconcileReferral(queries, { order: changed, cause: groupId, now })
  return changed
}

/** What paid services cost; 422 for one that is not paid, was given back, or is on its way back. */
function priceOfServices(
  order: StoredOrder,
  services: readonly ServiceKey[],
  underWay: ReadonlySet<ServiceKey>,
): number {
  return services.reduce((sum, key) => {
    const service = order.services[key]
    if (service === undefined || !isSold(service) || underWay.has(key)) {
      throw unacceptable('Only a service that is paid, and not refunded yet, can be refunded.', 'services')
    }
    return sum + service.price_cents
  }, 0)
}

/** The services that money was paid for and not given back. */
const servicesPaidFor = ({ services }: StoredOrder): ServiceKey[] =>
  serviceKeys.filter((key) => isSold(services[key]) && (services[key]?.price_cents ?? 0) > 0)

/** What is left to give back of an order, in cents. */
export interface Refundable {
  leftCents: number
  /** What is left of each card payment, the newest first. */
  cards: CardSource[]
  balanceCents: number
  disputed: boolean
  /** The services whose money the bank has still to pay out. */
  servicesUnderWay: ReadonlySet<ServiceKey>
}

/** What is left to give back of an order: in all, of each card payment, and of the balance. */
export async function refundableOf(queries: Queries, order: StoredOrder): Promise<Refundable> {
  const { client_id: clientId, id: orderId } = order
  const entries = await entriesOf(queries, {
    clientId,
    orderId,
    kinds: ['order_payment', 'surplus_refund', 'refund', 'refund_failed', 'dispute', 'dispute_won'],
  })
  const refunds = await refundsOf(queries, clientId, orderId)
  const moved = (among: readonly StoredEntry[], account: string) =>
    among.reduce(
      (sum, { lines }) => lines.reduce((all, line) => (line.account === account ? all + line.cents : all), sum),
      0,
    )
  const payments = entries.filter(({ kind }) => kind === 'order_payment')
  const cards = payments
    .map((payment) => ({
      paymentId: payment.ref,
      leftCents: -moved([payment], accounts.gateway) - givenBack(refunds, payment.ref),
    }))
    .filter(({ leftCents }) => leftCents > 0)
    .toReversed()
  const kept = entries.filter(({ kind }) => kind !== 'dispute' && kind !== 'dispute_won')
  const balanceCents = -moved(kept, accounts.balance(clientId)) - moved(kept, accounts.held(orderId))
  const left = cards.reduce((sum, { leftCents }) => sum + leftCents, balanceCents)
  const underWay = refunds.filter(({ status }) => status === 'created' || status === 'pending')
  return {
    leftCents: left,
    cards,
    balanceCents,
    disputed: moved(entries, accounts.disputed(orderId)) !== 0,
    servicesUnderWay: new Set(underWay.flatMap(({ services }) => services ?? [])),
  }
}

const givenBack = (refunds: readonly StoredRefund[], paymentId: string) =>
  refunds
    .filter((refund) => refund.payment_intent_id === paymentId && refund.status !== 'failed')
    .reduce((sum, { cents }) => sum + cents, 0)
