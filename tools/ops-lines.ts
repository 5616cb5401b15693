/** Lines shared by several answers of operations; an outsider's words are a quotation (SAFE-11). */
import type {
  OperationsContact,
  OperationsConversation,
  OperationsConversationPage,
} from '../packages/contract/src/conversations.ts'
import type { BalanceSlice } from '../packages/contract/src/finding.ts'
import type { OrderFile, ReceivedFile } from '../packages/contract/src/files.ts'
import type {
  LoggedAction,
  Message,
  OperationsOrder,
  OperationsOrderPage,
  OperationsOrderWithHistory,
} from '../packages/contract/src/operations.ts'
import type { OpenWait } from '../packages/contract/src/queue.ts'
import { quotedText } from '../packages/domain/src/messages/typed-text.ts'
import { formatMoney } from '../packages/domain/src/pricing/money.ts'
import {
  answerCommands,
  shellCommand,
  type StaffCommand,
  type WaitSubject,
} from '../packages/domain/src/staff/staff-commands.ts'

/** An amount in dollars. */
export const dollars = (amount: number): string => formatMoney(Math.round(amount * 100))

/** An outsider's words as a quotation, below all words of ours (SAFE-11). */
export const typedLines = (words: string, without = '  no words'): string[] =>
  words === ''
    ? [without]
    : quotedText(words)
        .split('\n')
        .map((line) => `  ${line}`)

/** An order in one line. */
export function orderLine(order: OperationsOrder): string {
  const state = [order.system_client_status, order.client_status, order.declined && 'declined']
    .filter(Boolean)
    .join(', ')
  const paid = order.client_paid > 0 ? `, ${dollars(order.client_paid)} paid` : ''
  const refunded = order.refunded > 0 ? `, ${dollars(order.refunded)} refunded` : ''
  const offer = order.offered_deadline ? `; the client is asked for a deadline of ${order.offered_deadline}` : ''
  return `order ${order.number}: ${state}; ${dollars(order.price)}${paid}${refunded}${offer}`
}

type NerdOfOrder = NonNullable<OperationsOrderWithHistory['nerd']>

/** The Nerd's fee for an order. */
export const feeText = ({ fee }: Pick<NerdOfOrder, 'fee'>): string => (fee === null ? 'no fee' : `fee ${dollars(fee)}`)

/** An order after a step: its state and Nerd, its waits, and the commands of `tool` that end them. */
export const steppedOrderLines = (order: OperationsOrderWithHistory, tool: string): string[] => [
  orderLine(order),
  ...(order.nerd === null ? [] : [`  Nerd ${order.nerd.name}, ${feeText(order.nerd)}`]),
  ...order.waits.flatMap((wait) => waitLines(wait, { subject: order, tool })),
]

/** An entry of an order's history. */
export const historyLine = ({ at, author, event, data }: OperationsOrderWithHistory['events'][number]): string =>
  `${at} ${author}: ${event}${Object.keys(data).length === 0 ? '' : ` ${JSON.stringify(data)}`}`

/** An order of a list in two lines; its name, in the client's words, comes last (SAFE-11). */
export const listedOrderLines = (order: OperationsOrder): string[] => [
  orderLine(order),
  `  ${[order.type, order.size].filter(Boolean).join(', ')}; deadline ${order.deadline ?? 'not chosen'}; client ${order.client_id}${order.name === null ? '' : `; ${order.name}`}`,
]

/** How many orders a search found. */
export const totalText = ({ total, over_total: isOver }: Pick<OperationsOrderPage, 'total' | 'over_total'>): string =>
  `${isOver ? 'over ' : ''}${count(total)} in all`

/** A number with separators. */
export const count = (total: number): string => total.toLocaleString('en-US')

/** A part of a page below its title. */
export const section = (title: string, lines: readonly string[]): string[] => [
  '',
  title,
  ...(lines.length === 0 ? ['  none'] : lines),
]

const placeOf = ({ deleted, location }: Pick<ReceivedFile, 'deleted' | 'location'>): string =>
  deleted ? ', deleted' : `: ${location ?? 'waits for the virus scanner'}`

/** A file of an order, with its link; `order NUMBER remove-file` takes the id at its end. */
export const fileLine = (file: OrderFile): string =>
  `${file.created_at} ${file.type} ${file.name}, ${file.size} bytes${placeOf(file)} · ${file._id}`

