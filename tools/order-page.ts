/** One order as a page of text (OPS-17). */
import { serviceKeys, serviceNames } from '../packages/domain/src/catalog/services.ts'
import { type Answer, dollars, fileLine, orderLine, threadLines, typedLines, waitLines } from './ops-lines.ts'

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  title,
  ...(lines.length === 0 ? ['  none'] : lines),
]

/** The facts of the task, without the client's words. */
const taskLines = (order: Answer): string[] => [
  ...[order['type'], order['size'], order['subject']].filter(Boolean).map((fact: string) => `  ${fact}`),
  `  deadline ${order['deadline'] ?? 'not chosen'}`,
  `  ordered ${order['created_at']} · npm run ops -- client ${order['client_id']}`,
  ...(order['tags'].length === 0 ? [] : [`  tags ${order['tags'].join(', ')}`]),
]

const moneyLine = (name: string, amount: number | undefined): string[] =>
  amount ? [`  ${name} ${dollars(amount)}`] : []

const serviceLines = ({ services }: Answer): string[] =>
  serviceKeys.flatMap((key) => {
    const service: Answer | undefined = services[key]
    if (!service?.['added']) return []
    const state = service['refunded'] ? 'refunded' : service['active'] ? 'paid' : 'not paid'
    return [`  ${serviceNames[key]} ${dollars(service['price'])}, ${state}`]
  })

const moneyLines = (order: Answer): string[] => [
  `  price ${dollars(order['price'])}`,
  ...serviceLines(order),
  ...moneyLine(`discount of ${order['discountCode']}`, order['discount_amount']),
  ...moneyLine('paid', order['client_paid']),
  ...moneyLine('held of the balance', order['balance_held']),
  ...moneyLine('refunded', order['refunded']),
  ...moneyLine('credited for late work', order['late_credited']),
  ...moneyLine('tips', order['total_tips_amount']),
]

const nerdLines = (order: Answer): string[] => {
  const wanted = order['preferred_worker'] === null ? '' : `; the client wants ${order['preferred_worker']}`
  const nerd: Answer | null = order['nerd']
  const fee = nerd === null || nerd['fee'] === null ? 'no fee' : `fee ${dollars(nerd['fee'])}`
  const who =
    nerd === null ? 'nobody' : `${nerd['name']}, ${nerd['rating']} of 5, ${fee} · npm run ops -- nerd ${nerd['id']}`
  return [`  ${who}${wanted}`, ...(nerd === null ? [] : [`  ${sheetOf(nerd)}`])]
}

const sheetOf = (nerd: Answer): string =>
  nerd['work_sheet_at'] !== null
    ? `work sheet mailed ${nerd['work_sheet_at']}`
    : nerd['has_email']
      ? 'no work sheet mailed'
      : `no work sheet: no e-mail · npm run ops -- nerd ${nerd['id']} set --email ADDRESS`

const historyLine = ({ at, author, event, data }: Answer): string =>
  `  ${at} ${author}: ${event}${Object.keys(data).length === 0 ? '' : ` ${JSON.stringify(data)}`}`

/** The page of an order with its files and its conversation; what clients typed comes after all commands (SAFE-11). */
export function orderPage(order: Answer, files: Answer, thread: Answer): string {
  const described = [order['title'], order['details']].filter(Boolean).flatMap((text: string) => typedLines(text))
  return [
    orderLine(order),
    ...section('TASK', taskLines(order)),
    ...section('NERD', nerdLines(order)),
    ...section('MONEY', moneyLines(order)),
    ...section('FILES', files['map'](fileLine).map(indented)),
    ...section('HISTORY', order['events'].map(historyLine)),
    ...section('WAITS', order['waits'].flatMap((wait: Answer) => waitLines(wait)).map(indented)),
    ...section('CONVERSATION', thread['messages'].toReversed().map(threadLines)),
    ...section('DESCRIPTION', described),
  ].join('\n')
}

const indented = (line: string): string => `  ${line}`
