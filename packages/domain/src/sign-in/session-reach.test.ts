import { describe, expect, test } from 'vitest'
import {
  coversLink,
  freshSignInMs,
  type RequiredReach,
  onlyOrderOf,
  reaches,
  type SessionFacts,
  type SessionOrigin,
  sessionLifeMs,
} from './session-reach.ts'

const now = 1_800_000_000_000
const dayMs = 86_400_000
const needs: RequiredReach[] = ['anything', 'its conversation', 'its order', 'orders', 'account', 'fresh sign-in']
const began = (origin: SessionOrigin | null, more: Partial<SessionFacts> = {}): SessionFacts => ({
  origin,
  startedAt: now,
  orderId: null,
  ...more,
})
const metBy = (session: SessionFacts) => needs.filter((need) => reaches(session, { need, orderId: 'theirs', now }))

describe('[SAFE-03] the reach of a session', () => {
  test.each<[string, SessionFacts, RequiredReach[]]>([
    ['a code', began('code'), needs],
    ['a mailed link', began('mail-link'), needs],
    ['a texted link', began('text-link'), ['anything', 'its conversation', 'its order', 'orders']],
    ['a rating link', began('rating-link', { orderId: 'theirs' }), ['anything', 'its conversation', 'its order']],
    ['a payment link', began('payment-link', { orderId: 'theirs' }), ['anything', 'its conversation', 'its order']],
    ['a message’s link', began('message-link', { orderId: 'theirs' }), ['anything', 'its conversation']],
    ['a message’s link to another one', began('message-link', { orderId: 'other' }), ['anything']],
    ['a link to another order', began('rating-link', { orderId: 'other' }), ['anything']],
    ['a link to no order that is known', began('rating-link'), ['anything']],
    ['a session from before', began(null), ['anything', 'its conversation', 'its order', 'orders', 'account']],
  ])('from %s', (_how, session, met) => expect(metBy(session)).toEqual(met))

  test('keeps a sign-in fresh for 15 minutes, to the millisecond', () => {
    const after = (ms: number) => reaches(began('code'), { need: 'fresh sign-in', now: now + ms })
    expect(freshSignInMs).toBe(15 * 60_000)
    expect([after(freshSignInMs), after(freshSignInMs + 1)]).toEqual([true, false])
  })

  test('lasts a day by a link in a text, and 30 days otherwise', () =>
    expect(sessionLifeMs).toEqual({
      code: 30 * dayMs,
      'mail-link': 30 * dayMs,
      'text-link': dayMs,
      'rating-link': 30 * dayMs,
      'payment-link': 30 * dayMs,
      'message-link': dayMs,
    }))

  test('reaches only the order of a link, and all orders otherwise', () => {
    expect(onlyOrderOf(began('payment-link', { orderId: 'theirs' }))).toBe('theirs')
    expect(onlyOrderOf(began('text-link'))).toBeUndefined()
    expect(onlyOrderOf(began(null))).toBeUndefined()
  })
})

test.each<[string, SessionFacts, SessionOrigin, boolean]>([
  ['a code stays', began('code'), 'rating-link', true],
  ['one from before stays', began(null), 'text-link', true],
  ['a texted link stays', began('text-link'), 'payment-link', true],
  ['the same order stays', began('rating-link', { orderId: 'theirs' }), 'payment-link', true],
  ['a rating link of that order stays', began('rating-link', { orderId: 'theirs' }), 'message-link', true],
  ['another order', began('rating-link', { orderId: 'other' }), 'payment-link', false],
  ['a wider link', began('payment-link', { orderId: 'theirs' }), 'text-link', false],
  ['a mailed link signs in again', began('code'), 'mail-link', false],
])('[AUTH-16][SAFE-03] never reduces a session by opening a link: %s', (_what, session, origin, stays) =>
  expect(coversLink(session, { origin, orderId: 'theirs' })).toBe(stays),
)
