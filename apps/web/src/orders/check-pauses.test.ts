import { expect, test } from 'vitest'
import { checkPause } from './check-pauses.ts'

test('the pauses between payment checks grow from 1 to 30 seconds (ux 38)', () => {
  const pauses = Array.from({ length: 20 }, (_, index) => checkPause(index + 1))
  expect(pauses[0]).toBe(1000)
  expect(pauses.at(-1)).toBe(30_000)
  for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThanOrEqual(pauses[index] ?? 0)
})
