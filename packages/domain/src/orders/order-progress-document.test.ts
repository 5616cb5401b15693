import { expect, test } from 'vitest'
import type { OrderServices } from './additional-services.ts'
import { anOrder, orderTimes } from '../testing/an-order.ts'
import { orderActionNames, orderActions } from './order-actions.ts'
import { orderCan } from './order-can.ts'
import { orderIs } from './order-is.ts'
import { isInActiveList, isInCompletedList } from './order-lists.ts'
import { applyEvent, type OrderProgress, orderEventNames, type Transition, transitions } from './order-progress.ts'
import { clientStatuses, systemStatuses } from './order-status.ts'
import { orderWaits, otherWaits } from './order-waits.ts'

const at = orderTimes.createdAt
const unpaid: OrderProgress = { ...anOrder().facts, writerRevisionCompleteAt: null }
const paidInFull = applyEvent({ ...unpaid, paidCents: unpaid.priceCents }, { name: 'paid', by: 'payments' }, at)
const inWork = paidInFull as OrderProgress
/** An unpaid order, a partly paid one, one in work, and one with a later deadline on offer. */
const startStates = [
  unpaid,
  { ...unpaid, paidCents: unpaid.priceCents / 2 },
  inWork,
  { ...inWork, offeredDeadline: orderTimes.deadline + 1 },
]

const signature = (order: OrderProgress) => JSON.stringify({ ...order, tags: order.tags.toSorted() })

/** Every state that events reach; fixed instants make the walk finite. */
function reachable(): OrderProgress[] {
  const reached = new Map(startStates.map((order) => [signature(order), order]))
  for (const order of reached.values()) {
    for (const next of nextStates(order)) reached.set(signature(next), next)
  }
  return [...reached.values()]
}

/** The states after one event. */
function nextStates(order: OrderProgress): OrderProgress[] {
  return orderEventNames.flatMap((name) =>
    transitions[name].by.flatMap((by) => applyEvent(order, { name, by }, at) ?? []),
  )
}

const states = reachable()
const withRatings = states.flatMap((order) => [order, { ...order, mark: 2 }, { ...order, mark: 5 }])
/** Disputes come from a bank, not from an event. */
const disputed = states.map((order) => ({ ...order, tags: [...order.tags, 'payment_disputed'] }))
const trueNames = (conditions: Record<string, (order: OrderProgress) => boolean>, order: OrderProgress) =>
  Object.keys(conditions).filter((name) => conditions[name]?.(order))

/** At most one condition of a row may hold. */
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
  lists: { active: (order) => isInActiveList(order, at), completed: isInCompletedList },
  'work and refund': { bar: orderCan.showStatusBar, refund: orderIs.inRefund },
  hidden: { deleted: orderIs.deleted, pay: orderCan.pay },
}

test.each(Object.entries(exclusive))(
  '[STATE-02][STATE-20] reaches no state that contradicts itself: %s',
  (_, conditions) => {
    const contradictions = withRatings.filter((order) => trueNames(conditions, order).length > 1)
    expect(
      contradictions.map((order) => [order.systemStatus, order.clientStatus, trueNames(conditions, order)]),
    ).toEqual([])
  },
)

