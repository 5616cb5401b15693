import { serviceEffects, serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { wordsForNerd } from '@nerdify/domain/nerds/words-for-nerd.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { isNerdsTurn, nerdDeadline } from '@nerdify/domain/orders/order-waits.ts'
import { findPhones } from '../accounts/find-phones.ts'
import { readClient } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal } from '../http/refusal.ts'
import { nerdById } from '../nerds/register.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { VariablesOf } from '../outbox/templates/messages.ts'
import { type SheetOccasion, sheetFileLine } from '../outbox/templates/nerd-messages.ts'
import { filesForNerd, type OrderFileToSend } from '../uploads/nerd-files.ts'
import { lockOrder } from './change-locked.ts'
import type { HistoryEvent } from './history/event-kinds.ts'
import { factsOf } from './list/order-facts-of.ts'
import { isOwed, kindOfWork } from './order-for-staff.ts'
import { orderEventsOf, type StoredOrder, updateOrder } from './orders.store.ts'

/** The events that send the order's Nerd the work sheet (OPS-14). */
const occasions: Partial<Record<OrderEventName, SheetOccasion>> = {
  nerd_found: 'assigned',
  accept_revision: 'revision',
  extend_deadline: 'deadline',
  accept_deadline: 'deadline',
}

const dayMs = 24 * 3_600_000
/** The lifetime of file links for an order without a deadline. */
const weekMs = 7 * dayMs

/** The inputs of a work sheet. */
interface SheetFacts {
  order: StoredOrder
  history: readonly HistoryEvent[]
  files: readonly OrderFileToSend[]
  /** The client's name. */
  name: string | null
  occasion: SheetOccasion
  now: number
}

/**
 * A work sheet (OPS-14): task, size, the Nerd's own deadline, file links until a day after it, and the client's words,
 * masked for Nerds. It omits file names: clients put their own names into them.
 */
export function workSheet({ order, history, files, name, occasion, now }: SheetFacts): VariablesOf<'work-sheet'> {
  const amounts = [order.price_cents, order.quote_cents, order.paid_cents]
  const masked = (text: string | null | undefined) => wordsForNerd(text ?? '', { phones: findPhones, name, amounts })
  const facts = factsOf(order)
  const isRevision = orderIs.onRevision(facts)
  const due = isRevision
    ? facts.revisionDeadline
    : nerdDeadline({ facts, history: history.map(({ event, at }) => ({ event, at, mark: null })) })
  const request = history.findLast((entry) => entry.event === 'request_revision')
  const extras = serviceKeys.filter((key) => serviceEffects[key] === 'work' && isOwed(order.services[key]))
  return {
    client: order.client_id,
    nerd: order.nerd_id ?? '',
    number: order.number,
    occasion,
    task: kindOfWork(order),
    ...(extras.length > 0 && { extras: extras.map((key) => serviceNames[key]).join(', ') }),
    deadline: due === null ? '' : String(due),
    until: String(due === null ? now + weekMs : Math.max(due, now) + dayMs),
    files: files.map(fileLine).join('\n'),
    title: masked(order.title),
    subject: masked(order.subject),
    details: masked(order.details),
    revision: isRevision ? masked((request as HistoryEvent<'request_revision'> | undefined)?.data.note) : '',
  }
}

const fileLine = ({ id, file_name: name, bytes }: OrderFileToSend, index: number): string =>
  sheetFileLine(
    id,
    [`File ${index + 1}`, shownExtension(name).toUpperCase(), sizeInKb(bytes)].filter(Boolean).join(', '),
  )

/**
 * Mails the Nerds of an order about an event, in its transaction (OPS-14): the work sheet to the current Nerd, and a
 * notice to a former one or at the end of the work. A Nerd without an e-mail gets none. Returns the order with the time
 * of the sheet.
 */
export async function mailNerds(
  queries: Queries,
  change: { before: StoredOrder; order: StoredOrder; event: OrderEventName; eventId: string; now: number },
): Promise<StoredOrder> {
  const { before, order, event, eventId, now } = change
  if (endsWork(event, before)) {
    const to = await addressOf(queries, before)
    const mail = { ...mailOf(eventId), template: 'work-sheet-over', variables: { number: order.number } } as const
    if (to) await enqueue(queries, now, { ...mail, to })
  }
  const occasion = occasions[event]
  if (occasion === undefined || order.nerd_id === null) return order
  return sendSheet(queries, { order, occasion, eventId, now })
}

/** Whether an event ends the work or the revision of an order's Nerd before it is delivered. */
function endsWork(event: OrderEventName, before: StoredOrder): boolean {
  if (event === 'accept_refund') return before.sent_at === null || orderIs.onRevision(factsOf(before))
  return event === 'reassign' || event === 'delete'
}

/**
 * Mails the order's Nerd the current work sheet again (OPS-14). 409 no_nerd for an order without a Nerd,
 * nothing_to_do for one whose work is done or over, nerd_without_email.
 */
export async function mailSheetAgain(
  queries: Queries,
  { clientId, orderId, now }: { clientId: string; orderId: string; now: number },
): Promise<StoredOrder> {
  const order = await lockOrder(queries, { clientId, orderId })
  if (order.nerd_id === null) throw new Refusal(409, 'Nobody has this order.', { type: 'no_nerd' })
  if (!isNerdsTurn(factsOf(order)))
    throw new Refusal(409, 'The Nerd has nothing to do for this order now.', { type: 'nothing_to_do' })
  if (!(await addressOf(queries, order)))
    throw new Refusal(409, 'This Nerd has no e-mail. Please add it first.', { type: 'nerd_without_email' })
  return sendSheet(queries, { order, occasion: 'again', eventId: uuidv7(now), now })
}

/**
 * Mails the work sheets of orders in work that moved to another entry of their Nerd: the former one's links have
 * expired (OPS-14).
 */
export async function mailMovedSheets(
  queries: Queries,
  orders: readonly Pick<StoredOrder, 'client_id' | 'id'>[],
  now: number,
): Promise<void> {
  for (const { client_id: clientId, id: orderId } of orders) {
    const order = await lockOrder(queries, { clientId, orderId })
    if (!isNerdsTurn(factsOf(order))) continue
    await sendSheet(queries, { order, occasion: 'again', eventId: uuidv7(now), now })
  }
}

/** Mails the work sheet if the Nerd has an e-mail, and records on the order whether it was sent. */
async function sendSheet(
  queries: Queries,
  { order, occasion, eventId, now }: { order: StoredOrder; occasion: SheetOccasion; eventId: string; now: number },
): Promise<StoredOrder> {
  const to = await addressOf(queries, order)
  if (to) {
    const [history, files, { nickname: name }] = [
      await orderEventsOf(queries, order.client_id, order.id),
      await filesForNerd(queries, order),
      await readClient(queries, order.client_id),
    ]
    const variables = workSheet({ order, history, files, name, occasion, now })
    await enqueue(queries, now, { ...mailOf(eventId), to, template: 'work-sheet', variables })
  }
  return updateOrder(queries, order.client_id, order.id, { work_sheet_at: to ? new Date(now) : null })
}

const addressOf = async (queries: Queries, { nerd_id: nerdId }: StoredOrder) =>
  nerdId === null ? undefined : (await nerdById(queries, nerdId))?.email

const mailOf = (eventId: string) => ({ channel: 'email', dedupeKey: `work-sheet:${eventId}` }) as const
