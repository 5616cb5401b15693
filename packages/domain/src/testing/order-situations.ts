import { type AnOrder, anOrder } from './an-order.ts'

const inWork = anOrder().paid()
const sent = inWork.sent()
const accepted = sent.accepted()
const revisionRequested = sent.revisionRequested()
const onRevision = revisionRequested.onRevision()
const revisionSent = onRevision.revisionSent()

/** Orders in typical situations, each reached by its events; for tests and stories. */
export const situations: Record<string, AnOrder> = {
  unpaid: anOrder(),
  deleted: anOrder().deleted(),
  'paid in part': anOrder().partlyPaid(),
  'in progress': inWork,
  'nerd found': inWork.nerdFound(),
  'quality check': inWork.with({ clientStatus: 'Quality check' }),
  'final touches': inWork.with({ clientStatus: 'Final touches' }),
  sent,
  'sent, rated': sent.rated(5),
  accepted,
  'accepted, rated': accepted.rated(5),
  'revision requested': revisionRequested,
  'on revision': onRevision,
  'revision sent': revisionSent,
  'revision sent, rated': revisionSent.rated(5),
  'revision accepted': revisionSent.accepted(),
  'refund requested in work': inWork.refundRequested(),
  'refund requested, sent': sent.refundRequested(),
  'refund requested, accepted': accepted.refundRequested(),
  'refund requested, on revision': onRevision.refundRequested(),
  'refund requested, revision sent': revisionSent.refundRequested(),
  'refunded in work': inWork.refundRequested().refunded(),
  'refunded, sent': sent.refundRequested().refunded(),
  'refunded, revision sent': revisionSent.refundRequested().refunded(),
  'refund declined in work': inWork.refundDeclined(),
  'refund declined, sent': sent.refundDeclined(),
  'refund declined, revision sent': revisionSent.refundDeclined(),
}
