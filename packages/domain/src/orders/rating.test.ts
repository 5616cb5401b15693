import { expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { situations } from '../testing/order-situations.ts'
import { isLowMark, marks, parseMark } from './mark.ts'
import { orderCan } from './order-can.ts'
import { mayRate, mayTip } from './rating.ts'

test('[RATE-01] parses a mark of one digit from 1 to 5', () => {
  expect(['1', '2', '3', '4', '5'].map(parseMark)).toEqual([1, 2, 3, 4, 5])
  for (const text of [undefined, '', '0', '6', '05', '5 ', 'f', 'change', '٣']) expect(parseMark(text)).toBeUndefined()
})

test('[RATE-03] sends three stars or fewer to quality review', () => {
  expect(marks.filter(isLowMark)).toEqual([1, 2, 3])
})

test('[RATE-06][STATE-08][STATE-10] accepts a rating of delivered, paid work until a refund or revision', () => {
  const sent = anOrder().paid().sent()
  const may = [
    sent,
    sent.rated(2),
    sent.accepted(),
    sent.refundRequested(),
    sent.refundRequested().refunded(),
    anOrder().partlyPaid().sent(),
  ]
  const mayNot = [
    anOrder(),
    anOrder().sent(),
    anOrder().sent().rated(4),
    anOrder().paid(),
    sent.revisionRequested(),
    sent.rated(5).revisionRequested(),
    sent.rated(5).revisionRequested().onRevision(),
    sent.rated(5).refundRequested().refunded(),
  ]
  expect(may.map(({ facts }) => mayRate(facts))).toEqual(may.map(() => true))
  expect(mayNot.map(({ facts }) => mayRate(facts))).toEqual(mayNot.map(() => false))
})

test('[RATE-06][STATE-09] accepts a rating wherever its button is shown', () => {
  const withButton = Object.values(situations).filter(({ facts }) => orderCan.showRatingBtn(facts))
  expect(withButton.length).toBeGreaterThan(5)
  expect(withButton.filter(({ facts }) => !mayRate(facts))).toEqual([])
})

test('[RATE-06][STATE-11] accepts one tip on paid work where tips are offered, and none in a dispute', () => {
  const rated = anOrder().paid().sent().rated(4)
  expect(mayTip(rated.facts)).toBe(true)
  const mayNot = [
    rated.rated(3),
    rated.tipped(),
    rated.with({ paidCents: 0 }),
    rated.tagged('payment_disputed'),
    rated.refundRequested().refunded(),
  ]
  expect(mayNot.map(({ facts }) => mayTip(facts))).toEqual(mayNot.map(() => false))
})
