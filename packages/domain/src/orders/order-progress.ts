import { all, any, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts, OrderTag } from './order-facts.ts'
import { orderIs } from './order-is.ts'
import { type ClientStatus, clientStatuses, type SystemStatus, statusBarParts, systemStatuses } from './order-status.ts'

/** The facts that events change; instants are in UTC milliseconds. */
export interface OrderProgress extends OrderFacts {
  /** The last revision was delivered (STATE-17). */
  writerRevisionCompleteAt: number | null
}

/** The instants that an event sets to the time at which it happened. */
export type EventStamp =
  | 'sentAt'
  | 'clientAcceptAt'
  | 'revisionAcceptAt'
  | 'refundAcceptAt'
  | 'writerRevisionCompleteAt'

/** Who may let an event happen; `payments` and `schedule` are parts of the product. */
export type EventCause = 'client' | 'operations' | 'payments' | 'schedule'

/** One event of an order: where it may happen and what it does. What is not named stays as it is. */
export interface Transition {
  by: readonly EventCause[]
  /** It happens from each pair of these. */
  from: { system: readonly (SystemStatus | null)[]; client: readonly (ClientStatus | null)[] }
  /** What else must hold. */
  when?: { name: string; holds: Condition }
  to: { system?: SystemStatus | null; client?: ClientStatus }
  stamps?: readonly EventStamp[]
  tag?: OrderTag
  /** The event brings the revision's deadline with it; without one the order has none. */
  takesDeadline?: true
  /** It does what a bad rating calls for, where one waits for that (WAIT-01). */
  settlesReview?: true
  /** Further facts that it sets. */
  sets?: { name: string; facts(order: OrderFacts): Partial<OrderFacts> }
}

/** One event as it happens. */
export interface OrderEvent {
  name: OrderEventName
  by: EventCause
  /** The deadline of the revision, in UTC milliseconds; with an event that takes one. */
  deadline?: number
}

const settledSystem = [null, 'Completed', 'Revision Completed', 'Refund Declined'] as const

const unpaid = { name: 'nothing is paid', holds: not(orderIs.paid) }
const unpaidAndNotDeclined = { name: 'nothing is paid, not declined', holds: all(unpaid.holds, not(orderIs.declined)) }
const paid = { name: 'something is paid', holds: orderIs.paid }
const covered: Condition = (order) => order.paidCents >= order.cabinetPriceCents
const asksForFeedback: Condition = all(
  any(orderIs.completed, orderIs.revisionCompleted),
  orderCan.showRating,
  not(orderIs.notRatedAfter1Day),
)

const staff: readonly EventCause[] = ['operations']
const staffOrClient: readonly EventCause[] = ['operations', 'client']

/**
 * STATE-20: the work goes forward only, and may skip steps; a pending refund holds it up until it is decided, and a granted one
 * ends it.
 */
const workStep = (step: (typeof statusBarParts)[number]): Transition => ({
  by: staff,
  from: { system: [null, 'Refund Declined'], client: statusBarParts.slice(0, statusBarParts.indexOf(step)) },
  to: { client: step },
})

