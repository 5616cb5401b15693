import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { EventPosting } from '@nerdify/contract/operations.ts'
import {
  eventFits,
  isDelivery,
  type OrderEvent,
  takesLaterDeadline,
  transitions,
} from '@nerdify/domain/orders/order-progress.ts'
import {
  deliveryFault,
  type FulfillmentFault,
  fulfillmentFaultTexts,
  nerdFault,
} from '@nerdify/domain/orders/owed-to-client.ts'
import { accountErased, isErased } from '../accounts/find-client.ts'
import { postReason } from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { type AssignedNerd, nerdToAssign } from '../orders/rated-nerds.ts'
import { lockOrder } from '../orders/change-locked.ts'
import { applyOrderEvent } from '../orders/change/apply-order-event.ts'
import { deleteUnfinished } from '../orders/change/delete-unfinished.ts'
import { factsOf, serviceFactsOf } from '../orders/list/order-facts-of.ts'
import type { StoredOrder } from '../orders/list/own-order.ts'
import { byCompanyClock } from '../orders/order-for-staff.ts'
import type { CompanyTime } from '../orders/waiting-now.ts'
import { announceOrder } from '../outbox/templates/announce-order.ts'
import { uuidv7 } from '../database/uuid.ts'
import { readHundredths } from '../pricing/change-prices.ts'
import { creditLateness } from '../payments/ledger/order-credits.ts'
import { reconcileReferral } from '../payments/ledger/referral-bonus.ts'
import { beginWork } from '../payments/settle/book-payment.ts'
import { refundRemainder } from '../payments/refund/ask-for-refund.ts'
import { readableFilesOf } from '../uploads/nerd-files.ts'

/**
 * Applies an event of operations to an order (OPS-05). accept_refund refunds the rest of the payment (PAY-11). After
 * decline_refund, an order whose price was covered meanwhile starts (HOLD-06). A delivery releases the referrer's bonus
 * (REF-04), and late work credits the client (WAIT-05).
 * - 403 over_role_limit: accept_refund above the caller's limit (OPS-15).
 * - 409 transition_not_allowed: the event does not fit the state.
 * - 409 account_erased: request_revision, which nobody can do without the client's words and files (LAW-06).
 * - 409 with the missing item: a delivery without it, or a Nerd whom the client did not pay for (WAIT-06).
 * - 422: a deadline, a Nerd or a fee with an event that takes none, a deadline in the past or no later one, an order or
 * a refund declined without words to the client (TALK-06), or a reassignment or a later deadline without a reason
 * (OPS-12).
 */
export async function postEvent(
  queries: Queries,
  posting: {
    order: StoredOrder
    body: EventPosting
    author: string
    time: CompanyTime
    limitCents: number | undefined
  },
): Promise<StoredOrder> {
  const { order, body, author, time, limitCents } = posting
  const { now, zone } = time
  const key = { clientId: order.client_id, orderId: order.id }
  const nerd = await readNerdOf(queries, body, time)
  const before = await lockOrder(queries, key)
  // An erased account keeps no words (LAW-06); an erasure waits for the order's lock.
  const erased = await isErased(queries, key.clientId)
  if (erased && body.event === 'request_revision') throw accountErased()
  const { note, tell } = erased
    ? { note: undefined, tell: undefined }
    : { note: body.note, tell: readTell(body, before) }
  requireReason(body, before)
  const changed = await applyOrderEvent(queries, {
    ...key,
    event: readEvent(body, now),
    author,
    check: async (locked) => {
      refuseNoLaterDeadline(locked, body)
      await requireDeliveryParts(queries, locked, body, nerd)
    },
    nerd: body.event === 'reassign' ? null : nerd,
    data: { note, tell },
    now,
  })
  await postReason(queries, changed, { tell, now })
  if (takesLaterDeadline(body.event)) await announceDeadline(queries, { order: changed, tell, now, zone })
  if (body.event === 'accept_refund') return refundRemainder(queries, { order: changed, limitCents, author, now })
  if (body.event === 'send') {
    const credited = await creditLateness(queries, { order: changed, now })
    await reconcileReferral(queries, { order: credited, cause: 'sent', now })
    return credited
  }
  if (body.event !== 'decline_refund') return changed
  const started = await beginWork(queries, { order: changed, now })
  return erased ? deleteUnfinished(queries, started, now) : started
}

/**
 * WAIT-06: a delivery needs its files, and the Nerd must be the one paid for. An event that does not fit the order is
 * refused for that first.
 */
