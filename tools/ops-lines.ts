/** The lines that several answers of operations share in a shell; what was typed is a quotation (SAFE-11). */
import type { OperationsConversation, OperationsContact } from '../packages/contract/src/conversations.ts'
import type { OrderFile, ReceivedFile } from '../packages/contract/src/files.ts'
import type { OperationsOrder } from '../packages/contract/src/operations.ts'
import type { OpenWait } from '../packages/contract/src/queue.ts'
import { quotedText } from '../packages/domain/src/messages/typed-text.ts'
import { formatMoney } from '../packages/domain/src/pricing/money.ts'
import { shellCommand, type WaitSubject } from '../packages/domain/src/staff/staff-commands.ts'

/** An amount in dollars. */
export const dollars = (amount: number): string => formatMoney(Math.round(amount * 100))

/** The typed words of an outsider: quoted, below all words of ours (SAFE-11). */
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
  const paid = order.client_paid > 0 ? `, $${order.client_paid.toFixed(2)} paid` : ''
  return `order ${order.number}: ${state}; $${order.price.toFixed(2)}${paid}`
}

/** A file of an order. */
export const fileLine = (file: OrderFile): string =>
  `${file.created_at} ${file.type} ${file.name}, ${file.size} bytes${file.deleted ? ', deleted' : ''}`

/** A file that a client or staff sent. */
export const sentFileLine = (file: Pick<ReceivedFile, 'name' | 'size' | 'location'>): string =>
  `  ${file.name}, ${file.size} bytes: ${file.location ?? 'waits for the virus scanner'}`

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
    `${at} ${operator ?? (by === 'text' ? 'by text' : 'by the contact page')}${email ? `, typed ${email}` : ''}`,
    ...typedLines(text, '  a number alone'),
  ].join('\n')

/** The thread of a phone without an account, oldest message first. */
export const contactLines = (contact: OperationsContact): string =>
  [
    ...contact.messages.toReversed().map(phoneLines),
    `contact ${contact.phone}${contact.waits_since === null ? '' : `, waits since ${contact.waits_since}`}`,
  ].join('\n')

/** A wait until when, and the commands that end it, called by `tool`; `whose` names it in a list. */
export const waitLines = (
  wait: OpenWait,
  { subject, tool, whose }: { subject: WaitSubject; tool: string; whose?: string },
): string[] => {
  const due = wait.due === null ? 'no time promised' : `${wait.late ? 'LATE, was due' : 'due'} ${wait.due}`
  const holder = wait.taken_by === null ? '' : ` · ${wait.taken_by} has it`
  return [
    `${due} · ${whose === undefined ? '' : `${whose}: `}${wait.waits_for} (${wait.turn}) since ${wait.since}${holder}`,
    ...wait.next.map((command) => `  ${shellCommand(command, subject, tool)}`),
  ]
}