/** A file that a client or staff sent, with its link. */
export const sentFileLine = (file: Pick<ReceivedFile, 'name' | 'size' | 'location' | 'deleted'>): string =>
  `  ${file.name}, ${file.size} bytes${placeOf(file)}`

/** An outgoing message; `message ID resend` takes the id at its end. */
export const messageLine = ({ created_at: at, status, template, to, error_code: error, id }: Message): string =>
  `${at} ${status} ${template} to ${to}${error ? ` (${error})` : ''} · ${id}`

/** A change of a balance. */
export const balanceLine = ({
  at,
  amount,
  cause,
  order_number: number,
  reason,
}: BalanceSlice['results'][number]): string =>
  [at, `${dollars(amount)} ${cause.replaceAll('_', ' ')}`, number === null ? null : `order ${number}`, reason]
    .filter((part) => part !== null)
    .join(' · ')

const subjectText = ({ subject, subject_name: name }: LoggedAction): string => {
  if (name === null) return subject
  return subject.startsWith('order ') ? `order ${name}` : `${subject} (${name})`
}

/** A logged action, for `log --order` and `log --client`. */
export const actionLine = (row: LoggedAction): string => {
  const facts = Object.entries(row.request).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [`${row.at} ${row.person}: ${row.action}`, subjectText(row), ...facts].join(', ')
}

type ConversationHead = Pick<OperationsConversation, 'id' | 'client' | 'title' | 'waits_since' | 'due' | 'taken_by'>

/** A conversation in one line; the name of its order, in the client's words, comes last (SAFE-11). */
export const conversationLine = ({ id, client, title, waits_since: since, due, taken_by: holder }: ConversationHead) =>
  [
    `conversation ${id} with ${client}`,
    ...(since === null ? [] : [`waits since ${since}${due === null ? '' : `, due ${due}`}`]),
    ...(holder === null ? [] : [`${holder} has it`]),
    ...(title === null ? [] : [title]),
  ].join(' · ')

/** A conversation of a list, with its last words. */
export const conversationLines = (row: OperationsConversationPage['results'][number]): string[] => [
  conversationLine(row),
  ...typedLines(row.last),
]

/** A message of a conversation, below its author and time. */
export const threadLines = (message: OperationsConversation['messages'][number]): string =>
  [
    `${message.at} ${message.operator ?? message.author}${message.by_text ? ' by text' : ''}${message.name ? ` for ${message.name}` : ''}${message.read_at ? `, read ${message.read_at}` : ''}`,
    ...typedLines(message.text),
    ...message.files.map(sentFileLine),
    ...(message.for_nerd === null || message.for_nerd === message.text
      ? []
      : ['  for the Nerd:', ...typedLines(message.for_nerd)]),
  ].join('\n')

/** A message of a phone without an account, or our answer to it. */
const phoneLines = ({ at, by, operator, email, text }: OperationsContact['messages'][number]): string =>
  [
    `${at} ${operator ?? (by === 'text' ? 'by text' : 'through the contact page')}${email ? `, typed ${email}` : ''}`,
    ...typedLines(text, '  a number alone'),
  ].join('\n')

/** The thread of a phone without an account, oldest message first. */
export const contactLines = (contact: OperationsContact): string[] => [
  ...contact.messages.toReversed().map(phoneLines),
  `contact ${contact.phone}${contact.waits_since === null ? '' : `, waits since ${contact.waits_since}`}`,
]

/** Possible next commands, a line each; `tool` is their name. */
export const commandLines = (commands: readonly StaffCommand[], subject: WaitSubject, tool: string): string[] =>
  commands.map((command) => `  ${shellCommand(command, subject, tool)}`)

/** The commands that end the wait for an answer, while there is one. */
export const answerCommandLines = (since: string | null, subject: WaitSubject, tool: string): string[] =>
  since === null ? [] : commandLines(answerCommands, subject, tool)

/** A wait with its due time, and the commands of `tool` that end it; `owner` names it in a list. */
export const waitLines = (
  wait: OpenWait,
  { subject, tool, owner }: { subject: WaitSubject; tool: string; owner?: string },
): string[] => {
  const due = wait.due === null ? 'no time promised' : `${wait.late ? 'LATE, was due' : 'due'} ${wait.due}`
  const holder = wait.taken_by === null ? '' : ` · ${wait.taken_by} has it`
  return [
    `${due} · ${owner === undefined ? '' : `${owner}: `}${wait.waits_for} (${wait.turn}) since ${wait.since}${holder}`,
    ...commandLines(wait.next, subject, tool),
  ]
}
