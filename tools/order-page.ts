/** One order as a page of text (OPS-17). */
import type { OperationsConversation } from '../packages/contract/src/conversations.ts'
import type { OrderFiles } from '../packages/contract/src/files.ts'
import type { OperationsOrderWithHistory } from '../packages/contract/src/operations.ts'
import type { OpenWait } from '../packages/contract/src/queue.ts'
import { serviceKeys, serviceNames } from '../packages/domain/src/catalog/services.ts'
import { newestOfClient } from '../packages/domain/src/conversations/message-rules.ts'
import {
  dollars,
  feeText,
  fileLine,
  historyLine,
  orderLine,
  section,
  threadLines,
  typedLines,
  waitLines,
} from './ops-lines.ts'

/** The facts of the task, without the client's words. */
const taskLines = (order: OperationsOrderWithHistory, tool: string): string[] => [
  ...[order.type, order.size, order.subject].filter(Boolean).map((fact) => `  ${fact}`),
  `  deadline ${order.deadline ?? 'not chosen'}`,
  `  ordered ${order.created_at} · ${tool} client ${order.client_id}`,
  ...(order.tags.length === 0 ? [] : [`  tags ${order.tags.join(', ')}`]),
]

const moneyLine = (name: string, amount: number | null | undefined): string[] =>
  amount ? [`  ${name} ${dollars(amount)}`] : []

const serviceLines = ({ services }: OperationsOrderWithHistory): string[] =>
  serviceKeys.flatMap((key) => {
    const service = services[key]
    if (!service?.added) return []
    const state = service.refunded ? 'refunded' : service.active ? 'paid' : 'not paid'
    return [`  ${serviceNames[key]} ${dollars(service.price)}, ${state}`]
  })

const moneyLines = (order: OperationsOrderWithHistory): string[] => [
  `  price ${dollars(order.price)}`,
  ...serviceLines(order),
  ...moneyLine(`discount of ${order.discountCode}`, order.discount_amount),
  ...moneyLine('paid', order.client_paid),
  ...moneyLine('held of the balance', order.balance_held),
  ...moneyLine('refunded', order.refunded),
  ...moneyLine('credited for late work', order.late_credited),
  ...moneyLine('tips', order.total_tips_amount),
]

type NerdOfOrder = NonNullable<OperationsOrderWithHistory['nerd']>

const nerdLines = ({ nerd, preferred_worker: preferred }: OperationsOrderWithHistory, tool: string): string[] => {
  const preference = preferred === null ? '' : `; the client wants ${preferred}`
  if (nerd === null) return [`  nobody${preference}`]
  return [
    `  ${nerd.name}, ${nerd.rating} of 5, ${feeText(nerd)} · ${tool} nerd ${nerd.id}${preference}`,
    `  ${sheetOf(nerd, tool)}`,
  ]
}

const sheetOf = (nerd: NerdOfOrder, tool: string): string =>
  nerd.work_sheet_at !== null
    ? `work sheet mailed ${nerd.work_sheet_at}`
    : nerd.has_email
      ? 'no work sheet mailed'
      : `no work sheet: no e-mail · ${tool} nerd ${nerd.id} set --email ADDRESS`

/** The page of an order with its files and its conversation; clients' words come after all commands (SAFE-11). */
export function orderPage({
  order,
  files,
  thread,
  answers,
  tool,
}: {
  order: OperationsOrderWithHistory
  files: OrderFiles
  thread: OperationsConversation
  /** The thread's wait for an answer. */
  answers: readonly OpenWait[]
  tool: string
}): string {
  const subject = { ...order, conversation: thread.id, last: newestOfClient(thread.messages)?._id }
  const described = [order.title, order.details].flatMap((text) => (text ? typedLines(text) : []))
  return [
    orderLine(order),
    ...section('TASK', taskLines(order, tool)),
    ...section('NERD', nerdLines(order, tool)),
    ...section('MONEY', moneyLines(order)),
    ...section('FILES', files.map(fileLine).map(indented)),
    ...section('HISTORY', order.events.map(historyLine).map(indented)),
    ...section(
      'WAITS',
      [...order.waits, ...answers, ...order.failed_refunds]
        .flatMap((wait) => waitLines(wait, { subject, tool }))
        .map(indented),
    ),
    ...section('CONVERSATION', thread.messages.toReversed().map(threadLines)),
    ...section('DESCRIPTION', described),
  ].join('\n')
}

const indented = (line: string): string => `  ${line}`
