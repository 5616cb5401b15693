import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isSold } from '@nerdify/domain/orders/additional-services.ts'
import { type CardSource, planRefund, type RefundPlan } from '@nerdify/domain/payments/refund-plan.ts'
import { centsFromDollars, dollarsFromCents, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { isErased } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../../http/refusal.ts'
import { orderOf, insertOrderEvent, type StoredOrder } from '../../orders/list/own-order.ts'
import { takenByDisputes } from '../dispute/dispute-money.ts'
import { disputeKinds, isOfDispute } from '../dispute/disputes.store.ts'
import { accounts, entriesOf, movedOn, postEntry, type StoredEntry, transfer } from '../ledger/ledger.store.ts'
import { historyOf } from '../../orders/list/find-any-order.ts'
import { refuseOverLimit } from '../staff-limit.ts'
import { recordRefund } from './record-refund.ts'
import { recordOutsideRefund, outsideParts } from './outside-refunds.ts'
import { insertRefund, refundsOf, type StoredRefund } from './refunds.store.ts'

/** A refund that operations request, in cents: an amount, services, or all that is left. */
export interface RefundWish {
  clientId: string
  orderId: string
  amountCents?: number | undefined
  services?: readonly ServiceKey[] | undefined
  /** The money was already returned another way; only record it (HOLD-06). */
  outside?: boolean | undefined
  reason: string
  /** The most that may be refunded of the order in total, in cents; undefined for no limit (OPS-15). */
  limitCents?: number | undefined
  /** As shown in the order's history. */
  author: string
  now: number
}

/**
 * Refunds money of an order (PAY-11), in the caller's transaction: the balance's part at once, the card's part in the
 * background; it counts as refunded once the provider confirms. Answers the order and the cents. Refusals before the
 * provider is called:
 * - 403 over_role_limit.
 * - 409 refund_exceeds_paid, nothing_to_refund, payment_disputed.
 * - 422: the service is not paid (abuse 20).
 */
export async function askForRefund(queries: Queries, wish: RefundWish): Promise<{ order: StoredOrder; cents: number }> {
  const { clientId, orderId, author, now } = wish
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  const money = await refundableOf(queries, order)
  const named = wish.services ?? []
  if (money.disputed) throw paymentDisputed()
  // An outside refund ends its services, even while another part of the refused refund is under way.
  const priceOfNamed = priceOfServices(order, named, wish.outside ? new Set() : money.servicesUnderWay)
  const cents = wish.amountCents ?? (named.length > 0 ? priceOfNamed : money.refundableCents)
  const plan = possibleRefund({ ...money, plan: planRefund(cents, money) })
  await refuseOverOrderLimit(queries, order, { cents, limitCents: wish.limitCents })
  // A full refund includes all paid services.
  const services = cents === money.refundableCents ? [...new Set([...named, ...servicesPaidFor(order)])] : named
  const groupId = uuidv7(now)
  const changed = wish.outside
    ? await recordOutsideRefund(queries, { order, ofTip: false, plan, services, groupId, now })
    : await askProvider(queries, { wish, order, plan, services, groupId })
  await insertOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author,
    event: 'refund',
    data: {
      amount: dollarsFromCents(cents),
      ...(services.length === 0 ? {} : { services }),
      ...(wish.outside ? { outside: true } : {}),
      reason: await keptReason(queries, wish),
    },
  })
  return { order: changed, cents }
}

/** The reason of a refund for the history; an erased account keeps none (LAW-06). The order's lock delays an erasure. */
export const keptReason = async (
  queries: Queries,
  { clientId, reason }: Pick<RefundWish, 'clientId' | 'reason'>,
): Promise<string | undefined> => ((await isErased(queries, clientId)) ? undefined : reason)

/**
 * Refunds the remainder of what was paid for an order, once its refund is accepted (OPS-05); a no-op when nothing is
 * left.
 */
export async function refundRemainder(
  queries: Queries,
  { order, ...wish }: Pick<RefundWish, 'limitCents' | 'author' | 'now'> & { order: StoredOrder },
): Promise<StoredOrder> {
  const { refundableCents, disputed } = await refundableOf(queries, order)
  if (refundableCents <= 0 && !disputed) return order
  const { client_id: clientId, id: orderId } = order
  return (await askForRefund(queries, { clientId, orderId, reason: 'accept_refund', ...wish })).order
}

/**
 * 403 if a refund and those before it, of the order and its tip, are above the caller's limit (OPS-15). Money of a
 * refund that the bank refused did not go back, so it does not count.
 */
export async function refuseOverOrderLimit(
  queries: Queries,
  order: StoredOrder,
  { cents, limitCents }: { cents: number; limitCents: number | undefined },
): Promise<void> {
  if (limitCents === undefined) return
  const amounts = (await historyOf(queries, order)).map(({ event, data }) =>
    event === 'refund' || event === 'tip_refund' ? (data.amount ?? 0) : 0,
  )
  const requestedCents = amounts.reduce((sum, amount) => sum + centsFromDollars(amount), 0)
  const refusedCents = (await refundsOf(queries, order.client_id, order.id))
    .filter(({ status, reason }) => status === 'failed' && (reason === 'operations' || reason === 'tip'))
    .reduce((sum, refund) => sum + refund.cents, 0)
  refuseOverLimit('order', { cents, beforeCents: requestedCents - refusedCents, limitCents })
}

