import { expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { orderIs } from './order-is.ts'
import { systemStatuses } from './order-status.ts'

const inWork = anOrder().paid()
const sent = inWork.sent()
const revised = sent.revisionRequested().onRevision()

test('[PAY-06] counts a payment above 0 of at least the price as full', () => {
  for (const paidCents of [4000, 4001]) {
    const { facts } = inWork.with({ paidCents })
    expect(orderIs.paidInFull(facts)).toBe(true)
    expect(orderIs.partiallyPaid(facts)).toBe(false)
    expect(orderIs.paid(facts)).toBe(true)
  }
})

test('[PAY-06] counts a payment above 0 and below the price as partial', () => {
  for (const paidCents of [1, 3999]) {
    const { facts } = inWork.with({ paidCents })
    expect(orderIs.partiallyPaid(facts)).toBe(true)
    expect(orderIs.paidInFull(facts)).toBe(false)
    expect(orderIs.paid(facts)).toBe(true)
  }
})

test('[PAY-06] counts an order without a payment as unpaid', () => {
  for (const { facts } of [anOrder(), anOrder().costing(0), anOrder().deleted()]) {
    expect(orderIs.paid(facts)).toBe(false)
    expect(orderIs.paidInFull(facts)).toBe(false)
    expect(orderIs.partiallyPaid(facts)).toBe(false)
  }
})

test('[PAY-06] stays paid in full when the client adds an unpaid service', () => {
  const { facts } = inWork.with({ priceCents: 4500, cabinetPriceCents: 4000 })
  expect(orderIs.paidInFull(facts)).toBe(true)
})

test('[PAY-06] counts a booked free order as paid in full', () => {
  const { facts } = anOrder().costing(0).paid()
  expect(facts.paidCents).toBe(0)
  expect(orderIs.paidInFull(facts)).toBe(true)
  expect(orderIs.partiallyPaid(facts)).toBe(false)
})

test('[PAY-06] stays paid after a refund', () => {
  expect(orderIs.paidInFull(sent.refundRequested().refunded().facts)).toBe(true)
})

test('[STATE-01] is in a refund in every status with "refund", and refunded only in Refund Accepted', () => {
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

test('[STATE-02] is completed: Completed; Sent without revision_accept_at; Sent with Refund Declined', () => {
  expect(orderIs.completed(sent.accepted().facts)).toBe(true)
  expect(orderIs.completed(sent.facts)).toBe(true)
  expect(orderIs.completed(revised.with({ systemStatus: 'Refund Declined', clientStatus: 'Sent' }).facts)).toBe(true)

  expect(orderIs.completed(inWork.facts)).toBe(false)
  expect(orderIs.completed(revised.with({ systemStatus: null, clientStatus: 'Sent' }).facts)).toBe(false)
  expect(orderIs.completed(inWork.refundDeclined().facts)).toBe(false)
})

test('[STATE-03] requires client Revision requested, with Revision Requested or Refund Declined', () => {
  expect(orderIs.revisionRequested(sent.revisionRequested().facts)).toBe(true)
  expect(orderIs.revisionRequested(sent.revisionRequested().refundDeclined().facts)).toBe(true)

  expect(orderIs.revisionRequested(sent.revisionRequested().refundRequested().facts)).toBe(false)
  expect(orderIs.revisionRequested(sent.with({ systemStatus: 'Revision Requested' }).facts)).toBe(false)
})

test('[STATE-04] is on revision: Revision Accepted, or client On revision', () => {
  expect(orderIs.onRevision(revised.with({ clientStatus: 'Sent' }).facts)).toBe(true)
  expect(orderIs.onRevision(revised.with({ systemStatus: null }).facts)).toBe(true)
  expect(orderIs.onRevision(sent.revisionRequested().facts)).toBe(false)
})

test('[STATE-05] is revised: Revision Completed; Sent with revision_accept_at; or Refund Declined', () => {
  expect(orderIs.revisionCompleted(inWork.with({ systemStatus: 'Revision Completed' }).facts)).toBe(true)
  expect(orderIs.revisionCompleted(revised.with({ systemStatus: null, clientStatus: 'Sent' }).facts)).toBe(true)
  expect(orderIs.revisionCompleted(revised.revisionSent().refundDeclined().facts)).toBe(true)

  expect(orderIs.revisionCompleted(sent.facts)).toBe(false)
  expect(orderIs.revisionCompleted(revised.revisionSent().refundRequested().facts)).toBe(false)
  expect(orderIs.revisionCompleted(inWork.refundDeclined().facts)).toBe(false)
})

test('[STATE-06] is client-accepted: completed with the tag client_accept', () => {
  expect(orderIs.clientAccepted(sent.accepted().facts)).toBe(true)
  expect(orderIs.clientAccepted(sent.facts)).toBe(false)
  expect(orderIs.clientAccepted(inWork.tagged('client_accept').facts)).toBe(false)
})

test('[STATE-06] is in work: client In progress or Nerd found', () => {
  expect(orderIs.inWork(inWork.facts)).toBe(true)
  expect(orderIs.inWork(inWork.nerdFound().facts)).toBe(true)
  expect(orderIs.inWork(anOrder().facts)).toBe(false)
  expect(orderIs.inWork(inWork.with({ clientStatus: 'Quality check' }).facts)).toBe(false)
  expect(orderIs.inWork(sent.facts)).toBe(false)
})

test('[STATE-07] is deleted, and so hidden: profile_arch 1, Deleted, or the tag delete_order', () => {
  for (const { facts } of [anOrder().with({ profileArch: true }), anOrder().deleted(), inWork.tagged('delete_order')]) {
    expect(orderIs.deleted(facts)).toBe(true)
    expect(orderIs.hidden(facts)).toBe(true)
  }
  expect(orderIs.deleted(anOrder().facts)).toBe(false)
  expect(orderIs.hidden(anOrder().facts)).toBe(false)
})

test('[STATE-07] hides an order without a price or declined, and does not count it as deleted', () => {
  for (const { facts } of [anOrder().unpriced(), anOrder().declined()]) {
    expect(orderIs.hidden(facts)).toBe(true)
    expect(orderIs.deleted(facts)).toBe(false)
  }
})

test('[STATE-07][PAY-06] does not hide a free order, booked or not', () => {
  expect(orderIs.hidden(anOrder().costing(0).facts)).toBe(false)
  expect(orderIs.hidden(anOrder().costing(0).paid().facts)).toBe(false)
})

test('[STATE-20] is in force unless a refund is pending or granted, or it is deleted or declined', () => {
  const ended = [sent.refundRequested(), sent.refundRequested().refunded(), inWork.deleted(), anOrder().declined()]
  for (const { facts } of ended) expect(orderIs.inForce(facts)).toBe(false)
  for (const { facts } of [anOrder(), inWork, sent, sent.refundDeclined()]) expect(orderIs.inForce(facts)).toBe(true)
})

test('[STATE-08] counts any mark as a rating', () => {
  expect(orderIs.rated(sent.facts)).toBe(false)
  for (const mark of [1, 2, 3, 4, 5]) expect(orderIs.rated(sent.rated(mark).facts)).toBe(true)
})

test('[STATE-13] reads "not rated after a day" from a tag and "prompt shown" from a flag', () => {
  expect(orderIs.notRatedAfter1Day(sent.tagged('no_feedback_1d').facts)).toBe(true)
  expect(orderIs.notRatedAfter1Day(sent.facts)).toBe(false)
  expect(orderIs.reviewShown(sent.flagged('review_shown_on_client').facts)).toBe(true)
  expect(orderIs.reviewShown(sent.facts)).toBe(false)
})

test('[LAW-06] is unfinished in work and in a revision, unless a refund is pending or granted', () => {
  const requested = sent.revisionRequested()
  const unfinished = [inWork, requested, revised, inWork.refundRequested().refundDeclined()]
  const others = [anOrder(), sent, inWork.refundRequested(), revised.refundRequested().refunded(), revised.deleted()]
  expect(unfinished.map(({ facts }) => orderIs.unfinished(facts))).toEqual(unfinished.map(() => true))
  expect(others.map(({ facts }) => orderIs.unfinished(facts))).toEqual(others.map(() => false))
})
