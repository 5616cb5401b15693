import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { subjects } from '@nerdify/domain/catalog/subjects.ts'
import {
  type EventCause,
  type OrderEventName,
  takesLaterDeadline,
  transitions,
} from '@nerdify/domain/orders/order-progress.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { defaultSize } from '@nerdify/domain/pricing/size-limits.ts'
import { type Measure, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { companyTime } from '../orders/waiting-now.ts'
import { nerdToAssign } from '../orders/rated-nerds.ts'
import { applyOrderEvent } from '../orders/change/apply-order-event.ts'
import type { TransitionData } from '../orders/history/event-kinds.ts'
import { changeOrderForOperations } from '../orders/change/change-for-operations.ts'
import { createOrder } from '../orders/change/create-order.ts'
import type { StoredOrder } from '../orders/list/own-order.ts'
import { rateOrder } from '../orders/change/rate-order.ts'
import { bookPayment } from '../payments/settle/book-payment.ts'
import { refundRemainder } from '../payments/refund/ask-for-refund.ts'
import { grantCredit } from '../payments/ledger/given-credit.ts'
import type { PricesForClient } from '../pricing/prices.ts'
import type { Settings } from '../settings.ts'
import type { Queries } from '../database/tables.ts'
import { type SampleOrder, sampleOrders } from './sample-orders.ts'

const hourMs = 3_600_000
/** Longer than the longest life of a sample and enough for every size, so that each deadline is in the future. */
const deadlineHours = 120
/** How long ago a sample's life began: long enough for a rating that is a day overdue. */
const lifeHours = 48
/** The lateness of the late orders: within the first step of the late credit (WAIT-05). */
const hoursLate = 5
/** The balance left after paying all samples. */
const leftOverCents = 4000

/** The duration of each step of a life. */
const hoursOf = (name: OrderEventName): number => (name === 'no_feedback_1d' ? 24 : 1)

/** The author of an event; the client if several may cause it. */
const causeOf = (name: OrderEventName): EventCause =>
  transitions[name].by.includes('client') ? 'client' : (transitions[name].by[0] as EventCause)

/**
 * Creates an order in every state for a client (SBX-04) by the product's own commands: created, paid from the balance,
 * moved by events. The history is true, so its replay gives the stored facts. The autopilot skips those in progress.
 */
export async function seedSampleOrders(
  queries: Queries,
  client: { clientId: string; now: number; settings: Settings },
): Promise<void> {
  const { clientId, now } = client
  const created: [SampleOrder, StoredOrder][] = []
  for (const [index, sample] of sampleOrders.entries()) {
    const { title } = sample
    // Each a minute newer than the previous one, so that the list is sorted.
    const at = now - lifeHours * hourMs + index * 60_000
    const words = { title, details: `A sample: ${title.toLowerCase()}.` }
    created.push([sample, await createSampleOrder(queries, { clientId, index, now: at, dueFrom: at, ...words })])
  }
  const paid = created.filter(([sample]) => sample.paidInPart || sample.events[0] === 'paid')
  const cents = paid.reduce((sum, [, order]) => sum + order.price_cents, leftOverCents)
  const first = created[0]?.[1] as StoredOrder
  await grantCredit(queries, { clientId, orderId: first.id, cents, now: first.created_at })
  for (const [sample, order] of created) await playEvents(queries, { ...client, sample, order })
}

/** Creates paid orders of a client that have a Nerd and were due some hours ago. */
export async function seedLateOrders(
  queries: Queries,
  { count, now, ...client }: { clientId: string; count: number; now: number; settings: Settings },
): Promise<void> {
  const { clientId } = client
  const sample: SampleOrder = { title: 'Late', events: ['paid', 'nerd_found'] }
  const at = now - (deadlineHours + hoursLate) * hourMs
  for (let index = 0; index < count; index += 1) {
    const words = { title: sample.title, details: 'A sample: late.' }
    const order = await createSampleOrder(queries, { clientId, index, now: at, dueFrom: at, ...words })
    await grantCredit(queries, { clientId, orderId: order.id, cents: order.price_cents, now: at })
    await playEvents(queries, { ...client, now: at + lifeHours * hourMs, sample, order })
  }
}

/** Creates a client's sample order: `index` selects its type and subject, its deadline counts from `dueFrom`. */
export function createSampleOrder(
  queries: Queries,
  sample: {
    clientId: string
    index: number
    now: number
    dueFrom: number
    title?: string
    details: string
    prices?: PricesForClient
  },
): Promise<StoredOrder> {
  const { index, dueFrom, clientId, now, prices, ...words } = sample
  const jobType = jobTypes[index % jobTypes.length] as (typeof jobTypes)[number]
  return createOrder(queries, {
    clientId,
    now,
    ...(prices && { prices }),
    author: 'seed',
    agrees: true,
    body: {
      type: jobType.priceName,
      subject: subjects[index % subjects.length] as string,
      size: sizeToWire(defaultSize(jobType.measures[0] as Measure)),
      deadline: new Date(deadlineFromHours(dueFrom, deadlineHours)).toISOString(),
      ...words,
    },
  })
}

async function playEvents(
  queries: Queries,
  seed: { clientId: string; now: number; settings: Settings; sample: SampleOrder; order: StoredOrder },
): Promise<void> {
  const { clientId, now, settings, sample, order } = seed
  const orderId = order.id
  // The last event is an hour ago, so the scheduled effects of the next day are still to come.
  let at = now - (sample.events.reduce((sum, name) => sum + hoursOf(name), 0) + 1) * hourMs
  const pay = (balanceCents: number) =>
    bookPayment(
      queries,
      { settings, clock: { now: () => at } },
      { clientId, orderId, ref: `sample:${orderId}`, cardCents: 0, balanceCents, data: {} },
    )
  if (sample.paidInPart) await pay(Math.floor(order.price_cents / 2))
  for (const name of sample.events) {
    at += hoursOf(name) * hourMs
    if (name === 'paid') {
      await pay(order.price_cents)
      await changeOrderForOperations(queries, {
        clientId,
        orderId,
        body: { tags_add: ['autopilot_off'] },
        priceCents: undefined,
        author: 'seed',
        now: at + 1000,
      })
      continue
    }
    if (sample.mark !== undefined && name === sample.events.at(-1)) {
      const rating = { mark: sample.mark, feedback: '', tags: [] }
      await rateOrder(queries, { settings, clock: { now: () => at - 1000 } }, { clientId, orderId, rating })
    }
    const by = causeOf(name)
    const moved = await applyOrderEvent(queries, {
      clientId,
      orderId,
      event: { name, by, ...deadlineOf(name, order, at) },
      author: by,
      nerd: name === 'nerd_found' ? await nerdToAssign(queries, 'Grace', companyTime(settings, at)) : undefined,
      data: dataOfEvents[name] ?? {},
      now: at,
    })
    if (name === 'accept_refund') await refundRemainder(queries, { order: moved, author: by, now: at })
  }
}

/** Two days from now for a revision, a day later than before for the work. */
function deadlineOf(name: OrderEventName, order: StoredOrder, now: number): { deadline?: number } {
  if (takesLaterDeadline(name)) return { deadline: (order.deadline ?? now) + 24 * hourMs }
  return transitions[name].takesDeadline === undefined ? {} : { deadline: now + 2 * 24 * hourMs }
}

const dataOfEvents: Partial<Record<OrderEventName, Pick<TransitionData, 'note' | 'tell'>>> = {
  reassign: { note: 'The first Nerd is ill.' },
  extend_deadline: { note: 'The client agreed by phone.' },
  request_revision: { note: 'Please add two sources.' },
  decline: { tell: 'We have no Nerd for this subject.' },
  decline_refund: { tell: 'The work fits the task as it was described, so we cannot give it back.' },
  request_refund: { note: 'I do not need it any more.' },
}
