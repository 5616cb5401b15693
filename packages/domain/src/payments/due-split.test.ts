import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastCardCents, splitDue } from './due-split.ts'

const split = (due: number, cents: number, use = true) => {
  const { balanceCents, cardCents, waivedCents } = splitDue(due, { cents, use })
  return [balanceCents, cardCents, waivedCents]
}

describe("the balance's part", () => {
  test.each([
    ['in part', 4800, 1000, [1000, 3800, 0]],
    ['in full', 4800, 4800, [4800, 0, 0]],
    ['more than there is to pay', 4800, 9000, [4800, 0, 0]],
    ['nothing when there is none', 4800, 0, [0, 4800, 0]],
    ['nothing when a credit was taken back', 4800, -300, [0, 4800, 0]],
    ['nothing of nothing', 0, 500, [0, 0, 0]],
  ])('[PAY-13] %s', (_, due, balance, parts) => {
    expect(split(due, balance)).toEqual(parts)
  })

  test('[PAY-13] is nothing unless the client wants it', () => {
    expect(split(4800, 1000, false)).toEqual([0, 4800, 0])
  })

  test.each([
    ['30 cents are left for the card', 4800, 4770, [4750, 50, 0]],
    ['exactly 50 cents are left', 4800, 4750, [4750, 50, 0]],
    ['the whole amount is 50 cents', 50, 20, [0, 50, 0]],
    ['the whole amount is too small for a card', 40, 20, [0, 0, 40]],
    ['the balance pays the small amount whole', 40, 40, [40, 0, 0]],
  ])('[PAY-15] (abuse 19) shrinks so that the card pays at least $0.50: %s', (_, due, balance, parts) => {
    expect(split(due, balance)).toEqual(parts)
  })

  test('[PAY-13][PAY-15] splits any amount without loss, overspending or a too small card payment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: -5_000, max: 200_000 }), (due, cents) => {
        const { balanceCents, cardCents, waivedCents } = splitDue(due, { cents, use: true })
        expect(balanceCents + cardCents + waivedCents).toBe(due)
        expect(balanceCents).toBeGreaterThanOrEqual(0)
        expect(balanceCents).toBeLessThanOrEqual(Math.max(0, cents))
        expect(cardCents === 0 || cardCents >= leastCardCents).toBe(true)
        expect(waivedCents).toBeLessThan(leastCardCents)
      }),
    )
  })
})
