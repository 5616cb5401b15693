import { capitalized, ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { statusBarParts, statusWord, systemStatusNames } from '@nerdify/domain/orders/order-status.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeFromWire, sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { isOrderLate } from '../../orders/late-order.ts'
import { cardTexts } from '../../texts/cabinet.ts'
import { lateTexts } from '../../texts/late.ts'

export type OrderStatusKind = 'unpaid' | 'nerd' | 'work' | 'refund' | 'late' | 'done' | 'off'

/** The content of an order card (CAB-04). */
export interface CardFacts {
  number: string
  title: string
  /** Subject and size: "History, 2 pages". */
  meta: string
  price: string
  status: { kind: OrderStatusKind; text: string }
  /** An index in `statusBarParts`, if the status bar shows. */
  progress: number | undefined
  dates: readonly { label: string; value: string }[]
}

/** The card of an order; `now` is epoch milliseconds by the server's clock. */
export function cardFacts(order: Order, now: number, texts = ownDates): CardFacts {
  const size = order.size === null ? undefined : sizeFromWire(order.size)
  const title = titleOf(order)
  const subject = title === order.subject ? null : order.subject
  return {
    number: cardTexts.orderNumber(order.number, order.type),
    title,
    meta: [subject, size && sizeLabel(size)].filter(Boolean).join(', '),
    price: formatMoney(centsFromDollars(order.cabinet_price)),
    status: isOrderLate(order, now) ? { kind: 'late', text: lateTexts.tag } : statusOf(order),
    progress: progressOf(order),
    dates: datesOf(order, now, texts),
  }
}

/** An order's title if it has no name by its type (EASE-03). */
export const titleOf = ({ name, priceName, type }: Order): string => name ?? jobTypeByPriceName(priceName)?.name ?? type

/** Whether the order still waits for its first payment, so that it can be paid and edited (PAY-06). */
export const awaitsPayment = ({ isPaid, isLocked }: Order): boolean => !isPaid && !isLocked

/** Whether the deadline is over: then the order needs another one before payment (PRICE-12, STATE-18). */
export const deadlineHasPassed = ({ deadline }: Order, now: number): boolean =>
  deadline !== null && Date.parse(deadline) <= now

function statusOf({ system_client_status: system, client_status: client, isLocked }: Order): CardFacts['status'] {
  if (system === 'Refund Accepted') return { kind: 'off', text: systemStatusNames[system] }
  if (system === 'Refund Requested') return { kind: 'refund', text: systemStatusNames[system] }
  switch (client) {
    case null:
      return { kind: 'unpaid', text: isLocked ? cardTexts.partlyPaid : cardTexts.unpaid }
    case 'Nerd found':
      return { kind: 'nerd', text: client }
    case 'Sent':
    case 'Revision sent':
    case 'Completed':
      return { kind: 'done', text: client }
    default:
      // A word unknown to this version still shows.
      return { kind: 'work', text: statusWord(client) }
  }
}

function progressOf({ isCanShowStatusBar, client_status }: Order): number | undefined {
  if (!isCanShowStatusBar) return undefined
  const part = statusBarParts.findIndex((status) => status === client_status)
  return part === -1 ? undefined : part
}

type Dates = CardFacts['dates']

/** One date; an unpaid order also shows its deadline (EASE-14). */
function datesOf(order: Order, now: number, texts: typeof ownDates): Dates {
  const { label } = order.date_label
  const at = Date.parse(order.date_label.at)
  if (label === 'Expected on') {
    // No work is expected while a refund is being decided.
    if (order.system_client_status === 'Refund Requested') return []
    // A missed date is not announced as expected (WAIT-04).
    return [{ label: at < now ? lateTexts.wasDue : label, value: dateAndTime(at, now, texts) }]
  }
  const date = { label, value: texts.date(at, now) }
  if (!awaitsPayment(order) || order.deadline === null) return [date]
  const deadlineLabel = deadlineHasPassed(order, now) ? cardTexts.deadlinePassed : cardTexts.deadline
  return [date, { label: deadlineLabel, value: capitalized(texts.instant(Date.parse(order.deadline), now)) }]
}

const dateAndTime = (at: number, now: number, texts: typeof ownDates) =>
  `${texts.date(at, now)}, ${texts.timeOfZone(at)}`

/** The dates in an order's details: the card's, and those that the card leaves out (EASE-14). */
export function detailDates(order: Order, now: number, texts = ownDates): Dates {
  const shown = datesOf(order, now, texts)
  const { date_label: onCard, deadline } = order
  if (onCard.label === 'Created on') return shown
  const created = { label: cardTexts.created, value: texts.date(Date.parse(order.created_at), now) }
  const isShown = shown.length > 0 && Date.parse(onCard.at) === Date.parse(deadline ?? '')
  if (deadline === null || isShown) return [created, ...shown]
  return [created, { label: cardTexts.deadline, value: dateAndTime(Date.parse(deadline), now, texts) }, ...shown]
}

/** The actions with a button on the card; the others are in the order's details (CAB-04, EASE-15). */
const onCard: readonly Order['actions'][number][] = [
  'pay',
  'choose_deadline',
  'edit',
  'answer_deadline',
  'download',
  'rate',
  'order_again',
]

/**
 * The buttons of a card, the most important first. The list may be older than a deadline that has passed since
 * (STATE-18).
 */
export function cardActions(order: Order, now: number): readonly Order['actions'][number][] {
  const { actions } = order
  if (awaitsPayment(order) && actions.includes('pay') && deadlineHasPassed(order, now)) {
    return actions.includes('edit') ? ['choose_deadline'] : []
  }
  // While the work may still be revised, the next order waits in the details.
  const isCompleted = order.lists.includes('completed')
  return actions.filter((name) => onCard.includes(name) && (name !== 'order_again' || isCompleted))
}

/** The one filled button of a card, its next act; undefined if nothing is next for the client (EASE-15). */
export function filledAction(order: Order, now: number): Order['actions'][number] | undefined {
  if (order.system_client_status === 'Refund Requested') return undefined
  const actions = cardActions(order, now)
  if (actions.includes('pay')) return 'pay'
  return awaitsPayment(order) || order.isCanShowRatingBtn ? actions[0] : undefined
}

/** The outlined button of a card without a filled one: the rating if it is open (EASE-15). */
export function outlinedAction(order: Order, now: number): Order['actions'][number] | 'details' {
  const actions = cardActions(order, now)
  return actions.includes('rate') ? 'rate' : (actions[0] ?? 'details')
}
