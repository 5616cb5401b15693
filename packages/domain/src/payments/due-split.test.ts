import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minCardCents, splitDue } from './due-split.ts'

const split = (due: number, cents: number, use = true) => {
  const { balanceCents, cardCents, waivedCents } = splitDue(due, { cents, use })
  return [balanceCents, cardCents, waivedCents]
}

describe('the balance', () => {
  test.each([
    ['pays a part', 4800, 1000, [1000, 3800, 0]],
    ['pays in full', 4800, 4800, [4800, 0, 0]],
    ['pays at most the amount due', 4800, 9000, [4800, 0, 0]],
    ['pays nothing when it is empty', 4800, 0, [0, 4800, 0]],
    ['pays nothing when it is negative', 4800, -300, [0, 4800, 0]],
    ['pays nothing when nothing is due', 0, 500, [0, 0, 0]],
  ])('[PAY-13] %s', (_, due, balance, parts) => {
    expect(split(due, balance)).toEqual(parts)
  })

  test('[PAY-13] pays nothing unless the client wants it', () => {
    expect(split(4800, 1000, false)).toEqual([0, 4800, 0])
  })

  test.each([
    ['30 cents are left for the card', 4800, 4770, [4750, 50, 0]],
    ['exactly 50 cents are left', 4800, 4750, [4750, 50, 0]],
    ['the whole amount is 50 cents', 50, 20, [0, 50, 0]],
    ['the whole amount is too small for a card', 40, 20, [0, 0, 40]],
    ['the balance pays the small amount whole', 40, 40, [40, 0, 0]],
  ])('[PAY-15] (abuse 19) leaves at least $0.50 for the card: %s', (_, due, balance, parts) => {
    expect(split(due, balance)).toEqual(parts)
  })

  test('[PAY-13][PAY-15] splits any amount without loss, overspending or a card payment below $0.50', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: -5_000, max: 200_000 }), (due, cents) => {
        const { balanceCents, cardCents, waivedCents } = splitDue(due, { cents, use: true })
        expect(balanceCents + cardCents + waivedCents).toBe(due)
        expect(balanceCents).toBeGreaterThanOrEqual(0)
        expect(balanceCents).toBeLessThanOrEqual(Math.max(0, cents))
        expect(cardCents === 0 || cardCents >= minCardCents).toBe(true)
        expect(waivedCents).toBeLessThan(minCardCents)
      }),
    )
  })
})
