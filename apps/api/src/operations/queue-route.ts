import { IdAddress } from '@nerdify/contract/addresses.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { operationsPageSize } from '@nerdify/contract/operations.ts'
import { Answered, type QueueEntry, QueuePage, QueueQuery } from '@nerdify/contract/queue.ts'
import { byDue, type Wait, waitKinds, waitName } from '@nerdify/domain/orders/order-waits.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import {
  commandsOfMessage,
  type MessageWait,
  messagesWaiting,
  noteAnswer,
  orderOfMessage,
} from '../inbox/messages-waiting.ts'
import { instantText } from '../orders/list/present-order.ts'
import { commandOf, extrasOf, isOwed, taskOf } from '../orders/order-for-staff.ts'
import { ordersOfSenders } from '../orders/order-of-sender.ts'
import { type OrderWait, waitingNow } from '../orders/waiting-now.ts'
import type { AppContext } from '../app-context.ts'
import { loggedCall, writeLogged } from './logged-write.ts'

/**
 * The calls of operations about what waits (WAIT-01): its list, what is due first at the front, and that somebody who wrote to us
 * was answered.
 */
export function operationsQueueRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.contactAnswered(':id'),
    loggedCall('Note that whoever wrote a message was answered', { params: IdAddress, 200: Answered }),
    (request) =>
      writeLogged(product, request, 'answer message', async ({ queries, now }) => {
        const { id } = request.params
        return { subject: `message ${id}`, body: await noteAnswer(queries, id, now) }
      }),
  )

  app.get(
    opsPaths.queue(),
    operationsCall('A page of what orders wait for, whose turn it is and until when', {
      querystring: QueueQuery,
      200: QueuePage,
    }),
    async (request) => {
      const { kind, late, turn } = request.query
      const page = Number(request.query.page ?? '0')
      const { clock, queries, settings } = product
      const time = { now: clock.now(), zone: settings.companyZone }
      const [orders, messages] = await Promise.all([waitingNow(queries, time), messagesWaiting(queries, time)])
      const all = [...orders, ...messages].toSorted(byDue)
      const chosen = all.filter(
        (wait) =>
          (kind === undefined || wait.kind === kind) &&
          (turn === undefined || wait.turn === turn) &&
          (late === undefined || wait.late === (late === 'true')),
      )
      const shown = chosen.slice(page * operationsPageSize, (page + 1) * operationsPageSize)
      const senders = shown.map((wait) => ('order' in wait ? null : wait.message.clientId))
      const orderOf = await ordersOfSenders(queries, senders)
      return {
        results: await Promise.all(
          shown.map(async (wait) =>
            'order' in wait
              ? present(wait)
              : presentMessage(wait, await orderOfMessage(queries, wait.message, orderOf)),
          ),
        ),
        page,
        pages: Math.ceil(chosen.length / operationsPageSize),
        total: chosen.length,
        counts: waitKinds.map((each) => {
          const open = all.filter((wait) => wait.kind === each)
          return { kind: each, open: open.length, late: open.filter((wait) => wait.late).length }
        }),
      }
    },
  )
}

const presentWait = ({ kind, turn, since, due, late }: Wait) => ({
  kind,
  waits_for: waitName(kind),
  turn,
  since: instantText(since),
  due: due === null ? null : instantText(due),
  late,
})

const present = ({ order, ...wait }: OrderWait): QueueEntry => ({
  ...presentWait(wait),
  ...presentOrder(order),
  client_id: order.client_id,
  proved: null,
  phone: null,
  words: null,
  next: wait.next.map((event) => commandOf(order.number, event)),
})

function presentMessage(
  { message, ...wait }: MessageWait,
  order: Parameters<typeof presentOrder>[0] | undefined,
): QueueEntry {
  const { clientId, proved, phone, words } = message
  return {
    ...presentWait(wait),
    ...(order === undefined ? noOrder : presentOrder(order)),
    client_id: clientId,
    proved,
    phone,
    words,
    next: commandsOfMessage(message),
  }
}

/** What the queue says of an order. */
function presentOrder(order: Parameters<typeof taskOf>[0]) {
  return {
    order_id: order.id,
    number: order.number,
    task: taskOf(order),
    deadline: order.deadline === null ? null : instantText(order.deadline),
    services: extrasOf(order),
    top_nerd: isOwed(order.services.top_writer),
    report: isOwed(order.services.adv_plagreport),
    preferred_nerd: order.preferred_worker,
    amount: dollarsFromCents(order.paid_cents),
  }
}

/** The same of who has none. */
const noOrder = {
  order_id: null,
  number: null,
  task: null,
  deadline: null,
  services: [],
  top_nerd: false,
  report: false,
  preferred_nerd: null,
  amount: null,
} as const satisfies Partial<QueueEntry>
