import { type ServiceKey, serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isSold } from '@nerdify/domain/orders/additional-services.ts'
import { type CardSource, planRefund, type RefundPlan } from '@nerdify/domain/payments/refund-plan.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../../http/refusal.ts'
import { anyOrder, noteOrderEvent, type StoredOrder } from '../../orders/list/own-order.ts'
import { takenByDisputes } from '../dispute/dispute-money.ts'
import { disputeKinds } from '../dispute/disputes.store.ts'
import { accounts, entriesOf, movedOn, postEntry, type StoredEntry, transfer } from '../ledger/ledger.store.ts'
import { recordRefund } from './record-refund.ts'
import { noteOutsideRefund, outsideParts } from './outside-refunds.ts'
import { insertRefund, refundsOf, type StoredRefund } from './refunds.store.ts'

/** What operations want to give back of an order, in cents: an amount, services, or all that is left. */
export interface RefundWish {
  clientId: string
  orderId: string
  amountCents?: number | undefined
  services?: readonly ServiceKey[] | undefined
  /** It was given back in another way already, and is noted alone (HOLD-06). */
  outside?: boolean | undefined
  reason: string
  /** As the order's history names them. */
  author: string
  now: number
}

/**
 * Refunds money of an order (PAY-11), in the caller's transaction: the balance's part at once, the card's part in the
 * background, where it counts as refunded once the provider says so. Answers the order and the cents. Refused before the
 * provider is asked:
 * - 409 refund_exceeds_paid: more than is left. 409 nothing_to_refund. 409 payment_disputed.
 * - 422: the service is not paid (abuse 20).
 */
export async function askForRefund(queries: Queries, wish: RefundWish): Promise<{ order: StoredOrder; cents: number }> {
  const { clientId, orderId, author, now } = wish
  const order = await anyOrder(queries, clientId, orderId, { lock: true })
  if (order === undefined) throw notFound()
  const money = await refundableOf(queries, order)
  const named = wish.services ?? []
  if (money.disputed) throw frozen()
  const priceOfNamed = priceOfServices(order, named, money.servicesUnderWay)
  const cents = wish.amountCents ?? (named.length > 0 ? priceOfNamed : money.leftCents)
  const plan = possibleRefund({ ...money, plan: planRefund(cents, money) })
  // With all of the money go the services that it paid.
  const services = cents === money.leftCents ? [...new Set([...named, ...servicesPaidFor(order)])] : named
  const groupId = uuidv7(now)
  const changed = wish.outside
    ? await noteOutsideRefund(queries, { order, ofTip: false, plan, services, groupId, now })
    : await askProvider(queries, { wish, order, plan, services, groupId })
  await noteOrderEvent(queries, {
    clientId,
    orderId,
    at: now,
    author,
    event: 'refund',
    data: {
      amount: cents / 100,
      ...(services.length === 0 ? {} : { services }),
      ...(wish.outside ? { outside: true } : {}),
      reason: wish.reason,
    },
  })
  return { order: changed, cents }
}

/**
 * Refunds the remainder of what was paid for an order, once its refund is accepted (OPS-05); a no-op when nothing is
 * left.
 */
export async function refundRemainder(
  queries: Queries,
  { order, author, now }: { order: StoredOrder; author: string; now: number },
): Promise<StoredOrder> {
  const { leftCents, disputed } = await refundableOf(queries, order)
  if (leftCents <= 0 && !disputed) return order
  const { client_id: clientId, id: orderId } = order
  return (await askForRefund(queries, { clientId, orderId, reason: 'accept_refund', author, now })).order
}

/** Writes what is to be asked of the provider, and gives the balance its part at once. */
async function askProvider(
  queries: Queries,
  asked: { wish: RefundWish; order: StoredOrder; plan: RefundPlan; services: readonly ServiceKey[]; groupId: string },
): Promise<StoredOrder> {
  const { wish, order, plan, services, groupId } = asked
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
  const given = cards.length === 0 ? services : []
  return recordRefund(queries, { clientId, orderId, cents, services: given, cause: groupId, now })
}

