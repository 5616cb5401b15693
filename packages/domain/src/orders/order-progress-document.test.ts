import { expect, test } from 'vitest'
import type { OrderServices } from './additional-services.ts'
import { anOrder, orderTimes } from '../testing/an-order.ts'
import { orderActionNames, orderActions } from './order-actions.ts'
import { orderCan } from './order-can.ts'
import { orderIs } from './order-is.ts'
import { inActive, inCompleted } from './order-lists.ts'
import { applyEvent, type OrderProgress, orderEventNames, type Transition, transitions } from './order-progress.ts'
import { clientStatuses, systemStatuses } from './order-status.ts'
import { orderWaits, otherWaits } from './order-waits.ts'

const at = orderTimes.createdAt
const unpaid: OrderProgress = { ...anOrder().facts, writerRevisionCompleteAt: null }
const paidInFull = applyEvent({ ...unpaid, paidCents: unpaid.priceCents }, { name: 'paid', by: 'payments' }, at)
const inWork = paidInFull as OrderProgress
/** New orders, orders after a payment, and one with a later deadline on offer. */
const beginnings = [
  unpaid,
  { ...unpaid, paidCents: unpaid.priceCents / 2 },
  inWork,
  { ...inWork, offeredDeadline: orderTimes.deadline + 1 },
]

const signature = (order: OrderProgress) => JSON.stringify({ ...order, tags: order.tags.toSorted() })

/** Every state that events reach; fixed instants make the walk finite. */
function reachable(): OrderProgress[] {
  const found = new Map(beginnings.map((order) => [signature(order), order]))
  for (const order of found.values()) {
    for (const next of followersOf(order)) found.set(signature(next), next)
  }
  return [...found.values()]
}

/** The results of one event. */
function followersOf(order: OrderProgress): OrderProgress[] {
  return orderEventNames.flatMap((name) =>
    transitions[name].by.flatMap((by) => applyEvent(order, { name, by }, at) ?? []),
  )
}

const states = reachable()
const withRatings = states.flatMap((order) => [order, { ...order, mark: 2 }, { ...order, mark: 5 }])
/** Disputes come from a bank, not from an event. */
const disputed = states.map((order) => ({ ...order, tags: [...order.tags, 'payment_disputed'] }))
const named = (conditions: Record<string, (order: OrderProgress) => boolean>, order: OrderProgress) =>
  Object.keys(conditions).filter((name) => conditions[name]?.(order))

/** At most one condition of a row applies. */
const exclusive: Record<string, Record<string, (order: OrderProgress) => boolean>> = {
  progress: {
    completed: orderIs.completed,
    'revision requested': orderIs.revisionRequested,
    'on revision': orderIs.onRevision,
    'revision completed': orderIs.revisionCompleted,
    'in work': orderIs.inWork,
    unpaid: (order) => !orderIs.paid(order),
  },
  refund: { requested: orderIs.refundRequested, granted: orderIs.refunded },
  payment: { full: orderIs.paidInFull, part: orderIs.partiallyPaid, none: (order) => !orderIs.paid(order) },
  form: { paid: orderIs.paid, edit: orderCan.edit },
  rating: { first: orderCan.showRating, change: orderCan.changeRating },
  lists: { active: (order) => inActive(order, at), completed: inCompleted },
  'work and refund': { bar: orderCan.showStatusBar, refund: orderIs.inRefund },
  hidden: { deleted: orderIs.deleted, pay: orderCan.pay },
}

test.each(Object.entries(exclusive))(
  '[STATE-02][STATE-20] reaches no state that contradicts itself: %s',
  (_, conditions) => {
    const contradictions = withRatings.filter((order) => named(conditions, order).length > 1)
    expect(contradictions.map((order) => [order.systemStatus, order.clientStatus, named(conditions, order)])).toEqual(
      [],
    )
  },
)

