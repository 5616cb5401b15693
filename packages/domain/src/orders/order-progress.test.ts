import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnOrder, anOrder, orderTimes } from '../testing/an-order.ts'
import {
  applyEvent,
  type EventCause,
  eventsBy,
  feedbackIsDue,
  type OrderEvent,
  type OrderEventName,
  type OrderProgress,
  orderEventNames,
  transitions,
} from './order-progress.ts'
import type { ClientStatus, SystemStatus } from './order-status.ts'

type Pair = [SystemStatus | null, ClientStatus | null]

const at = orderTimes.createdAt + 1
const causes: readonly EventCause[] = ['client', 'operations', 'payments', 'schedule']

const progressOf = (order: AnOrder): OrderProgress => ({ ...order.facts, writerRevisionCompleteAt: null })
const pairOf = (order: OrderProgress): Pair => [order.systemStatus, order.clientStatus]
const unpaid = progressOf(anOrder())
const inPair = ([systemStatus, clientStatus]: Pair): OrderProgress =>
  systemStatus === 'Unpaid' ? unpaid : progressOf(anOrder().paid().with({ systemStatus, clientStatus }))

/** Applies an event with its first allowed cause. */
const trigger = (order: OrderProgress, name: OrderEventName, options: { at?: number; deadline?: number } = {}) => {
  const by = transitions[name].by[0] as EventCause
  const { deadline } = options
  return applyEvent(order, { name, by, ...(deadline === undefined ? {} : { deadline }) }, options.at ?? at)
}

/** Applies events that must all fit. */
function after(order: OrderProgress, ...names: OrderEventName[]): OrderProgress {
  return names.reduce((facts, name) => {
    const next = trigger(facts, name)
    if (next === undefined) throw new Error(`${name} does not fit ${pairOf(facts).join(', ')}`)
    return next
  }, order)
}

const inWork = after({ ...unpaid, paidCents: 4000 }, 'paid')
const sent = after(inWork, 'send')
const onRevision = after(sent, 'request_revision', 'accept_revision')

describe('the pairs of STATE-20', () => {
  const moves: [OrderEventName, Pair, Pair][] = [
    ['nerd_found', [null, 'In progress'], [null, 'Nerd found']],
    ['nerd_found', ['Refund Declined', 'In progress'], ['Refund Declined', 'Nerd found']],
    ['quality_check', [null, 'Nerd found'], [null, 'Quality check']],
    ['quality_check', [null, 'In progress'], [null, 'Quality check']],
    ['final_touches', [null, 'Quality check'], [null, 'Final touches']],
    ['send', [null, 'Final touches'], [null, 'Sent']],
    ['send', ['Refund Declined', 'Nerd found'], ['Refund Declined', 'Sent']],
    ['reassign', [null, 'Nerd found'], [null, 'In progress']],
    ['reassign', ['Refund Declined', 'Final touches'], ['Refund Declined', 'In progress']],
    ['accept', [null, 'Sent'], ['Completed', 'Completed']],
    ['accept', ['Refund Declined', 'Sent'], ['Completed', 'Completed']],
    ['accept', ['Revision Completed', 'Revision sent'], ['Completed', 'Completed']],
    ['request_revision', [null, 'Sent'], ['Revision Requested', 'Revision requested']],
    ['request_revision', ['Revision Completed', 'Revision sent'], ['Revision Requested', 'Revision requested']],
    ['request_revision', ['Completed', 'Completed'], ['Revision Requested', 'Revision requested']],
    ['accept_revision', ['Revision Requested', 'Revision requested'], ['Revision Accepted', 'On revision']],
    ['accept_revision', ['Refund Declined', 'Revision requested'], ['Revision Accepted', 'On revision']],
    ['complete_revision', ['Revision Accepted', 'On revision'], ['Revision Completed', 'Revision sent']],
    ['complete_revision', ['Refund Declined', 'On revision'], ['Revision Completed', 'Revision sent']],
    ['request_refund', [null, 'In progress'], ['Refund Requested', 'In progress']],
    ['request_refund', ['Completed', 'Completed'], ['Refund Requested', 'Completed']],
    ['request_refund', ['Revision Accepted', 'On revision'], ['Refund Requested', 'On revision']],
    ['request_refund', ['Refund Declined', 'Sent'], ['Refund Requested', 'Sent']],
    ['accept_refund', ['Refund Requested', 'Sent'], ['Refund Accepted', 'Sent']],
    ['decline_refund', ['Refund Requested', 'Revision sent'], ['Refund Declined', 'Revision sent']],
    ['delete', ['Unpaid', null], ['Deleted', null]],
  ]

  test.each(moves)('[STATE-17][STATE-20] %s leads from %j to %j', (name, from, to) => {
    expect(pairOf(after(inPair(from), name))).toEqual(to)
  })

  const refusals: [OrderEventName, Pair][] = [
    ['nerd_found', [null, 'Nerd found']],
    ['nerd_found', [null, 'Sent']],
    ['quality_check', [null, 'Final touches']],
    ['send', [null, 'Sent']],
    ['send', ['Refund Requested', 'In progress']],
    ['reassign', [null, 'In progress']],
    ['reassign', [null, 'Sent']],
    ['reassign', ['Refund Requested', 'Nerd found']],
    ['reassign', ['Revision Accepted', 'On revision']],
    ['extend_deadline', ['Unpaid', null]],
    ['extend_deadline', [null, 'Sent']],
    ['extend_deadline', ['Refund Requested', 'Nerd found']],
    ['offer_deadline', [null, 'Sent']],
    ['offer_deadline', ['Refund Requested', 'Nerd found']],
    ['accept_deadline', [null, 'Nerd found']],
    ['decline_deadline', [null, 'Nerd found']],
    ['accept', [null, 'In progress']],
    ['accept', ['Completed', 'Completed']],
    ['accept', ['Refund Accepted', 'Sent']],
    ['request_revision', [null, 'Final touches']],
    ['request_revision', ['Revision Accepted', 'On revision']],
    ['accept_revision', [null, 'Sent']],
    ['complete_revision', ['Revision Requested', 'Revision requested']],
    ['request_refund', ['Refund Requested', 'Sent']],
    ['request_refund', ['Refund Accepted', 'Sent']],
    ['accept_refund', [null, 'Sent']],
    ['accept_refund', ['Refund Declined', 'Sent']],
    ['decline_refund', ['Completed', 'Completed']],
    ['decline', [null, 'In progress']],
    ['delete', ['Completed', 'Completed']],
    ['paid', [null, 'In progress']],
  ]

  test.each(refusals)('[STATE-17][STATE-20] %s does not fit %j', (name, from) => {
    expect(trigger(inPair(from), name)).toBeUndefined()
  })

  test('[STATE-20] allows only a decline or deletion of an unpaid order', () => {
    const fitting = orderEventNames.filter((name) => trigger(unpaid, name) !== undefined)
    expect(fitting).toEqual(['decline', 'delete'])
    const partlyPaid = { ...unpaid, paidCents: 1000 }
    expect(orderEventNames.filter((name) => trigger(partlyPaid, name) !== undefined)).toEqual(['request_refund'])
  })
})