/** Writes what each card is to get back; the provider is asked in the background. */
export async function askCards(
  queries: Queries,
  { clientId, orderId, author, now }: RefundWish,
  asked: Pick<RefundPlan, 'cards'> & Pick<Parameters<typeof insertRefund>[1], 'reason' | 'group_id' | 'services'>,
): Promise<void> {
  const { cards, ...refund } = asked
  for (const { paymentId, cents } of cards) {
    const part = { client_id: clientId, order_id: orderId, payment_intent_id: paymentId, cents }
    await insertRefund(queries, { ...refund, ...part, author, now })
  }
}

const frozen = () =>
  new Refusal(409, 'A payment of this order is disputed at the bank, so nothing can be refunded.', {
    type: 'payment_disputed',
  })

/** The plan of a refund: 409 payment_disputed, nothing_to_refund, or refund_exceeds_paid where there is none. */
export function possibleRefund(
  left: Pick<Refundable, 'disputed' | 'leftCents'> & { plan: RefundPlan | undefined },
): RefundPlan {
  const { disputed, leftCents, plan } = left
  if (disputed) throw frozen()
  if (leftCents <= 0) throw new Refusal(409, 'Nothing is left to refund for this order.', { type: 'nothing_to_refund' })
  if (plan === undefined) {
    throw new Refusal(409, `At most $${(leftCents / 100).toFixed(2)} can be refunded.`, {
      type: 'refund_exceeds_paid',
      value: String(leftCents / 100),
    })
  }
  return plan
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
    kinds: ['order_payment', 'surplus_refund', 'refund', 'refund_failed', 'outside_refund', ...disputeKinds],
  })
  const refunds = await refundsOf(queries, clientId, orderId)
  const cards = cardsLeft(entries, refunds, 'order_payment')
  const kept = entries.filter(({ kind }) => !disputeKinds.some((disputeKind) => disputeKind === kind))
  const balanceCents =
    -movedOn(accounts.balance(clientId), kept) -
    movedOn(accounts.held(orderId), kept) -
    outsideParts(entries).balanceCents
  const left = cards.reduce((sum, { leftCents }) => sum + leftCents, balanceCents)
  const underWay = refunds.filter(({ status }) => status === 'created' || status === 'pending')
  return {
    leftCents: left,
    cards,
    balanceCents,
    // What a bank only asks about may be refunded, which ends the inquiry.
    disputed: movedOn(accounts.disputed(orderId), entries) + movedOn(accounts.inquired(orderId), entries) !== 0,
    servicesUnderWay: new Set(underWay.flatMap(({ services }) => services ?? [])),
  }
}

const givenBack = (refunds: readonly StoredRefund[], paymentId: string) =>
  refunds
    .filter((refund) => refund.payment_intent_id === paymentId && refund.status !== 'failed')
    .reduce((sum, { cents }) => sum + cents, 0)

/** What is left of each card payment of an order or of its tips, the newest first. */
export async function cardSourcesOf(
  queries: Queries,
  { client_id: clientId, id: orderId }: StoredOrder,
  kind: 'order_payment' | 'tip',
): Promise<CardSource[]> {
  const kinds = [kind, 'outside_refund', ...disputeKinds] as const
  const entries = await entriesOf(queries, { clientId, orderId, kinds })
  return cardsLeft(entries, await refundsOf(queries, clientId, orderId), kind)
}

/** The same of entries and refunds in hand: less what was given back of it, in whichever way, and what a bank took. */
function cardsLeft(
  entries: readonly StoredEntry[],
  refunds: readonly StoredRefund[],
  kind: 'order_payment' | 'tip',
): CardSource[] {
  const taken = takenByDisputes(entries)
  const outside = outsideParts(entries).cards
  return entries
    .filter((entry) => entry.kind === kind)
    .map((payment) => ({
      paymentId: payment.ref,
      leftCents:
        -movedOn(accounts.gateway, [payment]) -
        givenBack(refunds, payment.ref) -
        (taken.get(payment.ref) ?? 0) -
        (outside.get(payment.ref) ?? 0),
    }))
    .filter(({ leftCents }) => leftCents > 0)
    .toReversed()
}
