import type { CallError } from '@nerdify/contract/error-body.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { EventPosting, OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { isBlank, writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { OrderServices } from '@nerdify/domain/orders/additional-services.ts'
import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import {
  eventFits,
  eventsBy,
  isDelivery,
  type OrderEventName,
  transitions,
  unmetCondition,
} from '@nerdify/domain/orders/order-progress.ts'
import { type ClientStatus, statusWord, type SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { endsOfWait } from '@nerdify/domain/orders/order-waits.ts'
import {
  type DeliveryNeed,
  deliveryNeeds,
  type ExistingFile,
  nerdUnfit,
  type Owed,
} from '@nerdify/domain/orders/owed-to-client.ts'
import { lateCreditCents } from '@nerdify/domain/payments/late-credit.ts'
import { type Cents, centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { instantOfWallTime, wallTime } from '@nerdify/domain/pricing/zoned-time.ts'
import { may, type OperatorRole } from '@nerdify/domain/staff/staff-rights.ts'
import { numberOf } from '../../frame/typed-number.ts'
import { orderTexts } from '../../texts/order.ts'

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
  offeredDeadline: instantOf(order.offered_deadline ?? null),
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

/** Steps that end an order. */
export const endingSteps: readonly OrderEventName[] = ['decline', 'delete', 'accept_refund']

/** The steps that the order and the role allow (STATE-17, OPS-15), last those that end the order. */
export function stepsOf(order: OperationsOrderWithHistory, role: OperatorRole): OrderEventName[] {
  if (!may(role, 'work on orders and answer clients')) return []
  const facts = factsOf(order)
  return eventsBy('operations')
    .filter((name) => eventFits(facts, { name, by: 'operations' }))
    .toSorted((one, other) => Number(endingSteps.includes(one)) - Number(endingSteps.includes(other)))
}

/** The steps that would end an order in this state, and the condition that holds each back. */
export const heldEndings = (order: OperationsOrderWithHistory): { name: OrderEventName; heldBack: string }[] =>
  endingSteps.flatMap((name) => {
    const condition = unmetCondition(factsOf(order), name)
    return condition === undefined ? [] : [{ name, heldBack: orderTexts.onlyWhile(condition) }]
  })

/** Why a possible step is held back: the files that a delivery lacks (WAIT-06); `files` are undefined while they load. */
export function heldBack(
  name: OrderEventName,
  order: OperationsOrderWithHistory,
  files: readonly OrderFile[] | undefined,
): string | undefined {
  if (!isDelivery(name) || files === undefined) return undefined
  const missing = needsOf(order, files).filter(({ count }) => count === 0)
  return missing.length === 0 ? undefined : orderTexts.addFirst(missing.map(({ type }) => orderTexts.fileTypes[type]))
}

/** The events that end the next wait: one of staff before one of the Nerd, then the one due first (WAIT-01). */
export function nextSteps({ waits }: Pick<OperationsOrderWithHistory, 'waits'>): readonly OrderEventName[] {
  const byStep = waits.filter(({ kind }) => endsOfWait(kind).length > 0)
  const next = byStep.find(({ turn }) => turn === 'staff') ?? byStep[0]
  return next === undefined ? [] : endsOfWait(next.kind)
}

/** What the form of a step asks for. */
export const asksOf = (name: OrderEventName) => ({
  nerd: name === 'nerd_found',
  files: isDelivery(name),
  deadline: transitions[name].takesDeadline !== undefined,
  tell: transitions[name].tells,
})

/** The status that the client sees after a step; undefined if the step changes none. */
export function clientSees(name: OrderEventName): string | undefined {
  const { client, system } = transitions[name].to
  const status = client ?? system
  return status === null || status === undefined ? undefined : statusWord(status)
}

/** What the client wrote with the request that a step answers. */
export function requestAnsweredBy(name: OrderEventName, { events }: Pick<OperationsOrderWithHistory, 'events'>) {
  const request = requests[name]
  const note = events.findLast(({ event }) => event === request)?.data.note
  return request !== undefined && note !== '' ? note : undefined
}

const requests: Partial<Record<OrderEventName, OrderEventName>> = {
  accept_refund: 'request_refund',
  decline_refund: 'request_refund',
  accept_revision: 'request_revision',
}

/** The client's money that is still with us, in cents: what a granted refund gives back (PAY-11). */
export const atStakeCents = (order: OperationsOrderWithHistory): Cents =>
  Math.max(0, centsFromDollars(order.client_paid) - centsFromDollars(order.refunded))

/** The late credit that a delivery at `now` books, in cents (WAIT-05). */
export const lateCreditAt = (order: OperationsOrderWithHistory, now: number): Cents =>
  lateCreditCents(order.late_credit ?? [], { ...factsOf(order), at: now })

/** What the delivery of an order needs (WAIT-06). */
export const needsOf = (order: OperationsOrderWithHistory, files: readonly OrderFile[]): DeliveryNeed[] =>
  deliveryNeeds({ files: deliverable(files), sentAt: instantOf(order.sent_at), services: servicesOf(order) })

/** A Nerd of the register for an order. */
export interface NerdChoice {
  nerd: RegisteredNerd
  isAskedFor: boolean
  /** Why the Nerd may not take the order; undefined if they may, for another than the preferred one with a reason. */
  unfit: Owed | undefined
}

/**
 * The Nerds who may take an order: the one whom the client asks for, then those of the subject, then those with fewer
 * late and open orders; last those who may not.
 */
export function nerdChoices(order: OperationsOrderWithHistory, nerds: readonly RegisteredNerd[]): NerdChoice[] {
  const services = servicesOf(order)
  const choices = nerds.map((nerd) => ({
    nerd,
    isAskedFor: nerd.name === order.preferred_worker,
    unfit: nerdUnfit({ nerd, preferred: null, services, reason: undefined }),
  }))
  const places = ({ nerd, isAskedFor, unfit }: NerdChoice) => [
    unfit === undefined ? 0 : 1,
    isAskedFor ? 0 : 1,
    order.subject !== null && nerd.subjects.includes(order.subject) ? 0 : 1,
    nerd.late,
    nerd.open,
  ]
  return choices.toSorted((one, other) => {
    const others = places(other)
    return (
      places(one)
        .map((place, index) => place - (others[index] ?? 0))
        .find((difference) => difference !== 0) ?? 0
    )
  })
}

/** Whether the client wants another Nerd, so that this one needs a reason (WAIT-06). */
export const needsReason = (order: OperationsOrderWithHistory, nerd: RegisteredNerd | undefined): boolean =>
  nerd !== undefined &&
  nerdUnfit({ nerd, preferred: order.preferred_worker, services: servicesOf(order), reason: undefined }) ===
    'nerd_not_preferred'

/** Whether the next step is a delivery. */
export const deliversNext = (order: Pick<OperationsOrderWithHistory, 'waits'>): boolean =>
  nextSteps(order).some(isDelivery)

/** What a person typed into the form of a step; the deadline by the company's clock, as `<input type="datetime-local">` has it. */
export interface StepWords {
  nerd: string
  /** The fee of the Nerd in dollars (OPS-14). */
  fee: string
  deadline: string
  tell: string
  note: string
}
export const noWords: StepWords = { nerd: '', fee: '', deadline: '', tell: '', note: '' }

/** A typed fee in dollars; undefined for none. */
export const feeOf = (typed: string): number | undefined => (isBlank(typed) ? undefined : numberOf(typed))

/** What is wrong with a typed fee. */
export const feeFault = (typed: string): string | undefined => {
  const fee = feeOf(typed)
  return fee === undefined || fee >= 0 ? undefined : orderTexts.feeFault
}

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
  const fee = feeOf(words.fee)
  return {
    event,
    ...(asks.nerd && words.nerd !== '' && { nerd: words.nerd, ...(fee !== undefined && { fee }) }),
    ...(asks.deadline && deadline !== undefined && { deadline }),
    ...(asks.tell !== undefined && writtenText(words.tell) && { tell: words.tell }),
    ...(writtenText(words.note) && { note: words.note }),
  }
}

const fields: readonly (keyof StepWords)[] = ['nerd', 'fee', 'deadline', 'tell', 'note']
/** The field that answers a refusal for what the client is owed (WAIT-06). */
const fieldOfOwed: Readonly<Record<string, keyof StepWords>> = {
  nerd_unnamed: 'nerd',
  nerd_below_top: 'nerd',
  nerd_not_preferred: 'note',
}

/** The field that a refusal is about; undefined if it is about the step. */
export const fieldOfRefusal = ({ error_type, error_value }: CallError): keyof StepWords | undefined =>
  fieldOfOwed[error_type ?? ''] ?? fields.find((name) => name === error_value)
