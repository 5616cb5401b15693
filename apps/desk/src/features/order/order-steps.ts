import type { CallError } from '@nerdify/contract/error-body.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { EventPosting, OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { OrderServices } from '@nerdify/domain/orders/additional-services.ts'
import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import {
  eventFits,
  eventsBy,
  isDelivery,
  type OrderEventName,
  transitions,
} from '@nerdify/domain/orders/order-progress.ts'
import type { ClientStatus, SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { orderWaits } from '@nerdify/domain/orders/order-waits.ts'
import type { ExistingFile } from '@nerdify/domain/orders/owed-to-client.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { instantOfWallTime, wallTime } from '@nerdify/domain/pricing/zoned-time.ts'
import { may, type OperatorRole } from '@nerdify/domain/staff/staff-rights.ts'

const instantOf = (text: string | null) => (text === null ? null : Date.parse(text))

/** The facts of an order that the rules read, from an answer of operations. */
export const factsOf = (order: OperationsOrderWithHistory): OrderFacts => ({
  systemStatus: order.system_client_status as SystemStatus | null,
  clientStatus: order.client_status as ClientStatus | null,
  priced: !order.isToContinue,
  priceCents: centsFromDollars(order.price),
  paidCents: centsFromDollars(order.client_paid),
  refundedCents: centsFromDollars(order.refunded),
  cabinetPriceCents: centsFromDollars(order.cabinet_price),
  deadline: instantOf(order.deadline),
  createdAt: Date.parse(order.created_at),
  mark: order.mark,
  tags: order.tags,
  additional: order.additional,
  profileArch: order.profile_arch === 1,
  declined: order.declined,
  isPromo: order.isPromo,
  isComplex: order.is_complex,
  tipsPaid: order.tips_paid,
  revisionAcceptAt: instantOf(order.revision_accept_at),
  clientAcceptAt: instantOf(order.client_accept_at),
  refundAcceptAt: instantOf(order.refund_accept_at),
  revisionDeadline: instantOf(order.revision_deadline),
  sentAt: instantOf(order.sent_at),
  // The answer has no such instant; the open wait says whether the review is over.
  reviewSettledAt: order.waits.some(({ kind }) => kind === 'quality_review') ? null : 0,
})

/** The extra services of an order, as the rules read them. */
export const servicesOf = ({ services }: Pick<Order, 'services'>): OrderServices =>
  Object.fromEntries(
    serviceKeys.flatMap((key) => {
      const service = services[key]
      if (service === undefined) return []
      const { added, active: paid, refunded, price } = service
      return [[key, { added, paid, refunded, priceCents: centsFromDollars(price) }]]
    }),
  )

/** The files that a delivery counts: scanned, and not deleted. */
export const deliverable = (files: readonly OrderFile[]): ExistingFile[] =>
  files.flatMap(({ type, created_at, status, deleted }) =>
    status === 'ready' && !deleted ? [{ type, at: Date.parse(created_at) }] : [],
  )

/** The steps that the order and the role allow (STATE-17, OPS-15); first those that end what it waits for. */
export function stepsOf(order: OperationsOrderWithHistory, role: OperatorRole): OrderEventName[] {
  if (!may(role, 'work on orders and answer clients')) return []
  const facts = factsOf(order)
  return eventsBy('operations')
    .filter((name) => eventFits(facts, { name, by: 'operations' }))
    .toSorted((one, other) => Number(isAwaited(order, other)) - Number(isAwaited(order, one)))
}

/** Whether a step ends something that the order waits for (WAIT-01). */
export const isAwaited = ({ waits }: Pick<OperationsOrderWithHistory, 'waits'>, name: OrderEventName): boolean =>
  waits.some(({ kind }) => kind !== 'message' && orderWaits[kind].next.includes(name))

/** What the form of a step asks for. */
export const asksOf = (name: OrderEventName) => ({
  nerd: name === 'nerd_found',
  files: isDelivery(name),
  deadline: transitions[name].takesDeadline !== undefined,
  tell: transitions[name].tells,
})

/** What a person typed into the form of a step; the deadline by the company's clock, as `<input type="datetime-local">` has it. */
export interface StepWords {
  nerd: string
  deadline: string
  tell: string
  note: string
}
export const noWords: StepWords = { nerd: '', deadline: '', tell: '', note: '' }

const instantFrom = (typed: string, zone: string): string | undefined => {
  const wall = Date.parse(`${typed}Z`)
  return Number.isNaN(wall) ? undefined : new Date(instantOfWallTime(wall, zone)).toISOString()
}

/** A deadline as the field shows it: "2026-11-24T15:05", by the clock of `zone`. */
export const typedDeadline = (at: number, zone: string): string =>
  new Date(wallTime(at, zone)).toISOString().slice(0, 16)

/** The body of a step: only what it asks for and what was typed. */
export function postingOf(event: OrderEventName, words: StepWords, zone: string): EventPosting {
  const asks = asksOf(event)
  const deadline = instantFrom(words.deadline, zone)
  return {
    event,
    ...(asks.nerd && words.nerd !== '' && { nerd: words.nerd }),
    ...(asks.deadline && deadline !== undefined && { deadline }),
    ...(asks.tell !== undefined && writtenText(words.tell) && { tell: words.tell }),
    ...(writtenText(words.note) && { note: words.note }),
  }
}

const fields: readonly (keyof StepWords)[] = ['nerd', 'deadline', 'tell', 'note']
/** The field that answers a refusal for what the client is owed (WAIT-06). */
const fieldOfOwed: Readonly<Record<string, keyof StepWords>> = {
  nerd_unnamed: 'nerd',
  nerd_below_top: 'nerd',
  nerd_not_preferred: 'note',
}

/** The field that a refusal is about; undefined if it is about the step. */
export const fieldOfRefusal = ({ error_type, error_value }: CallError): keyof StepWords | undefined =>
  fieldOfOwed[error_type ?? ''] ?? fields.find((name) => name === error_value)