describe('the effects of an event', () => {
  test('[STATE-17] sets the instants of delivery, acceptance and revision', () => {
    expect(trigger(inWork, 'send', { at: 7 })).toEqual({ ...inWork, clientStatus: 'Sent', sentAt: 7 })
    expect(trigger(sent, 'accept', { at: 8 })).toMatchObject({ clientAcceptAt: 8, tags: ['client_accept'] })
    const requested = after(sent, 'request_revision')
    expect(trigger(requested, 'accept_revision', { at: 9, deadline: 99 })).toMatchObject({
      revisionAcceptAt: 9,
      revisionDeadline: 99,
    })
    expect(trigger(onRevision, 'complete_revision', { at: 10 })).toMatchObject({
      writerRevisionCompleteAt: 10,
      sentAt: 10,
    })
  })

  test('[STATE-17] clears the first revision’s deadline for a second revision without one', () => {
    const first = trigger(after(sent, 'request_revision'), 'accept_revision', { deadline: 99 }) as OrderProgress
    const second = after(first, 'complete_revision', 'request_revision', 'accept_revision')
    expect(second.revisionDeadline).toBeNull()
  })

  test('[STATE-17] tags an order once for two acceptances with a revision between them', () => {
    const again = after(sent, 'accept', 'request_revision', 'accept_revision', 'complete_revision', 'accept')
    expect(again.tags).toEqual(['client_accept'])
  })

  test('[STATE-17] dates a granted refund, and keeps the client status of a declined one', () => {
    const requested = after(sent, 'request_refund')
    expect(trigger(requested, 'accept_refund', { at: 11 })).toMatchObject({ refundAcceptAt: 11, refundedCents: 0 })
    expect(after(requested, 'decline_refund')).toEqual({ ...sent, systemStatus: 'Refund Declined' })
  })

  test('[HOLD-06][STATE-20] returns a declined refund of an unstarted order to unpaid, or to work if covered', () => {
    const partlyPaid = { ...unpaid, paidCents: 1000 }
    const declined = after(after(partlyPaid, 'request_refund'), 'decline_refund')
    expect(declined).toEqual(partlyPaid)
    expect(trigger(declined, 'paid')).toBeUndefined()
    expect(pairOf(after({ ...declined, paidCents: declined.priceCents }, 'paid'))).toEqual([null, 'In progress'])
  })

  test('[STATE-17] keeps the statuses of an order and marks it as declined', () => {
    expect(after(unpaid, 'decline')).toEqual({ ...unpaid, declined: true })
  })
})

