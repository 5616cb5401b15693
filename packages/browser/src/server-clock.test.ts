import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const hourMs = 3_600_000

describe('the server clock', () => {
  test('[FLOW-31] is the device clock until the server has answered', () => {
    expect(createServerClock(() => 1234).now()).toBe(1234)
  })

  test('[FLOW-31] is exact to a second and half the round trip, however wrong the device is (abuse 41)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1.7e12, max: 1.9e12 }),
        fc.integer({ min: -48 * hourMs, max: 48 * hourMs }),
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: 2000 }),
        (answeredAt, deviceError, requestMs, responseMs) => {
          const clock = createServerClock(() => answeredAt + responseMs + deviceError)
          clock.learn({
            date: Math.floor(answeredAt / 1000) * 1000,
            sentAt: answeredAt - requestMs + deviceError,
            receivedAt: answeredAt + responseMs + deviceError,
          })
          expect(Math.abs(clock.now() - (answeredAt + responseMs))).toBeLessThanOrEqual(
            501 + (requestMs + responseMs) / 2,
          )
        },
      ),
    )
  })

  test('keeps the time of a faster answer after a slower one', () => {
    const clock = createServerClock(() => 100_000)
    clock.learn({ date: 90_000, sentAt: 99_990, receivedAt: 100_000 })
    const fastTime = clock.now()
    clock.learn({ date: 91_000, sentAt: 99_000, receivedAt: 101_000 })
    expect(clock.now()).toBe(fastTime)
  })

  test('learns the time again after the device clock changes', () => {
    let deviceMs = 100_000
    const clock = createServerClock(() => deviceMs)
    clock.learn({ date: 100_000, sentAt: 99_990, receivedAt: 100_000 })
    deviceMs += 2 * hourMs
    clock.learn({ date: 101_000, sentAt: deviceMs - 500, receivedAt: deviceMs })
    expect(Math.abs(clock.now() - 101_500)).toBeLessThan(1000)
  })
})