const table = {
  paid: {
    by: ['payments'],
    from: { system: ['Unpaid'], client: [null] },
    when: { name: 'the price is paid', holds: covered },
    to: { system: null, client: 'In progress' },
  },
  nerd_found: workStep('Nerd found'),
  quality_check: workStep('Quality check'),
  final_touches: workStep('Final touches'),
  send: { ...workStep('Sent'), stamps: ['sentAt'] },
  accept: {
    by: staffOrClient,
    from: { system: settledSystem, client: ['Sent', 'Revision sent'] },
    to: { system: 'Completed', client: 'Completed' },
    stamps: ['clientAcceptAt'],
    tag: 'client_accept',
  },
  request_revision: {
    by: staffOrClient,
    from: { system: settledSystem, client: ['Sent', 'Revision sent', 'Completed'] },
    to: { system: 'Revision Requested', client: 'Revision requested' },
    settlesReview: true,
  },
  accept_revision: {
    by: staff,
    from: { system: ['Revision Requested', 'Refund Declined'], client: ['Revision requested'] },
    to: { system: 'Revision Accepted', client: 'On revision' },
    stamps: ['revisionAcceptAt'],
    takesDeadline: true,
    settlesReview: true,
  },
  complete_revision: {
    by: staff,
    from: { system: ['Revision Accepted', 'Refund Declined'], client: ['On revision'] },
    to: { system: 'Revision Completed', client: 'Revision sent' },
    stamps: ['sentAt', 'writerRevisionCompleteAt'],
  },
  request_refund: {
    by: staffOrClient,
    from: {
      system: [
        null,
        'Unpaid',
        'Completed',
        'Revision Requested',
        'Revision Accepted',
        'Revision Completed',
        'Refund Declined',
      ],
      client: [null, ...clientStatuses],
    },
    when: paid,
    to: { system: 'Refund Requested' },
    settlesReview: true,
  },
  accept_refund: {
    by: staff,
    from: { system: ['Refund Requested'], client: [null, ...clientStatuses] },
    to: { system: 'Refund Accepted' },
    // The money follows: payments give back what is left, and it counts as refunded once the bank has it (PAY-11).
    stamps: ['refundAcceptAt'],
    settlesReview: true,
  },
  decline_refund: {
    by: staff,
    from: { system: ['Refund Requested'], client: [null, ...clientStatuses] },
    to: { system: 'Refund Declined' },
    settlesReview: true,
    // HOLD-06: it has to be paid still, or goes to work at once where all of it was paid meanwhile.
    sets: {
      name: 'Unpaid where it never was in work',
      facts: ({ clientStatus }) => (clientStatus === null ? { systemStatus: 'Unpaid' } : {}),
    },
  },
  decline: {
    by: staff,
    from: { system: ['Unpaid'], client: [null] },
    when: unpaidAndNotDeclined,
    to: {},
    sets: { name: 'declined', facts: () => ({ declined: true }) },
  },
  delete: {
    by: staff,
    from: { system: ['Unpaid'], client: [null] },
    when: unpaid,
    to: { system: 'Deleted' },
  },
  no_feedback_1d: {
    by: ['schedule'],
    from: {
      system: [null, 'Completed', 'Revision Completed', 'Refund Requested', 'Refund Accepted', 'Refund Declined'],
      client: ['Sent', 'Revision sent', 'Completed'],
    },
    when: { name: 'completed, may be rated, not asked yet', holds: asksForFeedback },
    to: {},
    tag: 'no_feedback_1d',
  },
  reviewed: {
    by: staff,
    from: { system: [null, ...systemStatuses], client: [null, ...clientStatuses] },
    when: { name: 'a bad rating waits for quality review', holds: orderIs.inQualityReview },
    to: {},
    settlesReview: true,
  },
  // It is answered with the card provider; a bank that asks anew takes the tag away.
  dispute_answered: {
    by: staff,
    from: { system: [null, ...systemStatuses], client: [null, ...clientStatuses] },
    when: { name: 'a dispute waits for our answer', holds: orderIs.disputeUnanswered },
    to: {},
    tag: 'dispute_answered',
  },
} satisfies Record<string, Transition>

/** Every event of STATE-17, the one of STATE-13, and that a bad rating was looked at or a dispute answered (WAIT-01). */
export type OrderEventName = keyof typeof table
/** The transitions of an order as STATE-17 and STATE-20 list them; all else is refused. */
export const transitions: Record<OrderEventName, Transition> = table

/** Every event, in the order of STATE-17. */
export const orderEventNames = Object.keys(transitions) as readonly OrderEventName[]

/** The events that somebody may let happen, in the order of STATE-17. */
export function eventsBy(cause: EventCause): readonly OrderEventName[] {
  return orderEventNames.filter((name) => transitions[name].by.includes(cause))
}

/** Whether an event delivers work to the client (WAIT-06). */
export const isDelivery = (name: OrderEventName): boolean => transitions[name].stamps?.includes('sentAt') ?? false

/** Whether an event may happen to an order in this state (STATE-17, STATE-20). */
export function eventFits(order: OrderFacts, event: Pick<OrderEvent, 'name' | 'by'>): boolean {
  const { by, from, when } = transitions[event.name]
  return (
    by.includes(event.by) &&
    from.system.includes(order.systemStatus) &&
    from.client.includes(order.clientStatus) &&
    (when === undefined || when.holds(order))
  )
}

/**
 * The facts of an order after an event at an instant (UTC milliseconds); nothing when the event does not fit, which the
 * caller refuses as `transition_not_allowed` (STATE-17).
 */
export function applyEvent<Order extends OrderProgress>(
  order: Order,
  event: OrderEvent,
  at: number,
): Order | undefined {
  if (!eventFits(order, event)) return undefined
  const { to, stamps = [], tag, takesDeadline, settlesReview, sets } = transitions[event.name]
  return {
    ...order,
    ...(to.system === undefined ? {} : { systemStatus: to.system }),
    ...(to.client === undefined ? {} : { clientStatus: to.client }),
    ...Object.fromEntries(stamps.map((stamp) => [stamp, at])),
    ...(tag === undefined || order.tags.includes(tag) ? {} : { tags: [...order.tags, tag] }),
    ...(takesDeadline ? { revisionDeadline: event.deadline ?? null } : {}),
    ...(settlesReview && orderIs.inQualityReview(order) ? { reviewSettledAt: at } : {}),
    ...sets?.facts(order),
  }
}

const dayMs = 24 * 3_600_000

/** Orders delivered before this instant are a day past completion at `now`; both in UTC milliseconds (STATE-13). */
export function feedbackDueBefore(now: number): number {
  return now - dayMs
}

/** STATE-13: a day has passed since completion, by delivery or by the client's word, and no rating has come. */
export function feedbackIsDue(order: OrderFacts, now: number): boolean {
  if (order.sentAt === null || !eventFits(order, { name: 'no_feedback_1d', by: 'schedule' })) return false
  return Math.max(order.sentAt, order.clientAcceptAt ?? 0) <= feedbackDueBefore(now)
}
