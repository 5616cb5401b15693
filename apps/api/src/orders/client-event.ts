import type { OrderChange } from '@nerdify/contract/orders.ts'
import { isTooLateForRefund, refundRequestDays } from '@nerdify/domain/orders/refund-period.ts'
import { eventsBy, type OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../database/tables.ts'
import { attachUploads } from '../files/attach-uploads.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { factsOf } from './order-facts-of.ts'
import { ownOrder } from './own-order.ts'
import type { StoredOrder } from './orders.store.ts'

/** An event that a client lets happen to their own order (STATE-20), with what they wrote. */
export interface ClientEvent {
  name: OrderEventName
  note: string | undefined
}

/** What may go with an event: ids are ignored (API-04), and the state of the order decides, not its version. */
const fieldsOfEvent = ['action', 'note', 'files', 'version', 'id', 'client_id']

const refundTooLateText = `A refund can be asked for within ${refundRequestDays} days. Please contact us if something is wrong.`

/** The event that a body asks for, or nothing; 422 at a field that cannot be changed along with it. */
export function clientEventOf(body: OrderChange): ClientEvent | undefined {
  const name = eventsBy('client').find((event) => event === body.action)
  if (name === undefined) return undefined
  const other = Object.keys(body).find((field) => !fieldsOfEvent.includes(field))
  if (body.files !== undefined && name !== 'request_revision') {
    throw unacceptable('Files go only with a request for a revision.', 'files')
  }
  if (other !== undefined) throw unacceptable('This cannot be changed at the same time.', other)
  return { name, note: body.note?.trim() }
}

/**
 * Lets a client's event happen to their order: 404 for any other, 409 transition_not_allowed where it does not fit, 409
 * refund_too_late for a refund after its 30 days (CAB-11).
 */
export async function applyClientEvent(
  queries: Queries,
  given: { clientId: string; orderId: string; event: ClientEvent; uploads: readonly string[]; now: number },
): Promise<StoredOrder> {
  const { clientId, orderId, event, uploads, now } = given
  const own = await ownOrder(queries, clientId, orderId)
  if (event.name === 'request_refund' && isTooLateForRefund(factsOf(own), now)) {
    throw new Refusal(409, refundTooLateText, { type: 'refund_too_late' })
  }
  const order = await applyOrderEvent(queries, {
    clientId,
    orderId,
    event: { name: event.name, by: 'client' },
    author: 'client',
    data: event.note ? { note: event.note } : {},
    now,
  })
  // The event holds the order's row: what goes with the request is there with it or not at all.
  if (uploads.length > 0) {
    const files = {
      clientId,
      orderId,
      ids: uploads,
      type: 'client_revision_request_file',
      field: 'files',
      now,
    } as const
    await attachUploads(queries, files)
  }
  return order
}
