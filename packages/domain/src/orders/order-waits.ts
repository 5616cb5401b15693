import {
  afterBusinessDays,
  afterCompanyHours,
  type BusinessCalendar,
  messageAnswerHours,
  qualityReviewDays,
  refundReviewDays,
} from './business-time.ts'
import { all, type Condition, client } from './condition.ts'
import { isLowMark } from './mark.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'
import { type OrderEventName, transitions } from './order-progress.ts'

const hourMs = 3_600_000

/** Who has to act next. */
export const turns = ['staff', 'nerd', 'client'] as const
export type Turn = (typeof turns)[number]

/** The fields of an order's event that waits need; instants in UTC milliseconds. */
export interface WaitEvent {
  event: string
  at: number
  /** The stars of a rating; null for other events, and for marks erased with the account. */
  mark: number | null
}

/** An order with its history, oldest first; the events of `waitEventNames` suffice. */
export interface WaitingOrder {
  facts: OrderFacts
  history: readonly WaitEvent[]
}

/** A promise about an order: its subject, whose turn it is, its start and its due time. */
interface OrderPromise {
  /** For staff. */
  name: string
  turn: Turn
  /** The events that fulfill it. */
  next: readonly OrderEventName[]
  /** When the promise applies. */
  when: { name: string; holds: Condition }
  /** The start; undefined if the history does not show it. */
  since: { name: string; at(order: WaitingOrder): number | undefined }
  /** The due time in UTC milliseconds; null without a promised time. */
  until: { name: string; at(order: WaitingOrder, since: number, calendar: BusinessCalendar): number | null }
}

/** Answer times (WAIT-01), in hours. */
const nerdSearchHours = 24
const revisionAnswerHours = 24
/** Well below the shortest period that banks allow. */
const disputeAnswerDays = 2

/** The history entry of a bank's dispute or inquiry. */
const disputeEvent = 'dispute'

const lastTimeOf =
  (...names: readonly (OrderEventName | typeof disputeEvent)[]) =>
  ({ history }: WaitingOrder) =>
    history.findLast(({ event }) => names.some((name) => name === event))?.at

/** Each of these steps can start the work (STATE-20). */
const workSteps: readonly OrderEventName[] = ['nerd_found', 'quality_check', 'final_touches']
/** The time of the current Nerd's first step. */
const workStart = ({ history }: WaitingOrder) =>
  history
    .slice(history.findLastIndex(({ event }) => event === 'reassign') + 1)
    .find(({ event }) => workSteps.some((name) => name === event))?.at

/** The time of the first bad rating since the last review: a worse rating does not extend the wait. */
function firstBadRating({ history }: WaitingOrder): number | undefined {
  let since: number | undefined
  for (const { event, at, mark } of history) {
    if (event === ratingEvent && mark !== null) since = isLowMark(mark) ? (since ?? at) : undefined
    else if (reviewSettlers.includes(event)) since = undefined
  }
  return since
}

/** The history entry of a rating (RATE-02). */
const ratingEvent = 'client_feedback'
const reviewSettlers: readonly string[] = Object.entries(transitions).flatMap(([name, { settlesReview }]) =>
  settlesReview ? [name] : [],
)

const businessDays = (days: number): OrderPromise['until'] => ({
  name: `${days} business days`,
  at: (_, since, calendar) => afterBusinessDays(since, days, calendar),
})

const whileInForce = (name: string, holds: Condition) => ({ name, holds: all(orderIs.inForce, holds) })

/** The Nerd's deadline precedes the client's by an eighth of the time from payment to deadline, within limits. */
const reserve = { part: 8, leastMs: hourMs / 2, mostMs: 12 * hourMs }
const nerdDeadlineName = `the deadline, less an eighth of the time from payment to it (${reserve.leastMs / 60_000} minutes to ${reserve.mostMs / hourMs} hours)`

/**
 * When a Nerd must deliver, in UTC milliseconds: before the client's deadline, so that staff can still act on lateness, and
 * never before the payment (WAIT-01). Null without a deadline.
 */
export function nerdDeadline(order: WaitingOrder): number | null {
  const { deadline, createdAt } = order.facts
  if (deadline === null) return null
  const paidAt = lastTimeOf('paid')(order) ?? createdAt
  const reserveMs = Math.min(reserve.mostMs, Math.max(reserve.leastMs, Math.ceil((deadline - paidAt) / reserve.part)))
  return Math.min(deadline, Math.max(paidAt, deadline - reserveMs))
}

