import { expect, test } from 'vitest'
import { type DisputeStatus, disputeMoney, isHeldByBank, withdrawsCredits } from './dispute-rules.ts'

const money = (status: DisputeStatus, refundableCents: number) => {
  const { frozenCents, withdrawnCents, refundedCents } = disputeMoney({ status, cents: 900, refundableCents })
  return [frozenCents, withdrawnCents, refundedCents]
}

test.each<[DisputeStatus, number[]]>([
  ['inquiry', [900, 0, 0]],
  ['open', [900, 900, 0]],
  ['won', [0, 0, 0]],
  ['lost', [0, 900, 900]],
])('[HOLD-06] (abuse 25) a dispute that is %s has the effects %j', (status, cents) => {
  expect(money(status, 4_800)).toEqual(cents)
})

test.each([
  [900, 900],
  [400, 400],
  [0, 0],
  [-100, 0],
])('[HOLD-06] counts a lost dispute with %i cents left of its payment as %i cents refunded', (refundable, refunded) => {
  expect(money('lost', refundable)).toEqual([0, 900, refunded])
})

test.each<[DisputeStatus, boolean, boolean]>([
  ['inquiry', true, false],
  ['open', true, true],
  ['won', false, false],
  ['lost', true, true],
])('[HOLD-06] a dispute that is %s withdraws credits: %s; holds the money: %s', (status, credits, held) => {
  expect([withdrawsCredits(status), isHeldByBank(status)]).toEqual([credits, held])
})
