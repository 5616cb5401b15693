import {
  applyEvent,
  type OrderEvent,
  type OrderEventName,
  type OrderProgress,
} from '@nerdify/domain/orders/order-progress.ts'
import { type LateCredit, lateCreditAfterPause, lateCreditPromised } from '@nerdify/domain/payments/late-credit.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { Refusal } from '../../http/refusal.ts'
import { announceOrder, type PlainAnnouncement } from '../../outbox/templates/announce-order.ts'
import { lateCreditInForce } from '../../pricing/prices.ts'
import { changeLocked, lockOrder } from '../change-locked.ts'
import type { TransitionData } from '../history/event-kinds.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { mailNerds } from '../work-sheet.ts'
import { insertOrderEvent, type OrderChangeSet, orderEventsOf, type StoredOrder } from '../orders.store.ts'

/** The data of an event for the order's history. */
export interface EventToApply {
  clientId: string
  orderId: string
  event: OrderEvent
  /** The author in the history. */
  author: string
  /** Texts for the history. */
  data?: Pick<TransitionData, 'note' | 'tell'>
  /** The Nerd from this event on; null for nobody, undefined for no change. */
  nerd?: { id: string; name: string; rating: number; feeCents?: number | undefined } | null | undefined
  /** Further checks of the locked order. */
  check?: (order: StoredOrder) => void | Promise<void>
  now: number
}

/** The message to the client for each event (MSG-06). */
const announcedBy: Partial<Record<OrderEventName, PlainAnnouncement>> = {
  paid: 'order-paid',
  nerd_found: 'order-nerd-found',
  send: 'order-sent',
  accept_revision: 'order-revision-accepted',
  complete_revision: 'order-revision-sent',
  accept_refund: 'order-refund-accepted',
  decline_refund: 'order-refund-declined',
  decline: 'order-declined',
}

/** The facts of a stored order that events read and change. */
export function progressOf(order: StoredOrder): OrderProgress {
  return { ...factsOf(order), writerRevisionCompleteAt: order.writer_revision_complete_at }
}

/**
 * Applies an event of STATE-17 under a lock of the order's row, and appends it to the history. If it does not fit the
 * locked order: 409 transition_not_allowed, without a change.
 */
export async function applyOrderEvent(queries: Queries, wish: EventToApply): Promise<StoredOrder> {
  const { clientId, orderId, event, author, nerd, check, now } = wish
  const order = await lockOrder(queries, { clientId, orderId })
  await check?.(order)
  // Events follow the order of the locks: the next transaction with the lock gets a later instant.
  const at = Math.max(now, order.updated_at + 1)
  const next = applyEvent(progressOf(order), event, at)
  if (next === undefined) throw doesNotFit(order, event)
  const { name } = event
  const tell = wish.data?.tell
  const id = uuidv7(at)
  await insertOrderEvent(queries, { clientId, orderId, id, at, author, event: name, data: dataOf(wish) })
  const set = {
    ...progressColumns(next),
    ...(nerd === undefined
      ? {}
      : { nerd_id: nerd?.id ?? null, nerd_fee_cents: nerd?.feeCents ?? null, work_sheet_at: null }),
    ...(name === 'decline_refund'
      ? {
          refund_decline_reason: tell || null,
          late_credit: JSON.stringify(await creditAfterRefusal(queries, order, at)),
        }
      : {}),
    // The payment fixes the displayed promise of late credit (WAIT-05).
    ...(name === 'paid' ? { late_credit: JSON.stringify(await promisedCredit(queries, order, at)) } : {}),
  }
  const fields = [
    ...(next.deadline === order.deadline ? [] : ['deadline']),
    ...(next.offeredDeadline === order.offered_deadline ? [] : ['offered_deadline']),
  ]
  const stored = await changeLocked(queries, order, { set, typed: { fields, author }, now: at })
  const changed = await mailNerds(queries, { before: order, order: stored, event: name, eventId: id, now: at })
  const announcement = { order: changed, key: id, now: at }
  if (name === 'reassign' && tell !== undefined) {
    await announceOrder(queries, { ...announcement, name: 'order-reassigned', variables: { tell } })
  }
  const message = announcedBy[name]
  const variables = tell === undefined ? {} : { tell }
  if (message !== undefined) await announceOrder(queries, { ...announcement, name: message, variables })
  return changed
}

const promisedCredit = async (queries: Queries, { deadline }: StoredOrder, paidAt: number) =>
  lateCreditPromised(await lateCreditInForce(queries), { deadline, paidAt })

/** The order's late credit once a refund request is refused: the request stopped work that was not delivered yet. */
async function creditAfterRefusal(queries: Queries, order: StoredOrder, refusedAt: number): Promise<LateCredit> {
  if (order.sent_at !== null) return order.late_credit
  const history = await orderEventsOf(queries, order.client_id, order.id)
  const requestedAt = history.findLast(({ event }) => event === 'request_refund')?.at ?? refusedAt
  return lateCreditAfterPause(order.late_credit, refusedAt - requestedAt)
}

const dataOf = ({ data, nerd, event: { deadline } }: EventToApply): TransitionData => ({
  ...data,
  ...(nerd && { worker: { name: nerd.name, rating: nerd.rating } }),
  ...(nerd?.feeCents !== undefined && { fee: dollarsFromCents(nerd.feeCents) }),
  ...(deadline === undefined ? {} : { deadline: new Date(deadline).toISOString() }),
})

function doesNotFit(order: StoredOrder, event: OrderEvent): Refusal {
  const state = [order.system_status, order.client_status].filter((status) => status !== null).join(', ')
  return new Refusal(409, `This is not possible while the order is: ${state}.`, {
    type: 'transition_not_allowed',
    value: event.name,
  })
}

/** The columns of the facts that events change. */
function progressColumns(order: OrderProgress): OrderChangeSet {
  return {
    system_status: order.systemStatus,
    client_status: order.clientStatus,
    tags: [...order.tags],
    declined: order.declined,
    deadline: dateOrNull(order.deadline),
    offered_deadline: dateOrNull(order.offeredDeadline),
    sent_at: dateOrNull(order.sentAt),
    client_accept_at: dateOrNull(order.clientAcceptAt),
    revision_accept_at: dateOrNull(order.revisionAcceptAt),
    revision_deadline: dateOrNull(order.revisionDeadline),
    refund_accept_at: dateOrNull(order.refundAcceptAt),
    writer_revision_complete_at: dateOrNull(order.writerRevisionCompleteAt),
    review_settled_at: dateOrNull(order.reviewSettledAt),
  }
}

const dateOrNull = (at: number | null) => (at === null ? null : new Date(at))
