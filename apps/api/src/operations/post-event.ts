import type { EventPosting } from '@nerdify/contract/operations.ts'
import type { OrderEvent } from '@nerdify/domain/orders/order-progress.ts'
import { transitions } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../database/tables.ts'
import { unacceptable } from '../http/refusal.ts'
import { applyOrderEvent } from '../orders/apply-order-event.ts'
import type { StoredOrder } from '../orders/own-order.ts'
import { refundTheRest } from '../payments/refund-the-rest.ts'

/**
 * Lets an event happen to an order as operations asked for it (OPS-05). 409 transition_not_allowed when it does not fit;
 * 422 for a deadline or a Nerd with an event that has none, and for a deadline that is past. accept_refund gives back the
 * rest of what was paid (PAY-11).
 */
export async function postEvent(
  queries: Queries,
  posting: { order: StoredOrder; body: EventPosting; author: string; now: number },
): Promise<StoredOrder> {
  const { order, body, author, now } = posting
  const { note, worker } = body
  if (worker !== undefined && body.event !== 'nerd_found') throw unacceptable('Only nerd_found has a Nerd.', 'worker')
  const happened = await applyOrderEvent(queries, {
    clientId: order.client_id,
    orderId: order.id,
    event: readEvent(body, now),
    author,
    data: { ...(note === undefined ? {} : { note }), ...(worker === undefined ? {} : { worker }) },
    now,
  })
  return body.event === 'accept_refund' ? refundTheRest(queries, { order: happened, author, now }) : happened
}

function readEvent(body: EventPosting, now: number): OrderEvent {
  const event: OrderEvent = { name: body.event, by: 'operations' }
  if (body.deadline === undefined) return event
  if (!transitions[body.event].takesDeadline) throw unacceptable('This event has no deadline.', 'deadline')
  const deadline = Date.parse(body.deadline)
  if (!(deadline > now)) throw unacceptable('The deadline must be ahead.', 'deadline')
  return { ...event, deadline }
}