test('[STATE-17] reaches every status, and allows every event somewhere', () => {
  expect(new Set(states.map((order) => order.systemStatus))).toEqual(new Set([null, ...systemStatuses]))
  expect(new Set(states.map((order) => order.clientStatus))).toEqual(new Set([null, ...clientStatuses]))
  const happening = orderEventNames.filter(
    (name) =>
      name === 'paid' ||
      [...withRatings, ...disputed].some((order) =>
        transitions[name].by.some((by) => {
          const deadline = (order.deadline ?? at) + 1
          return applyEvent(order, { name, by, deadline }, at) !== undefined
        }),
      ),
  )
  expect(happening).toEqual(orderEventNames)
})

const conditionColumns = [
  'paid',
  'paidInFull',
  'partiallyPaid',
  'inWork',
  'sent',
  'completed',
  'clientAccepted',
  'revisionRequested',
  'onRevision',
  'revisionCompleted',
  'inRefund',
  'refundRequested',
  'refunded',
  'deleted',
  'declined',
  'hidden',
] as const satisfies readonly (keyof typeof orderIs)[]
/** A service that is still for sale after a Nerd is found (FLOW-27). */
const services: OrderServices = { adv_plagreport: { added: false, paid: false, refunded: false, priceCents: 800 } }
const rightColumns = Object.keys(orderCan) as (keyof typeof orderCan)[]

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
const status = (one: string | null) => one ?? 'null'

/** "yes", or the ratings that allow it. */
function byRating(order: OrderProgress, holds: (order: OrderProgress) => boolean): string {
  const answers = [0, 2, 5].map((mark) => holds({ ...order, mark }))
  const texts: Record<string, string> = {
    'true,true,true': 'yes',
    'true,false,false': 'unrated',
    'false,true,true': 'rated',
    'false,false,true': 'rated 4+',
    'false,false,false': '',
  }
  const text = texts[answers.join()]
  if (text === undefined) throw new Error(`there is no word for ${answers.join()}`)
  return text
}

const reviewSettled = 'reviewSettledAt, in quality review'

function eventRow(name: string, { by, from, to, ...rest }: Transition): string[] {
  const { when, stamps = [], tag, takesDeadline, settlesReview, sets } = rest
  const writes = [...stamps, takesDeadline, tag && `tag ${tag}`, settlesReview && reviewSettled, sets?.name]
  const anyClient = clientStatuses.every((each) => from.client.includes(each))
  return [
    name,
    by.join(', '),
    from.system.map(status).join(', '),
    anyClient ? 'any' : from.client.map(status).join(', '),
    when?.name ?? '',
    to.system === undefined ? '=' : status(to.system),
    to.client ?? '=',
    writes.filter(Boolean).join(', '),
  ]
}

/** One row for each pair of statuses, and more where the pair alone does not decide. */
function stateRows(cellsOf: (order: OrderProgress) => string[]): string[][] {
  const order = (one: string | null, all: readonly string[]) => (one === null ? -0.5 : all.indexOf(one))
  const rows = states
    .toSorted(
      (one, other) =>
        order(one.systemStatus, systemStatuses) - order(other.systemStatus, systemStatuses) ||
        order(one.clientStatus, clientStatuses) - order(other.clientStatus, clientStatuses),
    )
    .map((each) => [status(each.systemStatus), status(each.clientStatus), ...cellsOf(each)])
  return [...new Map(rows.map((row) => [row.join(), row])).values()]
}

/** Whether the order has ended as intended: done, refunded, or never begun. */
const isEnded = (order: OrderProgress) =>
  order.systemStatus === 'Completed' || orderIs.refunded(order) || orderIs.deleted(order) || orderIs.declined(order)

/** Every reachable state, the first included. */
function reachableFrom(first: OrderProgress): OrderProgress[] {
  const found = new Map([[signature(first), first]])
  for (const order of found.values()) {
    for (const next of followersOf(order)) found.set(signature(next), next)
  }
  return [...found.values()]
}