/** The promises of WAIT-01 about an order. */
const rows = {
  nerd_search: {
    name: 'Nerd to be found',
    turn: 'staff',
    next: ['nerd_found'],
    when: whileInForce('In progress', client('In progress')),
    since: { name: 'paid, reassign', at: lastTimeOf('paid', 'reassign') },
    until: {
      name: `a quarter of the time to the deadline, at most ${nerdSearchHours} hours`,
      at: ({ facts: { deadline } }, since) => {
        const quarter = Math.max(0, (deadline ?? Number.POSITIVE_INFINITY) - since) / 4
        return since + Math.floor(Math.min(nerdSearchHours * hourMs, quarter))
      },
    },
  },
  work: {
    name: 'work',
    turn: 'nerd',
    next: ['send'],
    when: whileInForce(
      'Nerd found, Quality check, Final touches',
      client('Nerd found', 'Quality check', 'Final touches'),
    ),
    since: { name: `the first of ${workSteps.join(', ')} since the last reassign`, at: workStart },
    until: { name: nerdDeadlineName, at: nerdDeadline },
  },
  revision_request: {
    name: 'revision to be answered',
    turn: 'staff',
    next: ['accept_revision'],
    when: whileInForce('revision requested', orderIs.revisionRequested),
    since: { name: 'request_revision', at: lastTimeOf('request_revision') },
    until: { name: `${revisionAnswerHours} hours`, at: (_, since) => since + revisionAnswerHours * hourMs },
  },
  revision: {
    name: 'revision',
    turn: 'nerd',
    next: ['complete_revision'],
    when: whileInForce('on revision', orderIs.onRevision),
    since: { name: 'accept_revision', at: lastTimeOf('accept_revision') },
    until: {
      name: 'the deadline of the revision, if it has one',
      at: ({ facts: { revisionDeadline } }) => revisionDeadline,
    },
  },
  refund_request: {
    name: 'refund to be decided',
    turn: 'staff',
    next: ['accept_refund', 'decline_refund'],
    when: { name: 'refund requested', holds: orderIs.refundRequested },
    since: { name: 'request_refund', at: lastTimeOf('request_refund') },
    until: businessDays(refundReviewDays),
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
    until: businessDays(qualityReviewDays),
  },
  dispute: {
    name: 'dispute to be answered',
    turn: 'staff',
    next: ['dispute_answered'],
    when: { name: 'disputed at the bank, not answered', holds: orderIs.disputeUnanswered },
    since: { name: disputeEvent, at: lastTimeOf(disputeEvent) },
    until: businessDays(disputeAnswerDays),
  },
} as const satisfies Record<string, OrderPromise>

type OrderWaitKind = keyof typeof rows

/** An order's waits in the sequence of its life cycle. */
export const orderWaits: Readonly<Record<OrderWaitKind, OrderPromise>> = rows
const orderWaitKinds = Object.keys(rows) as readonly OrderWaitKind[]

/** A wait for staff that does not follow from an order's state: its cause, its end and its due time. */
interface OtherPromise {
  name: string
  since: string
  end: string
  until: { name: string; at(since: number, calendar: BusinessCalendar): number | null }
}

const nextBusinessDay: OtherPromise['until'] = {
  name: '1 business day',
  at: (since, calendar) => afterBusinessDays(since, 1, calendar),
}

/** When a message from `since` must be answered (WAIT-01), in UTC milliseconds; `zone` is the company's. */
export const answerDue = (since: number, zone: string): number => afterCompanyHours(since, messageAnswerHours, zone)

const otherRows = {
  message: {
    name: 'answer to a message',
    since: 'the message',
    end: 'an answer',
    until: {
      name: `${messageAnswerHours} hours between 8 AM and 8 PM of the company`,
      at: (since, { zone }) => answerDue(since, zone),
    },
  },
  // SAFE-08
  held_bonus: {
    name: 'referral bonus to be decided',
    since: 'the first bonus above the monthly limit',
    end: 'the release or the refusal',
    until: nextBusinessDay,
  },
  // HOLD-06
  failed_refund: {
    name: 'refund that does not go out',
    since: 'the refusal, or the request while it has no answer',
    end: 'the same amount given back since, of the order or of its tip; or a dispute of its payment',
    until: nextBusinessDay,
  },
  // MSG-05: some phones take no text, so nothing is promised.
  failed_message: {
    name: 'message that did not arrive',
    since: 'the end of the last try',
    end: 'another sending, the time after which it is of no use, or 7 days',
    until: { name: 'no promised time', at: () => null },
  },
  // SAFE-15
  unscanned_file: {
    name: 'file that the virus scanner has not checked',
    since: 'an hour without the scanner',
    end: 'the scan',
    until: nextBusinessDay,
  },
} as const satisfies Record<string, OtherPromise>

