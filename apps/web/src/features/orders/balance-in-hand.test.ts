import { expect, test } from 'vitest'
import { balanceInHand } from './balance-in-hand.ts'

const unpaid = { client_paid: 0, balance_held: 0 }

test('[PAY-13] what an open page of the order holds of the balance can be used for it', () => {
  const inHand = { totalCents: 4_800, stored: { client_paid: 0, balance_held: 7 }, available: 3, isUsed: true }
  expect(balanceInHand(inHand)).toEqual({ usableCents: 1_000, isUsed: true, paysCents: 1_000 })
})

test('[PAY-13] unless the client wants it, the balance pays nothing', () => {
  expect(balanceInHand({ totalCents: 4_800, stored: null, available: 10, isUsed: false })).toMatchObject({
    paysCents: 0,
  })
})

test('[PAY-13][PAY-15] the card is left with nothing or at least 50 cents', () => {
  expect(balanceInHand({ totalCents: 4_800, stored: unpaid, available: 47.7, isUsed: true }).paysCents).toBe(4_750)
  expect(balanceInHand({ totalCents: 4_800, stored: unpaid, available: 60, isUsed: true }).paysCents).toBe(4_800)
})

test('[PAY-13] a balance below zero is none, and without a price there is nothing to pay', () => {
  expect(balanceInHand({ totalCents: 4_800, stored: unpaid, available: -3, isUsed: true }).usableCents).toBe(0)
  expect(balanceInHand({ totalCents: undefined, stored: unpaid, available: 5, isUsed: true }).paysCents).toBe(0)
})
