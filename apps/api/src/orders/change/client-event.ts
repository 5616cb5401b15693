import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { OrderChange } from '@nerdify/contract/orders.ts'
import { reasonMissingTexts } from '@nerdify/domain/orders/note.ts'
import { deadlineOnOffer } from '@nerdify/domain/orders/deadline-offer.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { eventFits, eventsBy, type OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { refundRequestDays } from '@nerdify/domain/orders/refund-period.ts'
import { refundRequestFault } from '@nerdify/domain/orders/refund-request.ts'
import { refuseErasedWithOrder } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { attachUploads } from '../../uploads/attach-uploads.ts'
import { notFound, Refusal, unacceptable } from '../../http/refusal.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { overtakenField } from '../change-locked.ts'
import { factsOf } from '../list/order-facts-of.ts'
import type { StoredOrder } from '../orders.store.ts'

/** A client's event for their own order (STATE-20), with their words. */
export interface ClientEvent {
  name: OrderEventName
  note: string
  /** The version that the client saw; only an answer to an offered deadline depends on it. */
  basedOn: number | undefined
}

/** Fields allowed with an event: ids are ignored (API-04). */
const fieldsOfEvent = ['action', 'note', 'files', 'version', 'id', 'client_id']

const nothingToRefundText = 'There’s nothing left to refund for this order. Please contact us if something is wrong.'
const refundTooLateText = `You can ask for a refund within ${refundRequestDays} days of delivery. Please contact us if something is wrong.`

const offerOverText = 'The time that we asked for has passed. Your deadline stays as it was.'
const newOfferText = 'We’ve since asked for a different time. Please check it before you answer.'
const answersOffer = (name: OrderEventName): boolean => name === 'accept_deadline' || name === 'decline_deadline'

/** The event in a body, or undefined; 422 at a field that cannot be changed with it. */
export function clientEventOf(body: OrderChange): ClientEvent | undefined {
  const name = eventsBy('client').find((event) => event === body.action)
  if (name === undefined) return undefined
  const extraField = Object.keys(body).find((field) => !fieldsOfEvent.includes(field))
  if (body.files !== undefined && name !== 'request_revision') {
    throw unacceptable('Files go only with a request for a revision.', 'files')
  }
  if (extraField !== undefined) throw unacceptable('This cannot be changed at the same time.', extraField)
  return { name, note: writtenText(body.note ?? ''), basedOn: body.version }
}

/** The refusal of a request without a reason; other events need none. */
const reasonMissingText = (name: OrderEventName): string | undefined =>
  name === 'request_revision' || name === 'request_refund' ? reasonMissingTexts[name] : undefined

/**
 * Applies a client's event to their order: 404 for another client's, 409 transition_not_allowed if it does not fit, 409
 * refund_too_late for a refund after its 30 days, 409 offer_over for an expired deadline offer and offer_changed for one
 * that a newer offer replaced after the client's `version` (OPS-12), 409 nothing_to_refund if we have no money left, 409
 * account_erased, 422 for a request without its reason (CAB-11).
 */
export async function applyClientEvent(
  queries: Queries,
  wish: { clientId: string; orderId: string; event: ClientEvent; uploads: readonly string[]; now: number },
): Promise<StoredOrder> {
  const { clientId, orderId, event, uploads, now } = wish
  const order = await applyOrderEvent(queries, {
    clientId,
    orderId,
    event: { name: event.name, by: 'client' },
    author: 'client',
    data: event.note ? { note: event.note } : {},
    check: async (locked) => {
      await refuseErasedWithOrder(queries, clientId)
      refuseUnfit(locked, event, now)
    },
    now,
  })
  // The event has locked the order's row: request and attachments are stored together, or not at all.
  if (uploads.length > 0) {
    await attachUploads(queries, { clientId, orderId, ids: uploads, type: 'client_revision_request_file', now })
  }
  return order
}

/** Refuses events that the transition alone would allow: for a deleted order, or against CAB-11 or OPS-12. */
function refuseUnfit(order: StoredOrder, { name, note, basedOn }: ClientEvent, now: number): void {
  const facts = factsOf(order)
  if (orderIs.deleted(facts)) throw notFound()
  const fault = name === 'request_refund' ? refundRequestFault(facts, now) : undefined
  if (fault === 'nothing_to_refund') throw new Refusal(409, nothingToRefundText, { type: fault })
  const fits = eventFits(facts, { name, by: 'client' })
  const reasonMissing = note ? undefined : reasonMissingText(name)
  if (fits && reasonMissing !== undefined) throw unacceptable(reasonMissing, 'note', 'reason_missing')
  if (fits && answersOffer(name)) {
    if (deadlineOnOffer(facts, now) === null) throw new Refusal(409, offerOverText, { type: 'offer_over' })
    if (overtakenField(order, ['offered_deadline'], basedOn) !== undefined)
      throw new Refusal(409, newOfferText, { type: 'offer_changed' })
  }
  if (fault === 'refund_too_late') throw new Refusal(409, refundTooLateText, { type: fault })
}
