import {
  afterBusinessDays,
  afterCompanyHours,
  messageAnswerHours,
  qualityReviewDays,
  refundReviewDays,
} from './business-time.ts'
import { all, type Condition, client, not } from './condition.ts'
import { isLowMark } from './mark.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'
import { type OrderEventName, transitions } from './order-progress.ts'

const hourMs = 3_600_000

/** Who may have to do the next thing. */
export const turns = ['staff', 'nerd', 'client'] as const
/** One of them. */
export type Turn = (typeof turns)[number]

/** Something that happened to an order, as far as waits ask for it; instants in UTC milliseconds. */
export interface WaitEvent {
  event: string
  at: number
  /** The stars of a rating; null where it is none, or they were erased with the account. */
  mark: number | null
}

/** An order with what happened to it, oldest first: `waitEventNames` of it are enough. */
export interface WaitingOrder {
  facts: OrderFacts
  history: readonly WaitEvent[]
}

/** A promise: what is waited for, whose turn it is, since when and until when. */
interface Promised {
  /** In words for staff. */
  name: string
  turn: Turn
  /** What happens next, by the events that end it. */
  next: readonly OrderEventName[]
  /** Where it is waited for. */
  when: { name: string; holds: Condition }
  /** What it is waited for since; nothing where the history does not tell. */
  since: { name: string; at(order: WaitingOrder): number | undefined }
  /** Until when, in UTC milliseconds; null where nothing was promised. */
  until: { name: string; at(order: OrderFacts, since: number, zone: string): number | null }
}

/** How long answers may take (WAIT-01), in hours. */
const nerdSearchHours = 24
const revisionAnswerHours = 24
/** Well before the shortest time that a bank gives. */
const disputeAnswerDays = 2

/** How it stands in the history that a bank disputes a payment, or asks about it. */
const disputeEvent = 'dispute'

const lastOf =
  (name: OrderEventName | typeof disputeEvent) =>
  ({ history }: WaitingOrder) =>
    history.findLast(({ event }) => event === name)?.at

/** The first event of the work: it may begin with any of its steps (STATE-20). */
const workSteps: readonly OrderEventName[] = ['nerd_found', 'quality_check', 'final_touches']
const beginningOfWork = ({ history }: WaitingOrder) =>
  history.find(({ event }) => workSteps.some((name) => name === event))?.at

/** The first of the bad ratings that nothing has settled since: a worse one gains no time. */
function firstBadRating({ history }: WaitingOrder): number | undefined {
  let since: number | undefined
  for (const { event, at, mark } of history) {
    if (event === ratingEvent && mark !== null) since = isLowMark(mark) ? (since ?? at) : undefined
    else if (reviewSettlers.includes(event)) since = undefined
  }
  return since
}

/** How a rating stands in the history (RATE-02). */
const ratingEvent = 'client_feedback'
const reviewSettlers: readonly string[] = Object.entries(transitions).flatMap(([name, { settlesReview }]) =>
  settlesReview ? [name] : [],
)

const businessDays = (days: number): Promised['until'] => ({
  name: `${days} business days`,
  at: (_, since, zone) => afterBusinessDays(since, days, zone),
})

/** A pending refund holds everything else up until it is decided, a granted one ends it (STATE-20). */
const goesOn = all(not(orderIs.refundRequested), not(orderIs.refunded), not(orderIs.deleted), not(orderIs.declined))
const goingOn = (name: string, holds: Condition) => ({ name, holds: all(goesOn, holds) })

