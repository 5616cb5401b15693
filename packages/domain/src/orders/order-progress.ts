import { all, any, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts, OrderTag } from './order-facts.ts'
import { orderIs } from './order-is.ts'
import {
  type ClientStatus,
  clientStatuses,
  type SystemStatus,
  statusBarParts,
  statusesBeforeDelivery,
  systemStatuses,
} from './order-status.ts'

/** The facts that events change; instants are in UTC milliseconds. */
export interface OrderProgress extends OrderFacts {
  /** Time of the last revision's delivery (STATE-17). */
  writerRevisionCompleteAt: number | null
}

/** Instants that an event sets to its own time. */
export type EventStamp =
  | 'sentAt'
  | 'clientAcceptAt'
  | 'revisionAcceptAt'
  | 'refundAcceptAt'
  | 'writerRevisionCompleteAt'

/** The causes of events; `payments` and `schedule` are parts of the product. */
export type EventCause = 'client' | 'operations' | 'payments' | 'schedule'

/** An event's allowed states and its effects; all other facts stay. */
export interface Transition {
  by: readonly EventCause[]
  /** Every pair of these statuses allows the event. */
  from: { system: readonly (SystemStatus | null)[]; client: readonly (ClientStatus | null)[] }
  /** A further condition. */
  when?: { name: string; holds: Condition }
  to: { system?: SystemStatus | null; client?: ClientStatus }
  stamps?: readonly EventStamp[]
  tag?: OrderTag
  /** The deadline that the event sets: optional for a revision, later than before for the work. */
  takesDeadline?: 'deadline' | 'offeredDeadline' | 'revisionDeadline'
  /** Whether staff must or may give the client a reason; a refusal requires one (TALK-06). */
  tells?: 'required' | 'optional'
  /** Shown if staff leave out the note that the event requires for the history (OPS-12). */
  asksWhy?: string
  /** Ends a pending review of a bad rating (WAIT-01). */
  settlesReview?: true
  /** Further facts that it sets. */
  sets?: { name: string; facts(order: OrderFacts): Partial<OrderFacts> }
}

/** An occurrence of an event. */
export interface OrderEvent {
  name: OrderEventName
  by: EventCause
  /** The new deadline in UTC milliseconds, for events that take one. */
  deadline?: number
}

const settledStatuses = [null, 'Completed', 'Revision Completed', 'Refund Declined'] as const

const unpaid = { name: 'nothing is paid', holds: not(orderIs.paid) }
const unpaidAndNotDeclined = { name: 'nothing is paid, not declined', holds: all(unpaid.holds, not(orderIs.declined)) }
const paid = { name: 'something is paid', holds: orderIs.paid }
const covered: Condition = (order) => order.paidCents >= order.cabinetPriceCents
const asksForFeedback: Condition = all(
  any(orderIs.completed, orderIs.revisionCompleted),
  orderCan.showRating,
  not(orderIs.notRatedAfter1Day),
)

/** Before the first delivery, outside of a refund. */
const beforeDelivery: Transition['from'] = {
  system: [null, 'Refund Declined'],
  client: statusesBeforeDelivery,
}
/** The client's answer to a deadline on offer (OPS-12). */
const offerAnswer = {
  by: ['client'],
  from: beforeDelivery,
  when: { name: 'a later deadline is offered', holds: ({ offeredDeadline }: OrderFacts) => offeredDeadline !== null },
  to: {},
} satisfies Transition

const staff: readonly EventCause[] = ['operations']
const staffOrClient: readonly EventCause[] = ['operations', 'client']

/** STATE-20: the work only moves forward and may skip steps; a pending refund suspends it, a granted one ends it. */
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
  reassign: {
    by: staff,
    from: { system: [null, 'Refund Declined'], client: ['Nerd found', 'Quality check', 'Final touches'] },
    to: { client: 'In progress' },
    tells: 'optional',
    asksWhy: 'Please say why another Nerd takes the order.',
  },
  // OPS-12: the client agreed to it outside the product.
  extend_deadline: {
    by: staff,
    from: beforeDelivery,
    to: {},
    takesDeadline: 'deadline',
    tells: 'optional',
    asksWhy: 'Please say why, and how the client agreed.',
    sets: { name: 'no offer', facts: () => ({ offeredDeadline: null }) },
  },
  offer_deadline: { by: staff, from: beforeDelivery, to: {}, takesDeadline: 'offeredDeadline', tells: 'optional' },
  accept_deadline: {
    ...offerAnswer,
    sets: {
      name: 'the offered deadline',
      facts: ({ offeredDeadline }) => ({ deadline: offeredDeadline, offeredDeadline: null }),
    },
  },
  decline_deadline: { ...offerAnswer, sets: { name: 'no offer', facts: () => ({ offeredDeadline: null }) } },
  accept: {
    by: staffOrClient,
    from: { system: settledStatuses, client: ['Sent', 'Revision sent'] },
    to: { system: 'Completed', client: 'Completed' },
    stamps: ['clientAcceptAt'],
    tag: 'client_accept',
  },
  request_revision: {
    by: staffOrClient,
    from: { system: settledStatuses, client: ['Sent', 'Revision sent', 'Completed'] },
    to: { system: 'Revision Requested', client: 'Revision requested' },
    settlesReview: true,
  },
  accept_revision: {
    by: staff,
    from: { system: ['Revision Requested', 'Refund Declined'], client: ['Revision requested'] },
    to: { system: 'Revision Accepted', client: 'On revision' },
    stamps: ['revisionAcceptAt'],
    takesDeadline: 'revisionDeadline',
    tells: 'optional',
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
    // Payments then refund the rest; the order counts as refunded once the bank has the money (PAY-11).
    stamps: ['refundAcceptAt'],
    tells: 'optional',
    settlesReview: true,
  },
  decline_refund: {
    by: staff,
    from: { system: ['Refund Requested'], client: [null, ...clientStatuses] },
    to: { system: 'Refund Declined' },
    tells: 'required',
    settlesReview: true,
    // HOLD-06: awaits payment again, or starts work at once if its price is covered meanwhile.
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
    tells: 'required',
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
  // Staff answer with the card provider; the tag goes if the bank asks again.
  dispute_answered: {
    by: staff,
    from: { system: [null, ...systemStatuses], client: [null, ...clientStatuses] },
    when: { name: 'a dispute waits for our answer', holds: orderIs.disputeUnanswered },
    to: {},
    tag: 'dispute_answered',
  },
} satisfies Record<string, Transition>

