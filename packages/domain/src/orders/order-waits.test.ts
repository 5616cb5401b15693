import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { applyEvent, type EventCause, type OrderEventName, type OrderProgress, transitions } from './order-progress.ts'
import {
  byDue,
  countWaits,
  isNerdsTurn,
  nerdDeadline,
  otherWait,
  type Wait,
  type WaitEvent,
  waitEventNames,
  waitKinds,
  waitsFor,
} from './order-waits.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const calendar = { zone: 'America/Los_Angeles', holidays: [] }
/** A Monday, 10:00 in Los Angeles. */
const start = Date.parse('2027-01-11T18:00:00Z')
const deadline = start + 2 * dayMs

/** An order with its history; events, ratings and disputes advance it, at hours after the start. */
class Life {
  readonly facts: OrderProgress
  readonly history: readonly WaitEvent[]

  constructor(facts: OrderProgress, history: readonly WaitEvent[]) {
    this.facts = facts
    this.history = history
  }

  /** Applies an event at an hour after the start. */
  after(hour: number, name: OrderEventName, options: { deadline?: number } = {}): Life {
    const at = start + hour * hourMs
    const by = transitions[name].by[0] as EventCause
    const next = applyEvent(this.facts, { name, by, ...options }, at)
    if (next === undefined) throw new Error(`${name} does not fit`)
    return new Life(next, [...this.history, { event: name, at, mark: null }])
  }

  /** Adds a client's rating as the API records it. */
  rated(hour: number, mark: number): Life {
    const at = start + hour * hourMs
    const facts = { ...this.facts, mark, ...(mark <= 3 ? { reviewSettledAt: null } : {}) }
    return new Life(facts, [...this.history, { event: 'client_feedback', at, mark }])
  }

  /** Adds a bank's dispute as the API records it. */
  disputed(hour: number): Life {
    const tags = [...this.facts.tags.filter((tag) => tag !== 'dispute_answered'), 'payment_disputed']
    const entry = { event: 'dispute', at: start + hour * hourMs, mark: null }
    return new Life({ ...this.facts, tags }, [...this.history, entry])
  }

  with(facts: Partial<OrderProgress>): Life {
    return new Life({ ...this.facts, ...facts }, this.history)
  }

  /** The waits at an hour after the start, by the events that the API reads for them: kind, turn, start hour and due hour. */
  waits(hour = 0): [string, string, number, number | null][] {
    const history = this.history.filter(({ event }) => waitEventNames.includes(event))
    return waitsFor({ ...this, history }, start + hour * hourMs, calendar).map(({ kind, turn, since, due }) => [
      kind,
      turn,
      (since - start) / hourMs,
      due === null ? null : (due - start) / hourMs,
    ])
  }
}

const unpaid = new Life(
  { ...anOrder().with({ createdAt: start - hourMs, deadline, paidCents: 4000 }).facts, writerRevisionCompleteAt: null },
  [],
)
const paid = unpaid.after(0, 'paid')
const nerdFound = paid.after(2, 'nerd_found')
const sent = nerdFound.after(10, 'send')

