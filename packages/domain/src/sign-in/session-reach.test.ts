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
const sessionFrom = (origin: SessionOrigin | null, more: Partial<SessionFacts> = {}): SessionFacts => ({
  origin,
  startedAt: now,
  orderId: null,
  ...more,
})
const requirementsMetBy = (session: SessionFacts) =>
  needs.filter((need) => reaches(session, { need, orderId: 'this-order', now }))

describe('[SAFE-03] the reach of a session', () => {
  test.each<[string, SessionFacts, RequiredReach[]]>([
    ['a code', sessionFrom('code'), needs],
    ['a mailed link', sessionFrom('mail-link'), needs],
    ['a texted link', sessionFrom('text-link'), ['anything', 'its conversation', 'its order', 'orders']],
    [
      'a rating link',
      sessionFrom('rating-link', { orderId: 'this-order' }),
      ['anything', 'its conversation', 'its order'],
    ],
    [
      'a payment link',
      sessionFrom('payment-link', { orderId: 'this-order' }),
      ['anything', 'its conversation', 'its order'],
    ],
    ['a message’s link', sessionFrom('message-link', { orderId: 'this-order' }), ['anything', 'its conversation']],
    ['a message’s link to another conversation', sessionFrom('message-link', { orderId: 'other-order' }), ['anything']],
    ['a link to another order', sessionFrom('rating-link', { orderId: 'other-order' }), ['anything']],
    ['a link without a known order', sessionFrom('rating-link'), ['anything']],
    [
      'a session without an origin',
      sessionFrom(null),
      ['anything', 'its conversation', 'its order', 'orders', 'account'],
    ],
  ])('from %s', (_how, session, met) => expect(requirementsMetBy(session)).toEqual(met))

  test('keeps a sign-in fresh for 15 minutes, to the millisecond', () => {
    const after = (ms: number) => reaches(sessionFrom('code'), { need: 'fresh sign-in', now: now + ms })
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
    expect(onlyOrderOf(sessionFrom('payment-link', { orderId: 'this-order' }))).toBe('this-order')
    expect(onlyOrderOf(sessionFrom('text-link'))).toBeUndefined()
    expect(onlyOrderOf(sessionFrom(null))).toBeUndefined()
  })
})

test.each<[string, SessionFacts, SessionOrigin, boolean]>([
  ['a code stays', sessionFrom('code'), 'rating-link', true],
  ['a session without an origin stays', sessionFrom(null), 'text-link', true],
  ['a texted link stays', sessionFrom('text-link'), 'payment-link', true],
  ['the same order stays', sessionFrom('rating-link', { orderId: 'this-order' }), 'payment-link', true],
  ['a rating link of that order stays', sessionFrom('rating-link', { orderId: 'this-order' }), 'message-link', true],
  ['another order', sessionFrom('rating-link', { orderId: 'other-order' }), 'payment-link', false],
  ['a wider link', sessionFrom('payment-link', { orderId: 'this-order' }), 'text-link', false],
  ['a mailed link signs in again', sessionFrom('code'), 'mail-link', false],
])('[AUTH-16][SAFE-03] never reduces a session by opening a link: %s', (_what, session, origin, stays) =>
  expect(coversLink(session, { origin, orderId: 'this-order' })).toBe(stays),
)