/** The events of STATE-17 and STATE-13, and the answers to a bad rating and a dispute (WAIT-01). */
export type OrderEventName = keyof typeof table
/** The transitions of STATE-17 and STATE-20; all others are refused. */
export const transitions: Record<OrderEventName, Transition> = table

export const orderEventNames = Object.keys(transitions) as readonly OrderEventName[]

/** The events that a cause may trigger, in the order of STATE-17. */
export function eventsBy(cause: EventCause): readonly OrderEventName[] {
  return orderEventNames.filter((name) => transitions[name].by.includes(cause))
}

/** Whether an event changes the state of an order; other events change only its facts. */
export function movesOrder(name: OrderEventName): boolean {
  const { to } = transitions[name]
  return to.system !== undefined || to.client !== undefined || name === 'decline'
}

/** Whether an event delivers work to the client (WAIT-06). */
export const isDelivery = (name: OrderEventName): boolean => transitions[name].stamps?.includes('sentAt') ?? false

/** Whether an event starts from the order's statuses; {@link eventFits} asks its further conditions too. */
export function startsFrom(
  { systemStatus, clientStatus }: Pick<OrderFacts, 'systemStatus' | 'clientStatus'>,
  name: OrderEventName,
): boolean {
  const { from } = transitions[name]
  return from.system.includes(systemStatus) && from.client.includes(clientStatus)
}

/** Whether an event is allowed in the order's state (STATE-17, STATE-20). */
export function eventFits(order: OrderFacts, event: Pick<OrderEvent, 'name' | 'by'>): boolean {
  const { name, by } = event
  return transitions[name].by.includes(by) && startsFrom(order, name) && unmetCondition(order, name) === undefined
}

/** The name of an event's `when` if the order's statuses allow the event but `when` is not met. */
export function unmetCondition(order: OrderFacts, name: OrderEventName): string | undefined {
  const { when } = transitions[name]
  return when === undefined || !startsFrom(order, name) || when.holds(order) ? undefined : when.name
}

/** Whether an event requires a later deadline for the work, set or offered (OPS-12). */
export const takesLaterDeadline = (name: OrderEventName): boolean => {
  const { takesDeadline } = transitions[name]
  return takesDeadline === 'deadline' || takesDeadline === 'offeredDeadline'
}

/** Whether a new deadline of the work is later than before and not on offer already (OPS-12); true for other events. */
const movesForward = (order: OrderFacts, { name, deadline }: OrderEvent): boolean =>
  !takesLaterDeadline(name) ||
  (deadline !== undefined &&
    deadline > (order.deadline ?? 0) &&
    !(transitions[name].takesDeadline === 'offeredDeadline' && deadline === order.offeredDeadline))

/**
 * The facts after an event (UTC milliseconds); undefined if the event does not fit, which the caller refuses as
 * `transition_not_allowed` (STATE-17).
 */
export function applyEvent<Order extends OrderProgress>(
  order: Order,
  event: OrderEvent,
  at: number,
): Order | undefined {
  if (!eventFits(order, event) || !movesForward(order, event)) return undefined
  const { to, stamps = [], tag, takesDeadline, settlesReview, sets } = transitions[event.name]
  return {
    ...order,
    ...(to.system === undefined ? {} : { systemStatus: to.system }),
    ...(to.client === undefined ? {} : { clientStatus: to.client }),
    ...Object.fromEntries(stamps.map((stamp) => [stamp, at])),
    ...(tag === undefined || order.tags.includes(tag) ? {} : { tags: [...order.tags, tag] }),
    ...(takesDeadline === undefined ? {} : { [takesDeadline]: event.deadline ?? null }),
    ...(settlesReview && orderIs.inQualityReview(order) ? { reviewSettledAt: at } : {}),
    ...sets?.facts(order),
  }
}

const dayMs = 24 * 3_600_000

/** Orders delivered before this instant are a day past completion at `now`; UTC milliseconds (STATE-13). */
export function feedbackDueBefore(now: number): number {
  return now - dayMs
}

/** STATE-13: a day after completion, by delivery or by the client's acceptance, without a rating. */
export function feedbackIsDue(order: OrderFacts, now: number): boolean {
  if (order.sentAt === null || !eventFits(order, { name: 'no_feedback_1d', by: 'schedule' })) return false
  return Math.max(order.sentAt, order.clientAcceptAt ?? 0) <= feedbackDueBefore(now)
}
