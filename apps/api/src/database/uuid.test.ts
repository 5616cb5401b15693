import { expect, test } from 'vitest'
import { isUuid, uuidv7 } from './uuid.ts'

test('later keys sort later, within one millisecond too, and have the form of a UUIDv7', () => {
  const now = 1_800_000_000_000
  const keys = [...Array.from({ length: 500 }, () => uuidv7(now)), uuidv7(now + 1)]
  expect(keys).toEqual(keys.toSorted())
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) {
    expect(isUuid(key)).toBe(true)
    expect(key[14]).toBe('7')
    expect('89ab').toContain(key[19])
  }
})

test('keys of one instant keep their order if a key of another instant comes between', () => {
  const now = 1_800_000_100_000
  const pairs = Array.from({ length: 100 }, (_, n) => {
    const first = uuidv7(now + n)
    uuidv7(now + n + 1)
    return [first, uuidv7(now + n)]
  })
  // One pair of 2,000 meets the overflow of the counter.
  expect(pairs.filter(([first = '', second = '']) => first > second).length).toBeLessThanOrEqual(1)
})