test('[STATE-17] reaches every status, and allows every event somewhere', () => {
  expect(new Set(states.map((order) => order.systemStatus))).toEqual(new Set([null, ...systemStatuses]))
  expect(new Set(states.map((order) => order.clientStatus))).toEqual(new Set([null, ...clientStatuses]))
  const possibleEvents = orderEventNames.filter(
    (name) =>
      name === 'paid' ||
      [...withRatings, ...disputed].some((order) =>
        transitions[name].by.some((by) => {
          const deadline = (order.deadline ?? at) + 1
          return applyEvent(order, { name, by, deadline }, at) !== undefined
        }),
      ),
  )
  expect(possibleEvents).toEqual(orderEventNames)
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
const statusCell = (status: string | null) => status ?? 'null'

/** "yes" for any rating, else the ratings that allow it. */
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
  if (text === undefined) throw new Error(`no text for the answers ${answers.join()}`)
  return text
}

const reviewSettled = 'reviewSettledAt, in quality review'

function eventRow(name: string, transition: Transition): string[] {
  const { by, from, to, when, stamps = [], tag, takesDeadline, settlesReview, sets } = transition
  const writes = [...stamps, takesDeadline, tag && `tag ${tag}`, settlesReview && reviewSettled, sets?.name]
  const anyClient = clientStatuses.every((each) => from.client.includes(each))
  return [
    name,
    by.join(', '),
    from.system.map(statusCell).join(', '),
    anyClient ? 'any' : from.client.map(statusCell).join(', '),
    when?.name ?? '',
    to.system === undefined ? '=' : statusCell(to.system),
    to.client ?? '=',
    writes.filter(Boolean).join(', '),
  ]
}

/** One row for each pair of statuses, and more if other facts decide too. */
function stateRows(cellsOf: (order: OrderProgress) => string[]): string[][] {
  const rank = (status: string | null, statuses: readonly string[]) =>
    status === null ? -0.5 : statuses.indexOf(status)
  const rows = states
    .toSorted(
      (left, right) =>
        rank(left.systemStatus, systemStatuses) - rank(right.systemStatus, systemStatuses) ||
        rank(left.clientStatus, clientStatuses) - rank(right.clientStatus, clientStatuses),
    )
    .map((order) => [statusCell(order.systemStatus), statusCell(order.clientStatus), ...cellsOf(order)])
  return [...new Map(rows.map((row) => [row.join(), row])).values()]
}

/** Whether the order has ended as intended: completed, refunded, deleted or declined. */
const isEnded = (order: OrderProgress) =>
  order.systemStatus === 'Completed' || orderIs.refunded(order) || orderIs.deleted(order) || orderIs.declined(order)

/** Every reachable state, including `start`. */
function reachableFrom(start: OrderProgress): OrderProgress[] {
  const reached = new Map([[signature(start), start]])
  for (const order of reached.values()) {
    for (const next of nextStates(order)) reached.set(signature(next), next)
  }
  return [...reached.values()]
}

/** Payment, not an event, moves an unpaid order on. */
const waitsForPayment = (order: OrderProgress) => order.systemStatus === 'Unpaid' && !orderIs.declined(order)
const stuckStates = states.filter(
  (order) =>
    !isEnded(order) && !reachableFrom(order).some((each) => waitsForPayment(each) || each.systemStatus === 'Completed'),
)
const pairName = ({ systemStatus, clientStatus }: OrderProgress) =>
  `${statusCell(systemStatus)}, ${statusCell(clientStatus)}`

test('[STATE-20][HOLD-06] leads from every state to an end, and to payment or completion', () => {
  expect(states.filter((order) => !reachableFrom(order).some(isEnded)).map(pairName)).toEqual([])
  expect(stuckStates.map(pairName)).toEqual([])
})

function document(): string {
  return `# The states of an order

The rules of the domain (\`packages/domain/src/orders\`); its tests write and check this file. To update it after a change: \`npx vitest run --project domain order-progress --update\`.

## Events

The API refuses an event that does not fit with 409 \`transition_not_allowed\`. "=" keeps a status. A pending refund suspends everything else until its decision, and a granted one ends the order.

${table(
  ['event', 'by', 'from system', 'from client', 'when', 'to system', 'to client', 'writes'],
  orderEventNames.map((name) => eventRow(name, transitions[name])),
)}

## For what an order waits

The next action of staff, a Nerd or the client, with its start and its due time (\`waitsFor\`); it follows from the facts and the history. While a refund is pending, an order waits only for its decision, a quality review and our answer to a dispute; a refunded, deleted or declined order waits for no work. If the history has no entry, a wait starts with the order.

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

The actions that the cabinet offers and the API accepts (\`orderActions\`), for each pair of statuses that events reach, before the deadline and with a service for sale. "unrated" and "rated" name the rating that an action requires.

${table(
  ['system', 'client', ...orderActionNames],
  stateRows((order) =>
    orderActionNames.map((name) =>
      byRating(order, (rated) =>
        orderActions(rated, {
          now: at,
          services,
          obstacle: undefined,
          nerdFiles: { draft: false, work: true },
        }).includes(name),
      ),
    ),
  ),
)}

## No dead end

A declined refund keeps the client status. If that is null, the order was never in work: it is Unpaid again, and work starts at once if payments covered its price while the refund was pending (HOLD-06). Every state can lead to completion, a granted refund, a decline or a deletion.

## What an order is

Every pair of statuses that events reach, and the conditions that hold there. A pair has several rows if other facts decide too: the amount paid, a decline. The rating, the request for a rating and its prompt are independent of the statuses.

${table(
  ['system', 'client', ...conditionColumns],
  stateRows((order) => conditionColumns.map((name) => (orderIs[name](order) ? 'yes' : ''))),
)}

## What may be done with it

The rights that the server decides (\`isCan…\` on the wire), and the list that shows the order before its deadline.

${table(
  ['system', 'client', ...rightColumns, 'in Active', 'in Completed'],
  stateRows((order) => [
    ...rightColumns.map((name) => byRating(order, orderCan[name])),
    byRating(order, (rated) => !orderIs.hidden(rated) && isInActiveList(rated, at)),
    byRating(order, (rated) => !orderIs.hidden(rated) && isInCompletedList(rated)),
  ]),
)}
`
}

test('[STATE-17][STATE-20][WAIT-01] keeps docs/order-states.md in step with the domain', async () => {
  await expect(document()).toMatchFileSnapshot('../../../../docs/order-states.md')
})