/** For what an order waits (WAIT-01). */
const rows = {
  nerd_search: {
    name: 'Nerd to be found',
    turn: 'staff',
    next: ['nerd_found'],
    when: goingOn('In progress', client('In progress')),
    since: { name: 'paid', at: lastOf('paid') },
    until: {
      name: `a quarter of the time to the deadline, at most ${nerdSearchHours} hours`,
      at: ({ deadline }, since) => {
        const quarter = Math.max(0, (deadline ?? Number.POSITIVE_INFINITY) - since) / 4
        return since + Math.floor(Math.min(nerdSearchHours * hourMs, quarter))
      },
    },
  },
  work: {
    name: 'work',
    turn: 'nerd',
    next: ['send'],
    when: goingOn('Nerd found, Quality check, Final touches', client('Nerd found', 'Quality check', 'Final touches')),
    since: { name: workSteps.join(', '), at: beginningOfWork },
    until: { name: 'the deadline', at: ({ deadline }) => deadline },
  },
  revision_request: {
    name: 'revision to be answered',
    turn: 'staff',
    next: ['accept_revision'],
    when: goingOn('revision requested', orderIs.revisionRequested),
    since: { name: 'request_revision', at: lastOf('request_revision') },
    until: { name: `${revisionAnswerHours} hours`, at: (_, since) => since + revisionAnswerHours * hourMs },
  },
  revision: {
    name: 'revision',
    turn: 'nerd',
    next: ['complete_revision'],
    when: goingOn('on revision', orderIs.onRevision),
    since: { name: 'accept_revision', at: lastOf('accept_revision') },
    until: { name: 'the deadline of the revision, if it has one', at: ({ revisionDeadline }) => revisionDeadline },
  },
  refund_request: {
    name: 'refund to be decided',
    turn: 'staff',
    next: ['accept_refund', 'decline_refund'],
    when: { name: 'refund requested', holds: orderIs.refundRequested },
    since: { name: 'request_refund', at: lastOf('request_refund') },
    until: businessDays(refundReviewDays.to),
  },
  quality_review: {
    name: 'quality review',
    turn: 'staff',
    next: ['reviewed'],
    when: { name: 'in quality review', holds: orderIs.inQualityReview },
    since: {
      name: `the first rating of 3 or fewer since the last of ${reviewSettlers.join(', ')}`,
      at: firstBadRating,
    },
    until: businessDays(qualityReviewDays.to),
  },
  dispute: {
    name: 'dispute to be answered',
    turn: 'staff',
    next: ['dispute_answered'],
    when: { name: 'disputed at the bank, not answered', holds: orderIs.disputeUnanswered },
    since: { name: disputeEvent, at: lastOf(disputeEvent) },
    until: businessDays(disputeAnswerDays),
  },
} as const satisfies Record<string, Promised>

/** For what an order can wait. */
type OrderWaitKind = keyof typeof rows
/** For what anybody can wait: a message has no order, or any. */
export type WaitKind = OrderWaitKind | 'message'

/** The rows that are of an order, in the order of a life. */
export const orderWaits: Readonly<Record<OrderWaitKind, Promised>> = rows
const orderWaitKinds = Object.keys(rows) as readonly OrderWaitKind[]

/** The row of what somebody wrote to us: it is answered in so many hours of the company's day (WAIT-01). */
export const messageWaits = {
  name: 'answer to a message',
  turn: 'staff',
  until: {
    name: `${messageAnswerHours} hours between 8 AM and 8 PM of the company`,
    at: (since: number, zone: string) => afterCompanyHours(since, messageAnswerHours, zone),
  },
} as const

/** Every kind of wait, in the order of a life. */
export const waitKinds: readonly WaitKind[] = [...orderWaitKinds, 'message']

/** What is waited for, in words for staff. */
export const waitName = (kind: WaitKind): string => (kind === 'message' ? messageWaits.name : rows[kind].name)

/** The events of an order's history that waits ask for. */
export const waitEventNames: readonly string[] = [
  'paid',
  ...workSteps,
  'request_revision',
  'accept_revision',
  'request_refund',
  'accept_refund',
  'decline_refund',
  'reviewed',
  ratingEvent,
  disputeEvent,
]

/** One thing that is waited for; instants in UTC milliseconds. */
export interface Wait {
  kind: WaitKind
  turn: Turn
  since: number
  /** Null where nothing was promised: it is never late. */
  due: number | null
  late: boolean
  /** The events that end it, the usual one first; none for a message, which is answered. */
  next: readonly OrderEventName[]
}

/** Sorts by what is due first; what is never due comes last. */
export const byDue = (left: Pick<Wait, 'due' | 'since'>, right: Pick<Wait, 'due' | 'since'>): number =>
  (left.due ?? Number.MAX_VALUE) - (right.due ?? Number.MAX_VALUE) || left.since - right.since

/**
 * What an order waits for at `now`, the earliest due first (WAIT-01), derived from its facts and history and stored
 * nowhere (WAIT-02). `zone` is the company's, an IANA name. Where the history does not tell since when, the order's
 * creation counts.
 */
export function waitsFor(order: WaitingOrder, now: number, zone: string): Wait[] {
  const waits = orderWaitKinds.flatMap((kind) => {
    const { turn, next, when, since, until }: Promised = rows[kind]
    if (!when.holds(order.facts)) return []
    const from = since.at(order) ?? order.facts.createdAt
    return waitOf({ kind, turn, next, since: from, due: until.at(order.facts, from, zone) }, now)
  })
  return waits.toSorted(byDue)
}

/** What somebody waits for who wrote to us at `since` and has no answer yet (WAIT-01); `zone` is the company's. */
export function answerAwaited(since: number, now: number, zone: string): Wait {
  const { turn, until } = messageWaits
  return waitOf({ kind: 'message', turn, next: [], since, due: until.at(since, zone) }, now)
}

const waitOf = (wait: Omit<Wait, 'late'>, now: number): Wait => ({
  ...wait,
  late: wait.due !== null && now > wait.due,
})