describe('each row of the table', () => {
  test('[WAIT-01] gives a Nerd search a quarter of the time to the deadline', () => {
    expect(paid.waits()).toEqual([['nerd_search', 'staff', 0, 12]])
  })

  test('[WAIT-01] rounds the quarter to whole milliseconds', () => {
    const [wait] = waitsFor(paid.with({ deadline: start + 7 }), start, calendar)
    expect(wait?.due).toBe(start + 1)
  })

  test.each([
    ['24 hours at most', start + 90 * dayMs, 24],
    ['no time after the deadline', start - hourMs, 0],
    ['24 hours without a deadline', null, 24],
  ])('[WAIT-01] gives a Nerd search %s', (_, due, hours) => {
    expect(paid.with({ deadline: due }).waits()).toEqual([['nerd_search', 'staff', 0, hours]])
  })

  test('[WAIT-01] keeps the turn with the Nerd until the Nerd’s deadline, through every step of the work', () => {
    const work = [['work', 'nerd', 2, 42]]
    expect(nerdFound.waits()).toEqual(work)
    expect(nerdFound.after(5, 'quality_check').waits()).toEqual(work)
    expect(nerdFound.after(5, 'quality_check').after(6, 'final_touches').waits()).toEqual(work)
    expect(paid.after(4, 'quality_check').waits()).toEqual([['work', 'nerd', 4, 42]])
  })

  test.each([
    ['half an hour, for a short time', 3 * hourMs, hourMs / 2],
    ['an eighth of the time', 20 * hourMs, 2.5 * hourMs],
    ['12 hours, for a long time', 30 * dayMs, 12 * hourMs],
    ['all of the time, in the last half hour', hourMs / 4, hourMs / 4],
    ['nothing, after the deadline', -hourMs, 0],
  ])('[WAIT-01] keeps %s between the Nerd’s deadline and the client’s', (_, timeMs, reserveMs) => {
    expect(nerdDeadline(nerdFound.with({ deadline: start + timeMs }))).toBe(start + timeMs - reserveMs)
  })

  test('[WAIT-01] keeps the Nerd’s deadline between payment and deadline, 30 minutes to 12 hours early', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 * dayMs }), (timeMs) => {
        const due = nerdDeadline(nerdFound.with({ deadline: start + timeMs })) as number
        expect(Number.isInteger(due)).toBe(true)
        expect(due).toBeGreaterThanOrEqual(start)
        const reserveMs = start + timeMs - due
        expect(reserveMs).toBeLessThanOrEqual(12 * hourMs)
        expect(reserveMs).toBeGreaterThanOrEqual(Math.min(timeMs, hourMs / 2))
      }),
    )
    expect(nerdDeadline(nerdFound.with({ deadline: null }))).toBeNull()
  })

  test('[OPS-12][WAIT-01] starts the search again at a reassignment, and the work at the next Nerd', () => {
    const reassigned = nerdFound.after(5, 'quality_check').after(8, 'reassign')
    expect(reassigned.waits()).toEqual([['nerd_search', 'staff', 8, 18]])
    const again = reassigned.after(9, 'nerd_found').after(10, 'quality_check')
    expect(again.waits()).toEqual([['work', 'nerd', 9, 42]])
    expect(again.after(40, 'reassign').waits()).toEqual([['nerd_search', 'staff', 40, 42]])
  })

  test('[WAIT-01] waits for nothing after delivery', () => {
    expect(sent.waits()).toEqual([])
    expect(sent.after(11, 'accept').waits()).toEqual([])
  })

  test('[WAIT-01] answers a revision request within 24 hours, and expects the revision by its deadline', () => {
    const requested = sent.after(12, 'request_revision')
    expect(requested.waits()).toEqual([['revision_request', 'staff', 12, 36]])
    const revision = requested.after(14, 'accept_revision', { deadline: start + 30 * hourMs })
    expect(revision.waits()).toEqual([['revision', 'nerd', 14, 30]])
    expect(requested.after(14, 'accept_revision').waits(1000)).toEqual([['revision', 'nerd', 14, null]])
    expect(revision.after(20, 'complete_revision').waits()).toEqual([])
  })

  test('[WAIT-01] counts a second revision from its own request', () => {
    const first = sent.after(12, 'request_revision').after(14, 'accept_revision').after(20, 'complete_revision')
    expect(first.after(30, 'request_revision').waits()).toEqual([['revision_request', 'staff', 30, 54]])
  })

  test('[WAIT-01] decides a refund within 5 business days, across the weekend', () => {
    expect(sent.after(24, 'request_refund').waits()).toEqual([['refund_request', 'staff', 24, 24 + 7 * 24]])
  })

  test('[WAIT-01] reviews a bad rating within 2 business days, and a good one never', () => {
    expect(sent.rated(12, 3).waits()).toEqual([['quality_review', 'staff', 12, 60]])
    expect(sent.rated(12, 4).waits()).toEqual([])
  })

  test('[WAIT-01] answers a dispute within 2 business days, again if the bank asks again; work continues', () => {
    expect(sent.disputed(12).waits()).toEqual([['dispute', 'staff', 12, 60]])
    expect(nerdFound.disputed(12).waits()).toEqual([
      ['work', 'nerd', 2, 42],
      ['dispute', 'staff', 12, 60],
    ])
    expect(sent.disputed(12).after(20, 'dispute_answered').disputed(30).waits()).toEqual([['dispute', 'staff', 30, 78]])
    const overTheWeekend = sent.disputed(4 * 24)
    expect(overTheWeekend.waits()).toEqual([['dispute', 'staff', 96, 96 + 4 * 24]])
  })

  test('[WAIT-01] answers a message within 4 company hours', () => {
    const evening = Date.parse('2027-01-12T02:00:00Z')
    expect(otherWait('message', { since: evening, now: evening, ...calendar })).toEqual({
      kind: 'message',
      turn: 'staff',
      next: [],
      since: evening,
      due: Date.parse('2027-01-12T18:00:00Z'),
      late: false,
    })
  })
})

