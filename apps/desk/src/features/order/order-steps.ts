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
import { statusWord } from '@nerdify/domain/orders/order-status.ts'
import { endsOfWait, isNerdsTurn } from '@nerdify/domain/orders/order-waits.ts'
import {
  type DeliveryNeed,
  deliveryNeeds,
  type ExistingFile,
  type FulfillmentFault,
  nerdFault,
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
  systemStatus: order.system_client_status,
  clientStatus: order.client_status,
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
  // The answer lacks this instant; the open wait says whether the review is over.
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

/** The steps that the order and the role allow (STATE-17, OPS-15), those that end the order last. */
export function stepsOf(order: OperationsOrderWithHistory, role: OperatorRole): OrderEventName[] {
  if (!may(role, 'work on orders and answer clients')) return []
  const facts = factsOf(order)
  return eventsBy('operations')
    .filter((name) => eventFits(facts, { name, by: 'operations' }))
    .toSorted((one, other) => Number(endingSteps.includes(one)) - Number(endingSteps.includes(other)))
}

/** The steps that would end an order in this state, and the condition that blocks each. */
export const blockedEndings = (order: OperationsOrderWithHistory): { name: OrderEventName; blockReason: string }[] =>
  endingSteps.flatMap((name) => {
    const condition = unmetCondition(factsOf(order), name)
    return condition === undefined ? [] : [{ name, blockReason: orderTexts.onlyWhile(condition) }]
  })

/** Why a possible step is blocked: the files that a delivery lacks (WAIT-06); `files` are undefined while they load. */
export function blockReason(
  name: OrderEventName,
  order: OperationsOrderWithHistory,
  files: readonly OrderFile[] | undefined,
): string | undefined {
  if (!isDelivery(name) || files === undefined) return undefined
  const missing = needsOf(order, files).filter(({ count }) => count === 0)
  return missing.length === 0 ? undefined : orderTexts.addFirst(missing.map(({ type }) => orderTexts.fileTypes[type]))
}

/** The events that end the next wait: first staff's waits, then the Nerd's, each by due time (WAIT-01). */
export function nextSteps({ waits }: Pick<OperationsOrderWithHistory, 'waits'>): readonly OrderEventName[] {
  const byStep = waits.filter(({ kind }) => endsOfWait(kind).length > 0)
  const next = byStep.find(({ turn }) => turn === 'staff') ?? byStep[0]
  return next === undefined ? [] : endsOfWait(next.kind)
}

/** The fields of a step's form. */
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

/** The client's words in the request that a step answers. */
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

/** The client's money that we have, in cents: the amount of a granted refund (PAY-11). */
export const atStakeCents = (order: OperationsOrderWithHistory): Cents =>
  Math.max(0, centsFromDollars(order.client_paid) - centsFromDollars(order.refunded))

/** The late credit that a delivery at `now` books, in cents (WAIT-05). */
export const lateCreditAt = (order: OperationsOrderWithHistory, now: number): Cents =>
  lateCreditCents(order.late_credit ?? [], { ...factsOf(order), at: now })

/** The needs of an order's delivery (WAIT-06). */
export const needsOf = (order: OperationsOrderWithHistory, files: readonly OrderFile[]): DeliveryNeed[] =>
  deliveryNeeds({ files: deliverable(files), sentAt: instantOf(order.sent_at), services: servicesOf(order) })

/** A Nerd of the register as a choice for an order. */
export interface NerdChoice {
  nerd: RegisteredNerd
  isPreferred: boolean
  /** Why the Nerd is unsuitable; undefined if suitable, though only the preferred Nerd needs no reason. */
  unfit: FulfillmentFault | undefined
}

/**
 * The Nerds for an order: first the client's preferred Nerd, then Nerds of the subject, then by fewer late and open
 * orders; unsuitable Nerds last.
 */
export function nerdChoices(order: OperationsOrderWithHistory, nerds: readonly RegisteredNerd[]): NerdChoice[] {
  const services = servicesOf(order)
  const choices = nerds.map((nerd) => ({
    nerd,
    isPreferred: nerd.name === order.preferred_worker,
    unfit: nerdFault({ nerd, preferred: null, services, reason: undefined }),
  }))
  const places = ({ nerd, isPreferred, unfit }: NerdChoice) => [
    unfit === undefined ? 0 : 1,
    isPreferred ? 0 : 1,
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
  nerdFault({ nerd, preferred: order.preferred_worker, services: servicesOf(order), reason: undefined }) ===
    'nerd_not_preferred'

/** Whether the next step is a delivery. */
export const deliversNext = (order: Pick<OperationsOrderWithHistory, 'waits'>): boolean =>
  nextSteps(order).some(isDelivery)

/** Whether the order's Nerd can be mailed the work sheet again (OPS-14). */
export const takesSheet = (order: OperationsOrderWithHistory): boolean =>
  order.nerd?.has_email === true && isNerdsTurn(factsOf(order))

/**
 * A person's words in the form of a step; the deadline in the company's zone, in the form of `<input
 * type="datetime-local">`.
 */
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

/** The error in a typed fee. */
export const feeFault = (typed: string): string | undefined => {
  const fee = feeOf(typed)
  return fee === undefined || fee >= 0 ? undefined : orderTexts.feeFault
}

const instantFrom = (typed: string, zone: string): string | undefined => {
  const wall = Date.parse(`${typed}Z`)
  return Number.isNaN(wall) ? undefined : new Date(instantOfWallTime(wall, zone)).toISOString()
}

/** A deadline in the form of its field: "2026-11-24T15:05", in the zone `zone`. */
export const typedDeadline = (at: number, zone: string): string =>
  new Date(wallTime(at, zone)).toISOString().slice(0, 16)

/** The body of a step: only its own fields that were typed. */
export function postingOf(event: OrderEventName, words: StepWords, zone: string): EventPosting {
  const asks = asksOf(event)
  const deadline = instantFrom(words.deadline, zone)
  const fee = feeOf(words.fee)
  return {
    event,
    ...(asks.nerd && words.nerd !== '' && { nerd: words.nerd }),
    // Without a Nerd the API refuses it at its field.
    ...(asks.nerd && fee !== undefined && { fee }),
    ...(asks.deadline && deadline !== undefined && { deadline }),
    ...(asks.tell !== undefined && writtenText(words.tell) && { tell: words.tell }),
    ...(writtenText(words.note) && { note: words.note }),
  }
}

const fields: readonly (keyof StepWords)[] = ['nerd', 'fee', 'deadline', 'tell', 'note']
/** The field that answers a refusal for an unmet demand (WAIT-06). */
const fieldOfFault: Readonly<Record<string, keyof StepWords>> = {
  nerd_unnamed: 'nerd',
  nerd_below_top: 'nerd',
  nerd_not_preferred: 'note',
}

/** The field of a refusal; undefined if it concerns the step. */
export const fieldOfRefusal = ({ error_type, error_value }: CallError): keyof StepWords | undefined =>
  fieldOfFault[error_type ?? ''] ?? fields.find((name) => name === error_value)
