import { expect, test } from 'vitest'
import { anOrder, orderTimes } from '../testing/an-order.ts'
import { orderDateLabel } from './order-labels.ts'

const inWork = anOrder().paid()
const sent = inWork.sent()
const onRevision = sent.revisionRequested().onRevision()

test('[CAB-03] an unpaid order shows when it was created', () => {
  expect(orderDateLabel(anOrder().facts)).toEqual({ label: 'Created on', at: orderTimes.createdAt })
})

test('[CAB-03] an order in work is expected on its deadline, also when it is paid in part only', () => {
  for (const order of [inWork, inWork.nerdFound(), anOrder().partlyPaid(), inWork.refundRequested()]) {
    expect(orderDateLabel(order.facts)).toEqual({ label: 'Expected on', at: orderTimes.deadline })
  }
})

test('[CAB-03] an order on revision is expected on the revision’s deadline', () => {
  expect(orderDateLabel(onRevision.facts)).toEqual({ label: 'Expected on', at: orderTimes.revisionDeadline })
})

test('[CAB-03] an asked-for revision without a deadline yet is expected on the order’s', () => {
  expect(orderDateLabel(sent.revisionRequested().facts)).toEqual({ label: 'Expected on', at: orderTimes.deadline })
})

test('[CAB-03] a delivered order was completed on its last delivery', () => {
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

test('[CAB-03][STATE-01] only a refund that was granted shows "Refunded on"', () => {
  const refundedOn = { label: 'Refunded on', at: orderTimes.refundAcceptAt }
  expect(orderDateLabel(sent.refundRequested().refunded().facts)).toEqual(refundedOn)
  expect(orderDateLabel(inWork.refundRequested().refunded().facts)).toEqual(refundedOn)
})