test('[STATE-20] lets a client only accept, request a revision or refund, and answer an offer', () => {
  expect(eventsBy('client')).toEqual([
    'accept_deadline',
    'decline_deadline',
    'accept',
    'request_revision',
    'request_refund',
  ])
})

test('[OPS-12] keeps the paid deadline until the client accepts a later one, and after a refusal', () => {
  const later = (inWork.deadline as number) + 1
  const offered = trigger(inWork, 'offer_deadline', { deadline: later }) as OrderProgress
  expect(offered).toEqual({ ...inWork, offeredDeadline: later })
  expect(trigger(inWork, 'offer_deadline', { deadline: inWork.deadline as number })).toBeUndefined()
  expect(after(offered, 'accept_deadline')).toEqual({ ...inWork, deadline: later })
  expect(after(offered, 'decline_deadline')).toEqual(inWork)
  expect(trigger(offered, 'extend_deadline', { deadline: later + 1 })).toEqual({ ...inWork, deadline: later + 1 })
  expect(trigger(after(offered, 'send'), 'accept_deadline')).toBeUndefined()
})

test('[OPS-12] moves the deadline of work forward, and nothing else', () => {
  const later = (inWork.deadline as number) + 1
  const extend = (deadline?: number) =>
    applyEvent(inWork, { name: 'extend_deadline', by: 'operations', ...(deadline !== undefined && { deadline }) }, at)
  expect(extend(later)).toEqual({ ...inWork, deadline: later })
  expect([extend(), extend(inWork.deadline as number), extend(at)]).toEqual([undefined, undefined, undefined])
})

test.each(orderEventNames)('[STATE-17] allows %s only from its own causes', (name) => {
  const orders = [unpaid, { ...unpaid, paidCents: 4000 }, inWork, sent, onRevision, after(sent, 'request_refund')]
  for (const by of causes.filter((cause) => !transitions[name].by.includes(cause))) {
    for (const order of orders) expect(applyEvent(order, { name, by }, at)).toBeUndefined()
  }
})

test('[STATE-17] stores a history whose replay gives the facts, for any sequence of events', () => {
  const event: fc.Arbitrary<OrderEvent & { at: number }> = fc
    .record({
      name: fc.constantFrom(...orderEventNames),
      by: fc.constantFrom(...causes),
      deadline: fc.option(fc.integer({ min: at, max: at + 1e9 }), { nil: undefined }),
      at: fc.integer({ min: at, max: at + 1e9 }),
    })
    .map(({ deadline, ...others }) => (deadline === undefined ? others : { ...others, deadline }))
  const start = fc.constantFrom(unpaid, { ...unpaid, paidCents: 2000 }, { ...unpaid, paidCents: 4000 }, inWork, sent)

  fc.assert(
    fc.property(start, fc.array(event, { maxLength: 60 }), (initial, attempts) => {
      let stored = initial
      const history: string[] = []
      for (const attempt of attempts) {
        const before = JSON.stringify(stored)
        const next = applyEvent(stored, attempt, attempt.at)
        expect(JSON.stringify(stored)).toBe(before)
        if (next === undefined) continue
        expect(next).not.toEqual(stored)
        // No event fits twice in a row.
        expect(applyEvent(next, attempt, attempt.at)).toBeUndefined()
        stored = next
        history.push(JSON.stringify(attempt))
      }
      const replayed = history
        .map((text) => JSON.parse(text) as OrderEvent & { at: number })
        .reduce<OrderProgress | undefined>((facts, past) => facts && applyEvent(facts, past, past.at), initial)
      expect(replayed).toEqual(stored)
    }),
  )
})

describe('feedback', () => {
  const hourMs = 3_600_000
  const delivered = trigger(inWork, 'send', { at: 0 }) as OrderProgress

  test('[STATE-13] is due a day after delivery, to the millisecond', () => {
    expect(feedbackIsDue(delivered, 24 * hourMs - 1)).toBe(false)
    expect(feedbackIsDue(delivered, 24 * hourMs)).toBe(true)
  })

  test('[STATE-13] restarts the day when the client accepts', () => {
    const accepted = trigger(delivered, 'accept', { at: 10 * hourMs }) as OrderProgress
    expect(feedbackIsDue(accepted, 34 * hourMs - 1)).toBe(false)
    expect(feedbackIsDue(accepted, 34 * hourMs)).toBe(true)
  })

  test('[STATE-13] is not due for an order that is rated, in work, in revision or already tagged', () => {
    const late = 1e12
    const asked = trigger(delivered, 'no_feedback_1d') as OrderProgress
    for (const order of [{ ...delivered, mark: 3 }, unpaid, inWork, onRevision, asked]) {
      expect(feedbackIsDue(order, late)).toBe(false)
    }
  })
})
