import { expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { orderIs } from './order-is.ts'
import { systemStatuses } from './order-status.ts'

const inWork = anOrder().paid()
const sent = inWork.sent()
const revised = sent.revisionRequested().onRevision()

test('[PAY-06] paid in full is something paid and at least the price', () => {
  for (const paidCents of [4000, 4001]) {
    const { facts } = inWork.with({ paidCents })
    expect(orderIs.paidInFull(facts)).toBe(true)
    expect(orderIs.partiallyPaid(facts)).toBe(false)
    expect(orderIs.paid(facts)).toBe(true)
  }
})

test('[PAY-06] partially paid is above 0 and below the price', () => {
  for (const paidCents of [1, 3999]) {
    const { facts } = inWork.with({ paidCents })
    expect(orderIs.partiallyPaid(facts)).toBe(true)
    expect(orderIs.paidInFull(facts)).toBe(false)
    expect(orderIs.paid(facts)).toBe(true)
  }
})

test('[PAY-06] an order on which nothing was paid is neither', () => {
  for (const { facts } of [anOrder(), anOrder().costing(0), anOrder().deleted()]) {
    expect(orderIs.paid(facts)).toBe(false)
    expect(orderIs.paidInFull(facts)).toBe(false)
    expect(orderIs.partiallyPaid(facts)).toBe(false)
  }
})

test('[PAY-06] the price is the cabinet price: an unpaid add-on leaves an order paid in full', () => {
  const { facts } = inWork.with({ priceCents: 4500, cabinetPriceCents: 4000 })
  expect(orderIs.paidInFull(facts)).toBe(true)
})

test('[PAY-06] an order that a discount makes free counts as paid in full once it is booked', () => {
  const { facts } = anOrder().costing(0).paid()
  expect(facts.paidCents).toBe(0)
  expect(orderIs.paidInFull(facts)).toBe(true)
  expect(orderIs.partiallyPaid(facts)).toBe(false)
})

test('[PAY-06] a refund does not make an order unpaid', () => {
  expect(orderIs.paidInFull(sent.refundRequested().refunded().facts)).toBe(true)
})

test('[STATE-01] in a refund is every system status with "refund"; refunded is Refund Accepted alone', () => {
  const inRefund = systemStatuses.filter((systemStatus) => orderIs.inRefund(inWork.with({ systemStatus }).facts))
  const refunded = systemStatuses.filter((systemStatus) => orderIs.refunded(inWork.with({ systemStatus }).facts))
  const requested = systemStatuses.filter((systemStatus) =>
    orderIs.refundRequested(inWork.with({ systemStatus }).facts),
  )
  expect(inRefund).toEqual(['Refund Requested', 'Refund Accepted', 'Refund Declined'])
  expect(refunded).toEqual(['Refund Accepted'])
  expect(requested).toEqual(['Refund Requested'])
  expect(orderIs.inRefund(inWork.facts)).toBe(false)
})

test('[STATE-02] completed: system Completed; or Sent without revision_accept_at; or Sent with Refund Declined', () => {
  expect(orderIs.completed(sent.accepted().facts)).toBe(true)
  expect(orderIs.completed(sent.facts)).toBe(true)
  expect(orderIs.completed(revised.with({ systemStatus: 'Refund Declined', clientStatus: 'Sent' }).facts)).toBe(true)

  expect(orderIs.completed(inWork.facts)).toBe(false)
  expect(orderIs.completed(revised.with({ systemStatus: null, clientStatus: 'Sent' }).facts)).toBe(false)
  expect(orderIs.completed(inWork.refundDeclined().facts)).toBe(false)
})

test('[STATE-03] revision requested: Revision Requested or Refund Declined, with client status Revision requested', () => {
  expect(orderIs.revisionRequested(sent.revisionRequested().facts)).toBe(true)
  expect(orderIs.revisionRequested(sent.revisionRequested().refundDeclined().facts)).toBe(true)

  expect(orderIs.revisionRequested(sent.revisionRequested().refundRequested().facts)).toBe(false)
  expect(orderIs.revisionRequested(sent.with({ systemStatus: 'Revision Requested' }).facts)).toBe(false)
})

test('[STATE-04] on revision: Revision Accepted, or client On revision', () => {
  expect(orderIs.onRevision(revised.with({ clientStatus: 'Sent' }).facts)).toBe(true)
  expect(orderIs.onRevision(revised.with({ systemStatus: null }).facts)).toBe(true)
  expect(orderIs.onRevision(sent.revisionRequested().facts)).toBe(false)
})

test('[STATE-05] revision completed: Revision Completed; Sent with revision_accept_at; Revision sent with Refund Declined', () => {
  expect(orderIs.revisionCompleted(inWork.with({ systemStatus: 'Revision Completed' }).facts)).toBe(true)
  expect(orderIs.revisionCompleted(revised.with({ systemStatus: null, clientStatus: 'Sent' }).facts)).toBe(true)
  expect(orderIs.revisionCompleted(revised.revisionSent().refundDeclined().facts)).toBe(true)

  expect(orderIs.revisionCompleted(sent.facts)).toBe(false)
  expect(orderIs.revisionCompleted(revised.revisionSent().refundRequested().facts)).toBe(false)
  expect(orderIs.revisionCompleted(inWork.refundDeclined().facts)).toBe(false)
})

test('[STATE-06] client-accepted is completed with the tag client_accept', () => {
  expect(orderIs.clientAccepted(sent.accepted().facts)).toBe(true)
  expect(orderIs.clientAccepted(sent.facts)).toBe(false)
  expect(orderIs.clientAccepted(inWork.tagged('client_accept').facts)).toBe(false)
})

test('[STATE-06] in work is client In progress or Nerd found', () => {
  expect(orderIs.inWork(inWork.facts)).toBe(true)
  expect(orderIs.inWork(inWork.nerdFound().facts)).toBe(true)
  expect(orderIs.inWork(anOrder().facts)).toBe(false)
  expect(orderIs.inWork(inWork.with({ clientStatus: 'Quality check' }).facts)).toBe(false)
  expect(orderIs.inWork(sent.facts)).toBe(false)
})

test('[STATE-07] deleted: profile_arch 1, or system Deleted, or tag delete_order; each is hidden from the list', () => {
  for (const { facts } of [anOrder().with({ profileArch: true }), anOrder().deleted(), inWork.tagged('delete_order')]) {
    expect(orderIs.deleted(facts)).toBe(true)
    expect(orderIs.hidden(facts)).toBe(true)
  }
  expect(orderIs.deleted(anOrder().facts)).toBe(false)
  expect(orderIs.hidden(anOrder().facts)).toBe(false)
})

test('[STATE-07] orders without a price, or declined, are hidden but not deleted', () => {
  for (const { facts } of [anOrder().unpriced(), anOrder().declined()]) {
    expect(orderIs.hidden(facts)).toBe(true)
    expect(orderIs.deleted(facts)).toBe(false)
  }
})

test('[STATE-07][PAY-06] a booked order that costs 0 is not hidden', () => {
  expect(orderIs.hidden(anOrder().costing(0).facts)).toBe(false)
  expect(orderIs.hidden(anOrder().costing(0).paid().facts)).toBe(false)
})

test('[STATE-08] rated is any mark', () => {
  expect(orderIs.rated(sent.facts)).toBe(false)
  for (const mark of [1, 2, 3, 4, 5]) expect(orderIs.rated(sent.rated(mark).facts)).toBe(true)
})

test('[STATE-13] not rated after a day is a tag, the prompt having been shown a flag', () => {
  expect(orderIs.notRatedAfter1Day(sent.tagged('no_feedback_1d').facts)).toBe(true)
  expect(orderIs.notRatedAfter1Day(sent.facts)).toBe(false)
  expect(orderIs.reviewShown(sent.flagged('review_shown_on_client').facts)).toBe(true)
  expect(orderIs.reviewShown(sent.facts)).toBe(false)
})
