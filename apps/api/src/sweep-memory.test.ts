import { expect, test } from 'vitest'
import { sweepMemory } from './sweep-memory.ts'

const megabytes = () => process.memoryUsage().heapUsed / 1_000_000

test('what nobody holds any more is given back at once', () => {
  let held: number[][] | undefined = Array.from({ length: 10 }, () => Array.from({ length: 1_000_000 }, () => 0.5))
  const before = megabytes()
  expect(held).toHaveLength(10)
  held = undefined
  sweepMemory()
  expect(before - megabytes()).toBeGreaterThan(40)
})