/** Payment, not an event, moves an unpaid order on. */
const waitsForPayment = (order: OrderProgress) => order.systemStatus === 'Unpaid' && !orderIs.declined(order)
const heldUp = states.filter(
  (order) =>
    !isEnded(order) && !reachableFrom(order).some((each) => waitsForPayment(each) || each.systemStatus === 'Completed'),
)
const pairName = ({ systemStatus, clientStatus }: OrderProgress) => `${status(systemStatus)}, ${status(clientStatus)}`

test('[STATE-20][HOLD-06] has a way to an end, and to payment or completion, from every state', () => {
  expect(states.filter((order) => !reachableFrom(order).some(isEnded)).map(pairName)).toEqual([])
  expect(heldUp.map(pairName)).toEqual([])
})

function document(): string {
  return `# The states of an order

What the domain says (\`packages/domain/src/orders\`), written down and checked by its tests. To write it again after a change: \`npx vitest run --project domain order-progress --update\`.

## Events

An event that does not fit is refused with 409 \`transition_not_allowed\` and changes nothing. "=" leaves a status as it is. A pending refund holds everything else up until it is decided, and a granted one ends the order.

${table(
  ['event', 'by', 'from system', 'from client', 'when', 'to system', 'to client', 'writes'],
  orderEventNames.map((name) => eventRow(name, transitions[name])),
)}

## For what an order waits

What staff, a Nerd or the client owe it, since when and until when (\`waitsFor\`); it follows from the facts and the history. While a refund is pending an order waits for nothing else but its quality review and our answer to a dispute; one that was refunded, deleted or declined waits for no work. Without an entry in the history a wait has begun with the order.

${table(
  ['it waits for', 'whose turn', 'where', 'since', 'until', 'next'],
  [
    ...Object.values(orderWaits).map(({ name, turn, when, since, until, next }) => [
      name,
      turn,
      when.name,
      since.name,
      until.name,
      next.join(', '),
    ]),
    ...Object.values(otherWaits).map(({ name, since, until, end }) => [name, 'staff', 'any', since, until.name, end]),
  ],
)}

## What the client may do

What the cabinet offers and the API takes, for each pair of statuses that the events lead to, in time and with a service left to sell (\`orderActions\`). "unrated" and "rated" say on which rating it depends.

${table(
  ['system', 'client', ...orderActionNames],
  stateRows((order) =>
    orderActionNames.map((name) =>
      byRating(order, (one) =>
        orderActions(one, { now: at, services, lacks: undefined, nerdFiles: { draft: false, work: true } }).includes(
          name,
        ),
      ),
    ),
  ),
)}

## No dead end

A declined refund leaves the client status as it was. Where that was null the order never was in work: it is Unpaid again, and goes to work at once where its price was covered while the refund was asked for (HOLD-06). From every state a way leads to completion, to a granted refund, or to being declined or deleted.

## What an order is

Every pair of statuses that events lead to, and the conditions that hold there. A pair has several rows where other facts decide too: how much is paid, whether it is declined. Whether an order is rated, was asked for a rating, and has shown the prompt depends on no status.

${table(
  ['system', 'client', ...conditionColumns],
  stateRows((order) => conditionColumns.map((name) => (orderIs[name](order) ? 'yes' : ''))),
)}

## What may be done with it

The server's verdicts (\`isCan…\` on the wire), and the list that shows the order while its deadline is ahead.

${table(
  ['system', 'client', ...rightColumns, 'in Active', 'in Completed'],
  stateRows((order) => [
    ...rightColumns.map((name) => byRating(order, orderCan[name])),
    byRating(order, (each) => !orderIs.hidden(each) && inActive(each, at)),
    byRating(order, (each) => !orderIs.hidden(each) && inCompleted(each)),
  ]),
)}
`
}

test('[STATE-17][STATE-20][WAIT-01] keeps docs/order-states.md in step with the domain', async () => {
  await expect(document()).toMatchFileSnapshot('../../../../docs/order-states.md')
})
