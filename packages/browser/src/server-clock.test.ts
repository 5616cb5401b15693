import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const hour = 3_600_000

describe('the server clock', () => {
  test('[FLOW-31] is the device clock until the server has answered', () => {
    expect(createServerClock(() => 1234).now()).toBe(1234)
  })

  test('[FLOW-31] is right within a second and half the round trip, however wrong the device is (abuse 41)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1.7e12, max: 1.9e12 }),
        fc.integer({ min: -48 * hour, max: 48 * hour }),
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: 2000 }),
        (answeredAt, deviceError, wayThere, wayBack) => {
          const clock = createServerClock(() => answeredAt + wayBack + deviceError)
          clock.learn({
            date: Math.floor(answeredAt / 1000) * 1000,
            sentAt: answeredAt - wayThere + deviceError,
            receivedAt: answeredAt + wayBack + deviceError,
          })
          expect(Math.abs(clock.now() - (answeredAt + wayBack))).toBeLessThanOrEqual(501 + (wayThere + wayBack) / 2)
        },
      ),
    )
  })

  test('keeps the time of a quicker answer after a slower one', () => {
    const clock = createServerClock(() => 100_000)
    clock.learn({ date: 90_000, sentAt: 99_990, receivedAt: 100_000 })
    const quick = clock.now()
    clock.learn({ date: 91_000, sentAt: 99_000, receivedAt: 101_000 })
    expect(clock.now()).toBe(quick)
  })

  test('learns the time again after the device clock changes', () => {
    let device = 100_000
    const clock = createServerClock(() => device)
    clock.learn({ date: 100_000, sentAt: 99_990, receivedAt: 100_000 })
    device += 2 * hour
    clock.learn({ date: 101_000, sentAt: device - 500, receivedAt: device })
    expect(Math.abs(clock.now() - 101_500)).toBeLessThan(1000)
  })
})
