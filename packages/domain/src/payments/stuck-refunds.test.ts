import { expect, test } from 'vitest'
import { type OtherRefund, type StuckRefund, waitingRefunds } from './stuck-refunds.ts'

const refused = (at: number, cents: number, change: Partial<StuckRefund> = {}): StuckRefund => ({
  at,
  cents,
  paymentId: 'card',
  ofTip: false,
  services: [],
  isRefused: true,
  owedSince: at,
  ...change,
})
const other = (at: number, cents: number, change: Partial<OtherRefund> = {}): OtherRefund => ({
  at,
  cents,
  ofTip: false,
  isOutside: false,
  ...change,
})
const secondCard = { paymentId: 'second card' }
const tip = { paymentId: 'tip', ofTip: true }

test.each<[string, StuckRefund[], OtherRefund[], number[]]>([
  ['one of two cards', [refused(1, 2_000, secondCard), refused(1, 4_800)], [other(2, 2_000)], [4_800]],
  ['the larger of two cards', [refused(1, 2_000, secondCard), refused(1, 4_800)], [other(2, 4_800)], [2_000]],
  ['the newer part', [refused(1, 4_800), refused(1, 2_000, secondCard)], [other(2, 2_000)], [4_800]],
  ['a part', [refused(1, 6_800)], [other(2, 500), other(3, 300, { isOutside: true })], [6_000]],
  ['all of it in parts', [refused(1, 6_800)], [other(2, 500), other(3, 6_300)], []],
  ['more before the next one is refused', [refused(1, 1_000), refused(3, 700)], [other(2, 3_000)], [700]],
  ['only the order’s money', [refused(1, 800, tip), refused(1, 4_800)], [other(2, 4_800)], [800]],
  ['only the tip', [refused(1, 800, tip), refused(1, 4_800)], [other(2, 800, { ofTip: true })], [4_800]],
  ['the other part of its own request', [refused(1, 2_000)], [other(1, 4_800)], [2_000]],
  ['nothing', [refused(2, 2_000)], [other(1, 4_800)], [2_000]],
  ['nothing since the refusal', [refused(1, 2_000, { owedSince: 3 })], [other(2, 4_800)], [2_000]],
])('[OPS-09] after %s went back, the rest of the refused refunds waits', (_, stuck, others, left) => {
  expect(waitingRefunds(stuck, others).map(({ leftCents }) => leftCents)).toEqual(left)
})

test('[OPS-09] a refund that is refused twice waits once, until it went back once', () => {
  const twice = [refused(1, 1_000), refused(2, 1_000)]
  expect(waitingRefunds(twice, [])).toMatchObject([{ at: 2, leftCents: 1_000 }])
  expect(waitingRefunds(twice, [other(3, 1_000)])).toEqual([])
  expect(waitingRefunds([refused(1, 1_000), refused(2, 1_000, secondCard)], [])).toHaveLength(2)
  expect(waitingRefunds([refused(1, 1_000, { owedSince: 3 }), refused(2, 1_000)], [])).toHaveLength(2)
  const ofExtras = [refused(1, 480, { services: ['draft_needed'] }), refused(2, 480, { services: ['top_writer'] })]
  expect(waitingRefunds(ofExtras, [])).toHaveLength(2)
})

test('[OPS-09] an unanswered refund waits until it went back in another way, not by card', () => {
  const unanswered = [refused(1, 1_000, { isRefused: false })]
  expect(waitingRefunds(unanswered, [other(2, 1_000)])).toHaveLength(1)
  expect(waitingRefunds(unanswered, [other(2, 1_000, { isOutside: true })])).toEqual([])
  expect(waitingRefunds([...unanswered, refused(2, 1_000)], [])).toHaveLength(2)
})
