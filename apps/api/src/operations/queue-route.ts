import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { operationsPageSize } from '@nerdify/contract/operations.ts'
import { type QueueEntry, QueuePage, QueueQuery, staffWords } from '@nerdify/contract/queue.ts'
import { clientName } from '@nerdify/domain/clients/client-name.ts'
import { hasWords, wordsToFind } from '@nerdify/domain/input/search-text.ts'
import { byDue, countWaits, waitKinds } from '@nerdify/domain/orders/order-waits.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { clientsById } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { sharedRead } from '../database/shared-read.ts'
import { isUuid } from '../database/uuid.ts'
import { sliceOfRows, unknownCursor } from '../http/answers/slice.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { type MessageWait, messagesWaiting, orderOfMessage } from '../inbox/messages-waiting.ts'
import { type StuckWork, stuckWork } from '../inbox/stuck-work.ts'
import { nerdNames } from '../nerds/register.ts'
import { wordsOf } from '../orders/list/find-any-order.ts'
import { instantText } from '../orders/list/present-order.ts'
import { nameOf } from '../orders/list/order-facts-of.ts'
import { extrasOf, isOwed, kindOfWork, taskOf } from '../orders/order-for-staff.ts'
import { ordersOfSenders } from '../orders/order-of-sender.ts'
import { companyTime, compareTexts, holderOf, type OrderWait, waitingNow } from '../orders/waiting-now.ts'
import type { AppContext } from '../app-context.ts'
import { operatorOf } from '../http/caller.ts'
import { answerCommands } from '@nerdify/domain/staff/staff-commands.ts'
import { presentOrderWait, presentWait } from './present-wait.ts'

/** The queue of operations (WAIT-01): all open waits, earliest due first. */
export function operationsQueueRoutes(app: App, product: AppContext): void {
  const readQueue = sharedRead(() => openQueue(product))
  app.get(
    opsPaths.queue(),
    operationsCall('What waits, whose turn it is, until when, and who took it', {
      querystring: QueueQuery,
      200: QueuePage,
    }),
    async (request) => {
      const { queries } = product
      const { rows, counts, conversations } = await readQueue()
      const chosen = chooseRows(rows, request.query, operatorOf(request).name)
      const after = request.query.cursor === undefined ? 0 : positionAfter(chosen, request.query.cursor)
      const { shown, next } = sliceOfRows(
        chosen.slice(after, after + operationsPageSize + 1),
        operationsPageSize,
        cursorOf,
      )
      const orderOf = await ordersOfSenders(
        queries,
        shown.map(({ wait }) => ('message' in wait ? wait.message.clientId : null)),
      )
      const orders = await Promise.all(shown.map(({ wait }) => orderOfWait(queries, wait, orderOf)))
      const nerds = await nerdsOf(queries, orders)
      const results = shown.map(({ wait, id }, index) => {
        const order = orders[index]
        const ofOrder = order === undefined ? noOrder : presentOrder(order)
        return { id, ...present(wait), ...ofOrder, nerd: nerds.get(order?.nerd_id ?? '') ?? null }
      })
      return {
        results: await withNames(queries, results),
        next,
        total: chosen.length,
        counts,
        conversations,
      }
    },
  )
}

type OrderOfRow = Parameters<typeof taskOf>[0]

/** The order that a wait is about; undefined without one. */
async function orderOfWait(
  queries: Queries,
  wait: QueueRow['wait'],
  orderOfSender: Parameters<typeof orderOfMessage>[2],
): Promise<OrderOfRow | undefined> {
  if ('message' in wait) return orderOfMessage(queries, wait.message, orderOfSender)
  return 'order' in wait ? wait.order : wait.about
}

/** The names of the orders' Nerds, by their ids. */
const nerdsOf = (queries: Queries, orders: readonly (OrderOfRow | undefined)[]) =>
  nerdNames(queries, [...new Set(orders.flatMap((order) => order?.nerd_id ?? []))])