/** Queues the cards' parts for the provider and refunds the balance's part at once. */
async function askProvider(
  queries: Queries,
  request: { wish: RefundWish; order: StoredOrder; plan: RefundPlan; services: readonly ServiceKey[]; groupId: string },
): Promise<StoredOrder> {
  const { wish, order, plan, services, groupId } = request
  const { clientId, orderId, now } = wish
  const { cards, balanceCents: cents } = plan
  await askCards(queries, wish, { cards, reason: 'operations', group_id: groupId, services })
  if (cents === 0) return order
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'refund',
    ref: `refund:${groupId}:balance`,
    at: now,
    lines: transfer(cents, { from: accounts.refunded(orderId), to: accounts.balance(clientId) }),
  })
  const refundedServices = cards.length === 0 ? services : []
  return recordRefund(queries, { clientId, orderId, cents, services: refundedServices, cause: groupId, now })
}

/** Queues each card's part; the provider is called in the background. */
export async function askCards(
  queries: Queries,
  { clientId, orderId, author, now }: RefundWish,
  request: Pick<RefundPlan, 'cards'> & Pick<Parameters<typeof insertRefund>[1], 'reason' | 'group_id' | 'services'>,
): Promise<void> {
  const { cards, ...refund } = request
  for (const { paymentId, cents } of cards) {
    const part = { client_id: clientId, order_id: orderId, payment_intent_id: paymentId, cents }
    await insertRefund(queries, { ...refund, ...part, author, now })
  }
}

/** 409 payment_disputed: the bank decides about the money. */
export const paymentDisputed = () =>
  new Refusal(409, 'A payment of this order is disputed at the bank, so nothing can be refunded.', {
    type: 'payment_disputed',
  })

/** The plan of a possible refund; else 409 payment_disputed, nothing_to_refund or refund_exceeds_paid. */
export function possibleRefund(
  total: Pick<Refundable, 'disputed' | 'refundableCents'> & { plan: RefundPlan | undefined },
): RefundPlan {
  const { disputed, refundableCents, plan } = total
  if (disputed) throw paymentDisputed()
  if (refundableCents <= 0)
    throw new Refusal(409, 'Nothing is left to refund for this order.', { type: 'nothing_to_refund' })
  if (plan === undefined) {
    throw new Refusal(409, `At most ${formatMoney(refundableCents)} can be refunded.`, {
      type: 'refund_exceeds_paid',
      value: String(dollarsFromCents(refundableCents)),
    })
  }
  return plan
}

/** Price of paid services in cents; 422 for one that is unpaid, refunded, or about to be refunded. */
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

/** Services with a price that are paid and not refunded. */
const servicesPaidFor = ({ services }: StoredOrder): ServiceKey[] =>
  serviceKeys.filter((key) => isSold(services[key]) && Boolean(services[key]?.price_cents))

/** The refundable money of an order, in cents. */
export interface Refundable {
  refundableCents: number
  /** The rest of each card payment, newest first. */
  cards: CardSource[]
  balanceCents: number
  disputed: boolean
  /** Services whose refund the bank has not paid out yet. */
  servicesUnderWay: ReadonlySet<ServiceKey>
}

/** What can still be refunded of an order: in total, per card payment, and to the balance. */
export async function refundableOf(queries: Queries, order: StoredOrder): Promise<Refundable> {
  const { client_id: clientId, id: orderId } = order
  const entries = await entriesOf(queries, {
    clientId,
    orderId,
    kinds: ['order_payment', 'surplus_refund', 'refund', 'refund_failed', 'outside_refund', ...disputeKinds],
  })
  const refunds = await refundsOf(queries, clientId, orderId)
  const cards = cardsLeft(entries, refunds, 'order_payment')
  const withoutDisputes = entries.filter((entry) => !isOfDispute(entry))
  const balanceCents =
    -movedOn(accounts.balance(clientId), withoutDisputes) -
    movedOn(accounts.held(orderId), withoutDisputes) -
    outsideParts(entries).balanceCents
  const total = cards.reduce((sum, { refundableCents }) => sum + refundableCents, balanceCents)
  const underWay = refunds.filter(({ status }) => status === 'created' || status === 'pending')
  return {
    refundableCents: total,
    cards,
    balanceCents,
    // An inquiry does not block refunds: a refund ends it.
    disputed: movedOn(accounts.disputed(orderId), entries) + movedOn(accounts.inquired(orderId), entries) !== 0,
    servicesUnderWay: new Set(underWay.flatMap(({ services }) => services ?? [])),
  }
}

const refundedCentsOf = (refunds: readonly StoredRefund[], paymentId: string) =>
  refunds
    .filter((refund) => refund.payment_intent_id === paymentId && refund.status !== 'failed')
    .reduce((sum, { cents }) => sum + cents, 0)

/** The rest of each card payment of an order or its tip, newest first. */
export async function cardSourcesOf(
  queries: Queries,
  { client_id: clientId, id: orderId }: StoredOrder,
  kind: 'order_payment' | 'tip',
): Promise<CardSource[]> {
  const kinds = [kind, 'outside_refund', ...disputeKinds] as const
  const entries = await entriesOf(queries, { clientId, orderId, kinds })
  return cardsLeft(entries, await refundsOf(queries, clientId, orderId), kind)
}

/** The card payments of a kind, newest first, less refunds of any kind and disputed money. */
function cardsLeft(
  entries: readonly StoredEntry[],
  refunds: readonly StoredRefund[],
  kind: 'order_payment' | 'tip',
): CardSource[] {
  const disputedParts = takenByDisputes(entries)
  const outside = outsideParts(entries).cards
  return entries
    .filter((entry) => entry.kind === kind)
    .map((payment) => ({
      paymentId: payment.ref,
      refundableCents:
        -movedOn(accounts.gateway, [payment]) -
        refundedCentsOf(refunds, payment.ref) -
        (disputedParts.get(payment.ref) ?? 0) -
        (outside.get(payment.ref) ?? 0),
    }))
    .filter(({ refundableCents }) => refundableCents > 0)
    .toReversed()
}