type OtherWaitKind = keyof typeof otherRows
/** Waits for staff that do not follow from an order's state (OPS-09). */
export const otherWaits: Readonly<Record<OtherWaitKind, OtherPromise>> = otherRows

export type WaitKind = OrderWaitKind | OtherWaitKind

/** Every kind of wait: an order's in the sequence of its life cycle, then all others. */
export const waitKinds: readonly WaitKind[] = [...orderWaitKinds, ...(Object.keys(otherRows) as OtherWaitKind[])]

/** Whose turn it is in waits of a kind. */
export const waitTurn = (kind: WaitKind): Turn => (kind in rows ? rows[kind as OrderWaitKind].turn : 'staff')

/** Whether it is the Nerd's turn: to do the work or a revision. */
export const isNerdsTurn: Condition = (order) =>
  orderWaitKinds.some((kind) => rows[kind].turn === 'nerd' && rows[kind].when.holds(order))

/** The wait's name for staff. */
export const waitName = (kind: WaitKind): string => ({ ...rows, ...otherRows })[kind].name

/** The order events that end a wait, the usual one first. */
export const endsOfWait = (kind: WaitKind): readonly OrderEventName[] =>
  kind in rows ? rows[kind as OrderWaitKind].next : []

/** The history events that waits depend on. */
export const waitEventNames: readonly string[] = [
  'paid',
  ...workSteps,
  'reassign',
  'request_revision',
  'accept_revision',
  'request_refund',
  'accept_refund',
  'decline_refund',
  'reviewed',
  ratingEvent,
  disputeEvent,
]

/** An open wait; instants in UTC milliseconds. */
export interface Wait {
  kind: WaitKind
  turn: Turn
  since: number
  /** Null without a promised time: never late. */
  due: number | null
  late: boolean
  /** The order events that end the wait, the usual one first. */
  next: readonly OrderEventName[]
}

/** Whether a claim of the order at `takenAt` includes the wait; later waits are open to all (OPS-09). */
export const isTaken = ({ since }: Pick<Wait, 'since'>, takenAt: number | null): boolean =>
  takenAt !== null && since <= takenAt

/** Compares by due time, then by age; waits without a due time come last. */
export const byDue = (left: Pick<Wait, 'due' | 'since'>, right: Pick<Wait, 'due' | 'since'>): number =>
  (left.due ?? Number.MAX_VALUE) - (right.due ?? Number.MAX_VALUE) || left.since - right.since

/**
 * An order's waits at `now`, earliest due first (WAIT-01); derived from its facts and history, and never stored
 * (WAIT-02). If the history lacks the start, the wait starts with the order's creation.
 */
export function waitsFor(order: WaitingOrder, now: number, calendar: BusinessCalendar): Wait[] {
  const waits = orderWaitKinds.flatMap((kind) => {
    const { turn, next, when, since, until }: OrderPromise = rows[kind]
    if (!when.holds(order.facts)) return []
    const start = since.at(order) ?? order.facts.createdAt
    return waitAt({ kind, turn, next, since: start, due: until.at(order, start, calendar) }, now)
  })
  return waits.toSorted(byDue)
}

/** A wait for staff that began at `since`, such as for the answer to a message (WAIT-01). */
export const otherWait = (
  kind: OtherWaitKind,
  { since, now, ...calendar }: BusinessCalendar & { since: number; now: number },
): Wait => waitAt({ kind, turn: 'staff', next: [], since, due: otherWaits[kind].until.at(since, calendar) }, now)

export const isWaitLate = ({ due }: Pick<Wait, 'due'>, now: number): boolean => due !== null && now > due

/** The wait with its `late` flag at `now`; no other field depends on the time. */
export const waitAt = <Timeless extends Omit<Wait, 'late'>>(
  wait: Timeless,
  now: number,
): Timeless & { late: boolean } => ({
  ...wait,
  late: isWaitLate(wait, now),
})

/** Counts the open and the late waits of each kind. */
export function countWaits(waits: Iterable<Pick<Wait, 'kind' | 'late'>>) {
  const counts = waitKinds.map((kind) => ({ kind, open: 0, late: 0 }))
  const countByKind = new Map(counts.map((count) => [count.kind, count]))
  for (const { kind, late } of waits) {
    const count = countByKind.get(kind)
    if (count === undefined) continue
    count.open += 1
    if (late) count.late += 1
  }
  return counts
}