/** Adds the clients' names to the rows; the waits of orders do not read them. */
async function withNames(queries: Queries, rows: readonly QueueEntry[]): Promise<QueueEntry[]> {
  const unnamed = rows.flatMap(({ name, client_id: id }) => (name === null && id !== null ? [id] : []))
  const clients = await clientsById(queries, [...new Set(unnamed)])
  return rows.map((row) => {
    const client = row.name === null && row.client_id !== null ? clients.get(row.client_id) : undefined
    return client === undefined ? row : { ...row, name: clientName(client) ?? null }
  })
}

/** A wait of the queue. */
interface QueueRow {
  wait: OrderWait | MessageWait | StuckWork
  /** The waiting order, message, refund, upload or referrer. */
  id: string
  /** The name of the Nerd who has the order. */
  nerd: string | null
}

/** Every open wait, earliest due first, and the number of each kind and of conversations (OPS-09). */
async function openQueue({ queries, settings, clock }: AppContext) {
  const time = companyTime(settings, clock.now())
  const [orders, messages, stuck] = await Promise.all([
    waitingNow(queries, time),
    messagesWaiting(queries, time),
    stuckWork(queries, time),
  ])
  const nerds = await nerdsOf(
    queries,
    orders.map(({ order }) => order),
  )
  const rows: QueueRow[] = [
    ...orders.map((wait) => ({ wait, id: wait.order.id, nerd: nerds.get(wait.order.nerd_id ?? '') ?? null })),
    ...messages.map((wait) => ({ wait, id: wait.message.id, nerd: null })),
    ...stuck.map((wait) => ({ wait, id: wait.id, nerd: null })),
  ].toSorted(inOrder)
  const conversations = messages.filter(({ message }) => message.conversation !== undefined).length
  return { rows, counts: countWaits(rows.map(({ wait }) => wait)), conversations }
}

/** The rows that match a query; `me` is the caller. */
function chooseRows(rows: readonly QueueRow[], query: QueueQuery, me: string): readonly QueueRow[] {
  const { kind, late, turn, staff, q, since, top_nerd: topNerd } = query
  const words = q === undefined ? [] : wordsOf(q, 'Type words of the order or the message.')
  const holder = holderNamed(staff, me)
  const begunAfter = since === undefined ? undefined : Date.parse(since)
  return rows.filter(
    (row) =>
      (kind === undefined || row.wait.kind === kind) &&
      (turn === undefined || row.wait.turn === turn) &&
      (late === undefined || row.wait.late === (late === 'true')) &&
      (topNerd === undefined || ('order' in row.wait && isOwed(row.wait.order.services.top_writer))) &&
      (begunAfter === undefined || row.wait.since > begunAfter) &&
      (holder === undefined || holderOf(row.wait, takenOrder(row.wait)) === holder) &&
      (words.length === 0 || hasWords(wordsIn(row), words)),
  )
}

/** A queue filter's holder: null for nobody, undefined without the filter; `me` is the caller. */
function holderNamed(staff: QueueQuery['staff'], me: string): string | null | undefined {
  if (staff === staffWords.me) return me
  return staff === staffWords.nobody ? null : staff
}

const inOrder = (one: QueueRow, other: QueueRow): number =>
  byDue(one.wait, other.wait) || compareTexts(one.id, other.id) || compareTexts(one.wait.kind, other.wait.kind)

/** The order that staff take with a wait; nobody takes stuck work. */
function takenOrder(wait: QueueRow['wait']) {
  if ('order' in wait) return wait.order
  return 'message' in wait ? (wait.message.conversation?.order ?? undefined) : undefined
}

/** Search words of the orders cached by this process (decision 0102), with the Nerd whose name they include. */
const wordsOfOrders = new WeakMap<OrderWait['order'], { nerd: string | null; words: string[] }>()

