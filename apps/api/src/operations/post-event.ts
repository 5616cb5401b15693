import type { EventPosting } from '@nerdify/contract/operations.ts'
import type { OrderEvent } from '@nerdify/domain/orders/order-progress.ts'
import { eventFits, transitions } from '@nerdify/domain/orders/order-progress.ts'
import type { Queries } from '../database/tables.ts'
import { unacceptable } from '../http/refusal.ts'
import { applyOrderEvent } from '../orders/change/apply-order-event.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import type { StoredOrder } from '../orders/list/own-order.ts'
import { beginWork } from '../payments/settle/begin-work.ts'
import { refundTheRest } from '../payments/refund/refund-the-rest.ts'

/**
 * Lets an event happen to an order as operations asked for it (OPS-05). 409 transition_not_allowed when it does not fit;
 * 422 for a deadline or a Nerd with an event that has none, for a deadline that is past, and for a refund declined without a word to the client (TALK-06). accept_refund gives back the
 * rest of what was paid (PAY-11); after decline_refund an order whose price was covered meanwhile goes to work (HOLD-06).
 */
export async function postEvent(
  queries: Queries,
  posting: { order: StoredOrder; body: EventPosting; author: string; now: number },
): Promise<StoredOrder> {
  const { order, body, author, now } = posting
  const { note, worker } = body
  const tell = readTell(body, order)
  if (worker !== undefined && body.event !== 'nerd_found') throw unacceptable('Only nerd_found has a Nerd.', 'worker')
  const happened = await applyOrderEvent(queries, {
    clientId: order.client_id,
    orderId: order.id,
    event: readEvent(body, now),
    author,
    data: {
      ...(note === undefined ? {} : { note }),
      ...(tell === undefined ? {} : { tell }),
      ...(worker === undefined ? {} : { worker }),
    },
    now,
  })
  if (body.event === 'accept_refund') return refundTheRest(queries, { order: happened, author, now })
  return body.event === 'decline_refund' ? beginWork(queries, { order: happened, now }) : happened
}

/** What the client is told: to decline a refund it is wanted, and no other event has it yet (TALK-06). */
function readTell({ event, tell }: EventPosting, order: StoredOrder): string | undefined {
  if (event !== 'decline_refund') {
    if (tell !== undefined) throw unacceptable('Only decline_refund tells the client something.', 'tell')
    return undefined
  }
  const reason = tell?.trim()
  // What does not fit the order is refused for that.
  if (!reason && eventFits(factsOf(order), { name: event, by: 'operations' })) {
    throw unacceptable('Please tell the client why the refund is declined.', 'tell', 'tell_missing')
  }
  return reason
}

function readEvent(body: EventPosting, now: number): OrderEvent {
  const event: OrderEvent = { name: body.event, by: 'operations' }
  if (body.deadline === undefined) return event
  if (!transitions[body.event].takesDeadline) throw unacceptable('This event has no deadline.', 'deadline')
  const deadline = Date.parse(body.deadline)
  if (!(deadline > now)) throw unacceptable('The deadline must be ahead.', 'deadline')
  return { ...event, deadline }
}