describe('the end of a wait', () => {
  const bad = sent.rated(12, 2)

  test('[WAIT-02] suspends the work during a refund request, and resumes it after a refusal', () => {
    const refundRequested = paid.after(1, 'request_refund')
    expect(refundRequested.waits().map(([kind]) => kind)).toEqual(['refund_request'])
    expect(refundRequested.after(2, 'decline_refund').waits()).toEqual([['nerd_search', 'staff', 0, 12]])
    expect(refundRequested.after(2, 'accept_refund').waits()).toEqual([])
  })

  test.each([
    ['a better rating', bad.rated(13, 4)],
    ['a revision request', bad.after(13, 'request_revision')],
    ['a refund request', bad.after(13, 'request_refund')],
    ['a declined refund', sent.after(11, 'request_refund').rated(12, 2).after(13, 'decline_refund')],
    ['a granted refund', sent.after(11, 'request_refund').rated(12, 2).after(13, 'accept_refund')],
    ['the event that closes it', bad.after(13, 'reviewed')],
  ])('[WAIT-01] ends a quality review with %s', (_, settled) => {
    expect(settled.waits().map(([kind]) => kind)).not.toContain('quality_review')
    expect(settled.facts.reviewSettledAt === null).toBe(settled.facts.mark > 3)
  })

  test('[WAIT-01] keeps the time for a worse rating, and restarts it after the review', () => {
    expect(bad.rated(30, 1).waits()).toEqual([['quality_review', 'staff', 12, 60]])
    expect(bad.after(13, 'reviewed').rated(30, 1).waits()).toEqual([['quality_review', 'staff', 30, 78]])
    expect(bad.rated(13, 5).rated(30, 1).waits()).toEqual([['quality_review', 'staff', 30, 78]])
  })

  test('[WAIT-01] keeps a dispute open until its answer or its end, in any state of the order', () => {
    const disputed = sent.after(11, 'request_refund').after(12, 'accept_refund').disputed(13)
    expect(disputed.waits().map(([kind]) => kind)).toEqual(['dispute'])
    expect(disputed.after(14, 'dispute_answered').waits()).toEqual([])
    expect(() => disputed.after(14, 'dispute_answered').after(15, 'dispute_answered')).toThrow('does not fit')
    expect(disputed.with({ tags: [] }).waits()).toEqual([])
    expect(() => sent.after(14, 'dispute_answered')).toThrow('does not fit')
  })

  test('[WAIT-02] reviews a bad rating once, and a good one never', () => {
    expect(() => bad.after(13, 'reviewed').after(14, 'reviewed')).toThrow('does not fit')
    expect(() => sent.rated(12, 5).after(13, 'reviewed')).toThrow('does not fit')
  })

  test('[WAIT-02] sorts several waits of one order by due time', () => {
    const both = paid.after(1, 'request_refund').rated(2, 5).after(3, 'decline_refund').rated(4, 2)
    expect(both.waits()).toEqual([
      ['nerd_search', 'staff', 0, 12],
      ['quality_review', 'staff', 4, 52],
    ])
  })

  test('[WAIT-02] keeps only the waits that still concern a deleted, declined or refunded order', () => {
    expect(nerdFound.with({ profileArch: true }).waits()).toEqual([])
    expect(nerdFound.with({ declined: true }).waits()).toEqual([])
    expect(unpaid.waits()).toEqual([])
    const refundRequested = nerdFound.after(3, 'request_refund').with({ profileArch: true })
    expect(refundRequested.waits().map(([kind]) => kind)).toEqual(['refund_request'])
    const refunded = nerdFound.after(3, 'request_refund').after(4, 'accept_refund')
    expect(
      refunded
        .rated(5, 1)
        .waits()
        .map(([kind]) => kind),
    ).toEqual(['quality_review'])
  })
})

test('[WAIT-01][OPS-14] is the Nerd’s turn in the work and in an accepted revision, except in a refund', () => {
  const requested = sent.after(12, 'request_revision')
  const revised = requested.after(14, 'accept_revision')
  const inRefund = [nerdFound, revised].map((order) => order.after(15, 'request_refund'))
  const theirs = [nerdFound, nerdFound.after(5, 'quality_check').after(6, 'final_touches'), revised]
  const others = [unpaid, paid, sent.rated(11, 2), requested, ...inRefund, inRefund[0]?.after(16, 'accept_refund')]
  expect(theirs.map(({ facts }) => isNerdsTurn(facts))).toEqual(theirs.map(() => true))
  expect(others.map((order) => order && isNerdsTurn(order.facts))).toEqual(others.map(() => false))
})

test('[WAIT-01] is late a millisecond after the due time, and never without one', () => {
  const late = (life: Life, now: number) => waitsFor(life, now, calendar).map((wait) => wait.late)
  const due = deadline - 6 * hourMs
  expect(late(nerdFound, due)).toEqual([false])
  expect(late(nerdFound, due + 1)).toEqual([true])
  const openEnd = sent.after(12, 'request_revision').after(14, 'accept_revision')
  expect(late(openEnd, start + 1000 * dayMs)).toEqual([false])
})

test('[OPS-09][WAIT-08] counts the open and the late waits of each kind', () => {
  const counts = countWaits([
    { kind: 'work', late: true },
    { kind: 'work', late: true },
    { kind: 'work', late: false },
    { kind: 'dispute', late: false },
  ])
  expect(counts.map(({ kind }) => kind)).toEqual(waitKinds)
  expect(counts.filter(({ open }) => open > 0)).toEqual([
    { kind: 'work', open: 3, late: 2 },
    { kind: 'dispute', open: 1, late: 0 },
  ])
})

test('[WAIT-01] sorts by due time, then by age; waits without a due time come last', () => {
  const wait = (due: number | null, since: number): Pick<Wait, 'due' | 'since'> => ({ due, since })
  const sorted = [wait(null, 1), wait(5, 2), wait(3, 2), wait(5, 1)].toSorted(byDue)
  expect(sorted).toEqual([wait(3, 2), wait(5, 1), wait(5, 2), wait(null, 1)])
})

test('[WAIT-02] starts a wait at the order’s creation if the history has no entry', () => {
  expect(new Life(nerdFound.facts, []).waits()).toEqual([['work', 'nerd', -1, 48 - 49 / 8]])
})
