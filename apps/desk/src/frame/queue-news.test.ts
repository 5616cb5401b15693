import { expect, test } from 'vitest'
import { frameTexts } from '../texts/frame.ts'
import { hasGrown } from './queue-news.ts'

test('[DESK-01] news are newly late or new waits, without names of clients, orders or people', () => {
  expect(hasGrown(undefined, { late: 2, fresh: 0 })).toBe(false)
  expect(hasGrown({ late: 2, fresh: 3 }, { late: 1, fresh: 3 })).toBe(false)
  expect(hasGrown({ late: 2, fresh: 3 }, { late: 3, fresh: 1 })).toBe(true)
  expect(hasGrown({ late: 2, fresh: 0 }, { late: 2, fresh: 1 })).toBe(true)
  expect(frameTexts.news({ late: 0, fresh: 0 })).toBeUndefined()
  expect(frameTexts.notification(frameTexts.news({ late: 2, fresh: 3 }) ?? '')).toBe('2 late, 3 new in the queue')
})
