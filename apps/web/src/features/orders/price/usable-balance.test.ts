import { expect, test } from 'vitest'
import { usableBalance, ifShown } from './usable-balance.ts'

const unpaid = { client_paid: 0, balance_held: 0 }

test('[PAY-13] a balance part held by the order’s open card page can be used for it', () => {
  const flowOrder = { totalCents: 4_800, stored: { client_paid: 0, balance_held: 7 }, available: 3, isUsed: true }
  expect(usableBalance(flowOrder)).toEqual({
    usableCents: 1_000,
    isUsed: true,
    isHidden: false,
    paysCents: 1_000,
    cardCents: 3_800,
  })
})

test('[PAY-13] unless the client wants it, the balance pays nothing', () => {
  expect(usableBalance({ totalCents: 4_800, stored: null, available: 10, isUsed: false })).toMatchObject({
    paysCents: 0,
  })
})

test('[PAY-13][PAY-15] the card is left with nothing or at least 50 cents', () => {
  expect(usableBalance({ totalCents: 4_800, stored: unpaid, available: 47.7, isUsed: true }).paysCents).toBe(4_750)
  expect(usableBalance({ totalCents: 4_800, stored: unpaid, available: 60, isUsed: true }).paysCents).toBe(4_800)
})

test('[PAY-15] below 50 cents no card is needed, with or without the balance', () => {
  const small = { totalCents: 30, stored: unpaid, available: 0.2 }
  expect(usableBalance({ ...small, isUsed: false })).toMatchObject({ paysCents: 0, cardCents: 0 })
  expect(usableBalance({ ...small, isUsed: true })).toMatchObject({ paysCents: 0, cardCents: 0 })
  expect(usableBalance({ ...small, totalCents: 50, isUsed: false })).toMatchObject({ paysCents: 0, cardCents: 50 })
})

test('[PAY-13] a balance below zero counts as zero, and without a price there is no amount due', () => {
  expect(usableBalance({ totalCents: 4_800, stored: unpaid, available: -3, isUsed: true }).usableCents).toBe(0)
  expect(usableBalance({ totalCents: undefined, stored: unpaid, available: 5, isUsed: true }).paysCents).toBe(0)
})

test('[SAFE-03][PAY-13] a hidden balance shows neither on the screen nor in the payment link', () => {
  const flowOrder = { totalCents: 4_800, stored: { client_paid: 0, balance_held: 7 }, available: null }
  const used = usableBalance({ ...flowOrder, isUsed: true })
  expect(used).toEqual({ usableCents: 0, isUsed: true, isHidden: true, paysCents: 0, cardCents: 4_800 })
  expect(ifShown(used, used.paysCents)).toBeUndefined()
  expect(usableBalance({ ...flowOrder, totalCents: 30, isUsed: true }).cardCents).toBe(30)
  const unused = usableBalance({ ...flowOrder, isUsed: false })
  expect(ifShown(unused, unused.paysCents)).toBe(0)
})
