import { expect, test } from 'vitest'
import { drawOrderNumbers } from './order-number.ts'

/** A fast generator with a fixed seed (mulberry32). */
function seededRandom(seed: number) {
  let state = seed
  return (min: number, end: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return min + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (end - min))
  }
}

test('[API-14] offers short numbers first, none with a leading zero', () => {
  const numbers = drawOrderNumbers(seededRandom(1))
  expect(numbers.map((number) => number.length)).toEqual([7, 7, 7, 8, 8, 8, 9, 9, 9])
  expect(drawOrderNumbers((min) => min).every((number) => /^10+$/.test(number))).toBe(true)
})

test('[HOLD-10] finds a free number for each of 10,000,000 orders in one draw', {
  timeout: 120_000,
}, () => {
  const orders = 10_000_000
  const short = new Uint8Array(10 ** 7)
  const longer = new Uint8Array(10 ** 8)
  const random = seededRandom(7)
  let nineDigitOrders = 0
  // Simulates old orders: nine of ten short numbers are taken.
  for (let number = 10 ** 6; number < 10 ** 7; number += 1) short[number] = number % 10 === 0 ? 0 : 1
  for (let taken = 0; taken < orders - 8_100_000; taken += 1) longer[random(10 ** 7, 10 ** 8)] = 1
  const newOrders = 100_000
  for (let order = 0; order < newOrders; order += 1) {
    const numbers = drawOrderNumbers(random).map(Number)
    const free = numbers.find(
      (number) => (number < 10 ** 7 ? short[number] : number < 10 ** 8 ? longer[number] : 0) === 0,
    )
    expect(free).toBeDefined()
    if (free === undefined || free >= 10 ** 8) nineDigitOrders += 1
    else if (free < 10 ** 7) short[free] = 1
    else longer[free] = 1
  }
  // The last three candidates last forever, because few orders need them.
  expect(nineDigitOrders).toBeLessThan(newOrders / 1000)
})
