import { expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { orderCan } from './order-can.ts'

const unpaid = anOrder()
const inWork = anOrder().paid()
const sent = inWork.sent()
const accepted = sent.accepted()
const revisionRequested = sent.revisionRequested()
const onRevision = revisionRequested.onRevision()
const revisionSent = onRevision.revisionSent()
const refundRequested = sent.refundRequested()
const refunded = refundRequested.refunded()

test('[STATE-08] rating may be shown: completed and paid in full or in part', () => {
  expect(orderCan.showRating(sent.facts)).toBe(true)
  expect(orderCan.showRating(accepted.facts)).toBe(true)
  expect(orderCan.showRating(anOrder().partlyPaid().sent().facts)).toBe(true)
  expect(orderCan.showRating(sent.with({ paidCents: 0 }).facts)).toBe(false)
})

test('[STATE-08] rating may be shown: refund requested or accepted, or revision completed', () => {
  expect(orderCan.showRating(inWork.refundRequested().facts)).toBe(true)
  expect(orderCan.showRating(inWork.refundRequested().refunded().facts)).toBe(true)
  expect(orderCan.showRating(revisionSent.facts)).toBe(true)
  expect(orderCan.showRating(inWork.refundDeclined().facts)).toBe(false)
})

test('[STATE-08] rating may not be shown of an order in work, on revision or already rated', () => {
  for (const order of [unpaid, inWork, revisionRequested, onRevision, sent.rated(1), revisionSent.rated(5)]) {
    expect(orderCan.showRating(order.facts)).toBe(false)
  }
})

test('[STATE-09] rating button: paid in full and sent, client-accepted, refund requested or revision completed', () => {
  for (const order of [sent, accepted, inWork.refundRequested(), revisionSent]) {
    expect(orderCan.showRatingBtn(order.facts)).toBe(true)
  }
  for (const order of [unpaid, inWork, revisionRequested, onRevision, inWork.refundDeclined()]) {
    expect(orderCan.showRatingBtn(order.facts)).toBe(false)
  }
})

test('[STATE-09] rating button: not for a rated, a partly paid or a refunded order', () => {
  for (const order of [sent.rated(3), anOrder().partlyPaid().sent(), refunded]) {
    expect(orderCan.showRatingBtn(order.facts)).toBe(false)
  }
})

test('[STATE-09] rating button: system Completed without the client’s acceptance does not bring it', () => {
  expect(orderCan.showRatingBtn(accepted.with({ tags: [] }).facts)).toBe(false)
})

test('[STATE-10] rating changeable: rated, not on revision, not revision requested, not refund accepted', () => {
  for (const order of [sent, accepted, revisionSent, refundRequested]) {
    expect(orderCan.changeRating(order.rated(2).facts)).toBe(true)
    expect(orderCan.changeRating(order.facts)).toBe(false)
  }
  for (const order of [onRevision, revisionRequested, refunded]) {
    expect(orderCan.changeRating(order.rated(2).facts)).toBe(false)
  }
})

test('[STATE-11] tipping: mark 4 or more on a completed or revised order', () => {
  for (const order of [sent, accepted, revisionSent]) {
    expect(orderCan.tip(order.rated(5).facts)).toBe(true)
    expect(orderCan.tip(order.rated(4).facts)).toBe(true)
    expect(orderCan.tip(order.rated(3).facts)).toBe(false)
    expect(orderCan.tip(order.facts)).toBe(false)
  }
  for (const order of [inWork, revisionRequested, onRevision]) expect(orderCan.tip(order.rated(5).facts)).toBe(false)
})

test('[STATE-11] tipping: not twice, and not once a refund is accepted', () => {
  expect(orderCan.tip(sent.rated(5).tipped().facts)).toBe(false)
  expect(orderCan.tip(sent.rated(5).facts)).toBe(true)
  expect(orderCan.tip(refunded.rated(5).facts)).toBe(false)
})

test('[STATE-12] files: completed and paid, or a refund, revision or revision-completed state', () => {
  for (const order of [sent, accepted, refundRequested, refunded, revisionRequested, onRevision, revisionSent]) {
    expect(orderCan.downloadFile(order.facts)).toBe(true)
  }
  expect(orderCan.downloadFile(anOrder().partlyPaid().sent().facts)).toBe(true)
  expect(orderCan.downloadFile(unpaid.facts)).toBe(false)
  expect(orderCan.downloadFile(inWork.facts)).toBe(false)
})

test('[STATE-12] files: never of an order on which nothing was paid', () => {
  for (const order of [sent, accepted, refundRequested, refunded, revisionRequested, onRevision, revisionSent]) {
    expect(orderCan.downloadFile(order.with({ paidCents: 0 }).facts)).toBe(false)
  }
})

test('[STATE-19] status bar: paid, not completed, not in a refund', () => {
  for (const order of [
    inWork,
    inWork.nerdFound(),
    anOrder().partlyPaid(),
    revisionRequested,
    onRevision,
    revisionSent,
  ]) {
    expect(orderCan.showStatusBar(order.facts)).toBe(true)
  }
  for (const order of [unpaid, sent, accepted, inWork.refundRequested(), refunded, inWork.refundDeclined()]) {
    expect(orderCan.showStatusBar(order.facts)).toBe(false)
  }
})

test('[PAY-06] an order can be paid while something is left to pay', () => {
  expect(orderCan.pay(unpaid.facts)).toBe(true)
  expect(orderCan.pay(anOrder().partlyPaid().facts)).toBe(true)
  expect(orderCan.pay(anOrder().costing(0).facts)).toBe(true)
  expect(orderCan.pay(inWork.facts)).toBe(false)
  expect(orderCan.pay(anOrder().costing(0).paid().facts)).toBe(false)
})

test('[PAY-06] an order that is deleted, declined or in a refund cannot be paid', () => {
  for (const order of [unpaid.deleted(), unpaid.declined(), anOrder().partlyPaid().refundRequested()]) {
    expect(orderCan.pay(order.facts)).toBe(false)
  }
})

test('[PAY-06] anything paid locks the form', () => {
  expect(orderCan.edit(unpaid.facts)).toBe(true)
  expect(orderCan.edit(unpaid.with({ paidCents: 1 }).facts)).toBe(false)
  expect(orderCan.edit(inWork.facts)).toBe(false)
  expect(orderCan.edit(anOrder().costing(0).paid().facts)).toBe(false)
})

test('[FLOW-19] promo and complex orders do not open in the form, nor do deleted and declined ones', () => {
  const promo = unpaid.with({ isPromo: true })
  const complex = unpaid.with({ isComplex: true })
  for (const order of [promo, complex, unpaid.deleted(), unpaid.declined()]) {
    expect(orderCan.edit(order.facts)).toBe(false)
  }
})