async function requireDeliveryParts(
  queries: Queries,
  order: StoredOrder,
  body: EventPosting,
  nerd: AssignedNerd | undefined,
): Promise<void> {
  if (!eventFits(factsOf(order), { name: body.event, by: 'operations' })) return
  const fault = await fulfillmentFault(queries, order, body, nerd)
  if (fault !== undefined) throw new Refusal(409, fulfillmentFaultTexts[fault], { type: fault, value: body.event })
}

async function fulfillmentFault(
  queries: Queries,
  order: StoredOrder,
  body: EventPosting,
  nerd: AssignedNerd | undefined,
): Promise<FulfillmentFault | undefined> {
  const services = serviceFactsOf(order)
  if (body.event === 'nerd_found') {
    return nerdFault({
      nerd,
      preferred: order.preferred_worker,
      services,
      reason: writtenText(body.note ?? ''),
    })
  }
  if (!isDelivery(body.event)) return undefined
  return deliveryFault({ files: await readableFilesOf(queries, order), sentAt: order.sent_at, services })
}

/** The Nerd of the posting with the agreed fee; only nerd_found has one. */
async function readNerdOf(
  queries: Queries,
  { event, nerd, fee }: EventPosting,
  time: CompanyTime,
): Promise<(AssignedNerd & { feeCents: number | undefined }) | undefined> {
  if (nerd === undefined) {
    if (fee !== undefined) throw unacceptable('A fee goes with its Nerd.', 'fee')
    return undefined
  }
  if (event !== 'nerd_found') throw unacceptable('Only nerd_found has a Nerd.', 'nerd')
  const feeCents = fee === undefined ? undefined : readHundredths(fee, 'fee')
  return { ...(await nerdToAssign(queries, nerd, time)), feeCents }
}

/** 422 for a deadline that is no later than the order's, or is already on offer (OPS-12). */
function refuseNoLaterDeadline(order: StoredOrder, { event, deadline }: EventPosting): void {
  if (!takesLaterDeadline(event) || !eventFits(factsOf(order), { name: event, by: 'operations' })) return
  if (deadline === undefined) throw unacceptable('Please give the new deadline.', 'deadline')
  if (order.deadline !== null && Date.parse(deadline) <= order.deadline)
    throw unacceptable('The new deadline must be later than the current one.', 'deadline')
  if (event === 'offer_deadline' && Date.parse(deadline) === order.offered_deadline)
    throw unacceptable('The client has this offer already.', 'deadline')
}

/** Sends the client the agreed or offered deadline, in the company's time zone. */
async function announceDeadline(
  queries: Queries,
  { order, tell, now, zone }: { order: StoredOrder; tell: string | undefined; now: number; zone: string },
): Promise<void> {
  const { offered_deadline: offered } = order
  const deadline = byCompanyClock(offered ?? (order.deadline as number), zone)
  const name = offered === null ? 'order-deadline-extended' : 'order-deadline-offered'
  const variables = { deadline, ...(tell !== undefined && { tell }) }
  await announceOrder(queries, { order, name, key: uuidv7(now), variables, now })
}

/** The reason for the client (TALK-06). */
function readTell({ event, tell }: EventPosting, order: StoredOrder): string | undefined {
  const { tells } = transitions[event]
  if (tells === undefined && tell !== undefined) throw unacceptable('This event tells the client nothing.', 'tell')
  const reason = writtenText(tell ?? '')
  // If the event does not fit the order, refuse it for that.
  if (!reason && tells === 'required' && eventFits(factsOf(order), { name: event, by: 'operations' }))
    throw unacceptable('Please tell the client why you decline.', 'tell', 'tell_missing')
  return reason || undefined
}

/** 422 for an event without its required note (OPS-12). */
function requireReason({ event, note }: EventPosting, order: StoredOrder): void {
  const { asksWhy } = transitions[event]
  if (asksWhy === undefined || writtenText(note ?? '')) return
  if (!eventFits(factsOf(order), { name: event, by: 'operations' })) return
  throw unacceptable(asksWhy, 'note', 'note_missing')
}

function readEvent(body: EventPosting, now: number): OrderEvent {
  const event: OrderEvent = { name: body.event, by: 'operations' }
  if (body.deadline === undefined) return event
  if (!transitions[body.event].takesDeadline) throw unacceptable('This event has no deadline.', 'deadline')
  const deadline = Date.parse(body.deadline)
  if (!(deadline > now)) throw unacceptable('The deadline must be in the future.', 'deadline')
  return { ...event, deadline }
}
