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

test('[STATE-08] shows the rating of a completed order, paid in full or in part', () => {
  expect(orderCan.showRating(sent.facts)).toBe(true)
  expect(orderCan.showRating(accepted.facts)).toBe(true)
  expect(orderCan.showRating(anOrder().partlyPaid().sent().facts)).toBe(true)
  expect(orderCan.showRating(sent.with({ paidCents: 0 }).facts)).toBe(false)
})

test('[STATE-08] shows the rating after a refund request or refund, or a completed revision', () => {
  expect(orderCan.showRating(inWork.refundRequested().facts)).toBe(true)
  expect(orderCan.showRating(inWork.refundRequested().refunded().facts)).toBe(true)
  expect(orderCan.showRating(revisionSent.facts)).toBe(true)
  expect(orderCan.showRating(inWork.refundDeclined().facts)).toBe(false)
})

test('[STATE-08] hides the rating of an order in work, on revision or already rated', () => {
  for (const order of [unpaid, inWork, revisionRequested, onRevision, sent.rated(1), revisionSent.rated(5)]) {
    expect(orderCan.showRating(order.facts)).toBe(false)
  }
})

test('[STATE-09] shows the rating button: paid in full and sent, accepted, refund requested or revised', () => {
  for (const order of [sent, accepted, inWork.refundRequested(), revisionSent]) {
    expect(orderCan.showRatingBtn(order.facts)).toBe(true)
  }
  for (const order of [unpaid, inWork, revisionRequested, onRevision, inWork.refundDeclined()]) {
    expect(orderCan.showRatingBtn(order.facts)).toBe(false)
  }
})

test('[STATE-09] hides the rating button on a rated, partly paid or refunded order', () => {
  for (const order of [sent.rated(3), anOrder().partlyPaid().sent(), refunded]) {
    expect(orderCan.showRatingBtn(order.facts)).toBe(false)
  }
})

test('[STATE-09] hides the rating button on a Completed order that the client has not accepted', () => {
  expect(orderCan.showRatingBtn(accepted.with({ tags: [] }).facts)).toBe(false)
})

test('[STATE-10] allows a changed rating unless on revision, revision requested or refunded', () => {
  for (const order of [sent, accepted, revisionSent, refundRequested]) {
    expect(orderCan.changeRating(order.rated(2).facts)).toBe(true)
    expect(orderCan.changeRating(order.facts)).toBe(false)
  }
  for (const order of [onRevision, revisionRequested, refunded]) {
    expect(orderCan.changeRating(order.rated(2).facts)).toBe(false)
  }
})

test('[STATE-11] allows a tip with mark 4 or more on a completed or revised order', () => {
  for (const order of [sent, accepted, revisionSent]) {
    expect(orderCan.tip(order.rated(5).facts)).toBe(true)
    expect(orderCan.tip(order.rated(4).facts)).toBe(true)
    expect(orderCan.tip(order.rated(3).facts)).toBe(false)
    expect(orderCan.tip(order.facts)).toBe(false)
  }
  for (const order of [inWork, revisionRequested, onRevision]) expect(orderCan.tip(order.rated(5).facts)).toBe(false)
})

test('[STATE-11] allows no second tip, and none after a refund', () => {
  expect(orderCan.tip(sent.rated(5).tipped().facts)).toBe(false)
  expect(orderCan.tip(sent.rated(5).facts)).toBe(true)
  expect(orderCan.tip(refunded.rated(5).facts)).toBe(false)
})

test('[STATE-12] allows downloads: completed and paid, or a refund, revision or revised state', () => {
  for (const order of [sent, accepted, refundRequested, refunded, revisionRequested, onRevision, revisionSent]) {
    expect(orderCan.downloadFile(order.facts)).toBe(true)
  }
  expect(orderCan.downloadFile(anOrder().partlyPaid().sent().facts)).toBe(true)
  expect(orderCan.downloadFile(unpaid.facts)).toBe(false)
  expect(orderCan.downloadFile(inWork.facts)).toBe(false)
})

test('[STATE-12] allows no download on an unpaid order', () => {
  for (const order of [sent, accepted, refundRequested, refunded, revisionRequested, onRevision, revisionSent]) {
    expect(orderCan.downloadFile(order.with({ paidCents: 0 }).facts)).toBe(false)
  }
})

test('[STATE-19] shows the status bar: paid, not completed, not in a refund', () => {
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

test('[PAY-06] allows payment until the order is paid in full', () => {
  expect(orderCan.pay(unpaid.facts)).toBe(true)
  expect(orderCan.pay(anOrder().partlyPaid().facts)).toBe(true)
  expect(orderCan.pay(anOrder().costing(0).facts)).toBe(true)
  expect(orderCan.pay(inWork.facts)).toBe(false)
  expect(orderCan.pay(anOrder().costing(0).paid().facts)).toBe(false)
})

test('[PAY-06] refuses payment of an order that is deleted, declined or asked to be refunded', () => {
  for (const order of [unpaid.deleted(), unpaid.declined(), anOrder().partlyPaid().refundRequested()]) {
    expect(orderCan.pay(order.facts)).toBe(false)
  }
})

test('[PAY-06][FLOW-26] takes money again once a refund is declined', () => {
  expect(orderCan.pay(anOrder().partlyPaid().refundDeclined().facts)).toBe(true)
  expect(orderCan.addServices(inWork.refundDeclined().facts)).toBe(true)
  for (const order of [inWork.refundRequested(), refunded]) {
    expect(orderCan.takePayment(order.facts)).toBe(false)
    expect(orderCan.addServices(order.facts)).toBe(false)
  }
})

test('[PAY-06] locks the form after any payment', () => {
  expect(orderCan.edit(unpaid.facts)).toBe(true)
  expect(orderCan.edit(unpaid.with({ paidCents: 1 }).facts)).toBe(false)
  expect(orderCan.edit(inWork.facts)).toBe(false)
  expect(orderCan.edit(anOrder().costing(0).paid().facts)).toBe(false)
})

test('[FLOW-19] locks the form of promo, complex, deleted and declined orders', () => {
  const promo = unpaid.with({ isPromo: true })
  const complex = unpaid.with({ isComplex: true })
  for (const order of [promo, complex, unpaid.deleted(), unpaid.declined()]) {
    expect(orderCan.edit(order.facts)).toBe(false)
  }
})
