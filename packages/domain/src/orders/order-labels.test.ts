import { expect, test } from 'vitest'
import { anOrder, orderTimes } from '../testing/an-order.ts'
import { orderDateLabel } from './order-labels.ts'

const inWork = anOrder().paid()
const sent = inWork.sent()
const onRevision = sent.revisionRequested().onRevision()

test('[CAB-03] shows the creation of an unpaid order', () => {
  expect(orderDateLabel(anOrder().facts)).toEqual({ label: 'Created on', at: orderTimes.createdAt })
})

test('[CAB-03] expects an order in work at its deadline, even if partly paid', () => {
  for (const order of [inWork, inWork.nerdFound(), anOrder().partlyPaid(), inWork.refundRequested()]) {
    expect(orderDateLabel(order.facts)).toEqual({ label: 'Expected on', at: orderTimes.deadline })
  }
})

test('[CAB-03] expects a revision at the revision’s deadline', () => {
  expect(orderDateLabel(onRevision.facts)).toEqual({ label: 'Expected on', at: orderTimes.revisionDeadline })
})

test('[CAB-03] expects a requested revision without its own deadline at the order’s deadline', () => {
  expect(orderDateLabel(sent.revisionRequested().facts)).toEqual({ label: 'Expected on', at: orderTimes.deadline })
})

test('[CAB-03] shows the last delivery of a delivered order', () => {
  const atFirst = { label: 'Completed on', at: orderTimes.sentAt }
  for (const order of [
    sent,
    sent.accepted(),
    sent.accepted().rated(5),
    sent.refundRequested(),
    sent.refundDeclined(),
  ]) {
    expect(orderDateLabel(order.facts)).toEqual(atFirst)
  }
  expect(orderDateLabel(onRevision.revisionSent().facts)).toEqual({
    label: 'Completed on',
    at: orderTimes.revisionSentAt,
  })
})

test('[CAB-03][STATE-01] shows "Refunded on" only for a granted refund', () => {
  const refundedOn = { label: 'Refunded on', at: orderTimes.refundAcceptAt }
  expect(orderDateLabel(sent.refundRequested().refunded().facts)).toEqual(refundedOn)
  expect(orderDateLabel(inWork.refundRequested().refunded().facts)).toEqual(refundedOn)
})