/** The text that `q` searches. */
function wordsIn({ wait, nerd }: QueueRow): string[] {
  const order = 'order' in wait ? wait.order : undefined
  const cached = order && wordsOfOrders.get(order)
  if (cached !== undefined && cached.nerd === nerd) return cached.words
  const words = wordsToFind(searchableTexts(wait, nerd).filter(Boolean).join(' '))
  if (order !== undefined) wordsOfOrders.set(order, { nerd, words })
  return words
}

function searchableTexts(wait: QueueRow['wait'], nerd: string | null) {
  if ('order' in wait)
    return [wait.order.number, taskOf(wait.order), wait.order.subject, nerd, wait.order.preferred_worker]
  if (!('message' in wait))
    return [wait.words, wait.name, phoneIn(wait), ...(wait.about ? [wait.about.number, taskOf(wait.about)] : [])]
  const { phone, words, conversation } = wait.message
  return [phone, phoneIn(wait.message), words, conversation?.address, conversation?.name]
}

/** A phone as the rows show it. */
const phoneIn = ({ phone }: { phone: string | null }) => phone && formatPhone(phone)

/** The position of a row in the queue. */
const cursorOf = ({ wait, id }: QueueRow): string =>
  [wait.due === null ? '' : wait.due.toString(36), wait.since.toString(36), id, waitKinds.indexOf(wait.kind)].join('.')

/** The number of rows up to a cursor; the row itself may have left the queue. */
function positionAfter(rows: readonly QueueRow[], cursor: string): number {
  const [due = '', since = '', id = '', kindIndex = ''] = cursor.split('.')
  const kind = waitKinds[Number(kindIndex)]
  if (!/^[0-9a-z]*$/.test(due) || !/^[0-9a-z]+$/.test(since) || !isUuid(id) || kind === undefined) throw unknownCursor()
  const place = { due: due === '' ? null : Number.parseInt(due, 36), since: Number.parseInt(since, 36) }
  const position = rows.findIndex(
    ({ wait, id: other }) => (byDue(wait, place) || compareTexts(other, id) || compareTexts(wait.kind, kind)) > 0,
  )
  return position === -1 ? rows.length : position
}

/** The queue's fields of a wait besides its order's. */
function present(wait: QueueRow['wait']): Omit<QueueEntry, 'id' | keyof typeof noOrder> {
  if ('order' in wait) return { ...presentOrderWait(wait), ...noSender, client_id: wait.order.client_id }
  if ('message' in wait) return presentMessage(wait)
  return {
    ...presentWait(wait, undefined, wait.commands),
    ...noSender,
    client_id: wait.clientId,
    phone: wait.phone,
    name: wait.name,
    words: wait.words,
  }
}

/** The fields of a message, without one. */
const noSender = { proved: null, phone: null, name: null, conversation: null, last: null, words: null }

function presentMessage(wait: MessageWait) {
  const { clientId, proved, phone, words, conversation } = wait.message
  return {
    ...presentWait(wait, takenOrder(wait), answerCommands),
    client_id: clientId,
    proved,
    phone,
    name: conversation?.name ?? null,
    conversation: conversation?.address ?? null,
    last: conversation?.last ?? null,
    words,
  }
}

/** The queue's fields of an order. */
function presentOrder(order: OrderOfRow) {
  return {
    order_id: order.id,
    number: order.number,
    title: nameOf(order) ?? null,
    work: kindOfWork(order),
    subject: order.subject,
    deadline: order.deadline === null ? null : instantText(order.deadline),
    services: extrasOf(order),
    top_nerd: isOwed(order.services.top_writer),
    report: isOwed(order.services.adv_plagreport),
    preferred_nerd: order.preferred_worker,
    amount: dollarsFromCents(order.paid_cents),
  }
}

/** The order's fields without an order. */
const noOrder = {
  order_id: null,
  number: null,
  title: null,
  work: null,
  subject: null,
  nerd: null,
  deadline: null,
  services: [],
  top_nerd: false,
  report: false,
  preferred_nerd: null,
  amount: null,
} as const satisfies Partial<QueueEntry>
