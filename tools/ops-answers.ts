/** Prints the answer of each command. */
import type { Books } from '../packages/contract/src/books.ts'
import type { ImportOutcome } from '../packages/contract/src/client-import.ts'
import type {
  OperationsContact,
  OperationsConversation,
  OperationsConversationPage,
} from '../packages/contract/src/conversations.ts'
import type { OrderFile, OrderFiles, ReceivedFile } from '../packages/contract/src/files.ts'
import type { BalanceSlice, FoundClientPage } from '../packages/contract/src/finding.ts'
import type { NerdPage, OwedToNerds, RegisteredNerd } from '../packages/contract/src/nerds.ts'
import type {
  Discount,
  DiscountUsePage,
  FilesReceivedPage,
  LoggedActions,
  Message,
  MessagePage,
  OperationsOrderPage,
  OperationsOrderWithHistory,
  WaitingBonuses,
} from '../packages/contract/src/operations.ts'
import type { QueueEntry, QueuePage } from '../packages/contract/src/queue.ts'
import type { OperatorAnswer, StaffList, StaffMember } from '../packages/contract/src/staff.ts'
import { bookFigureNames, bookFigures, differenceText } from '../packages/domain/src/books/book-figures.ts'
import { unprovedSenderText } from '../packages/domain/src/messages/unproved-sender.ts'
import { fewestMarksForRating } from '../packages/domain/src/nerds/nerd-rating.ts'
import { centsFromDollars } from '../packages/domain/src/pricing/money.ts'
import {
  contactLines,
  dollars,
  fileLine,
  orderLine,
  sentFileLine,
  threadLines,
  typedLines,
  waitLines,
} from './ops-lines.ts'

/** The answers that are printed in words; all others are printed as JSON. */
interface Answers {
  balance: BalanceSlice
  bonuses: WaitingBonuses
  books: Books
  clients: FoundClientPage
  contact: OperationsContact
  conversation: OperationsConversation
  conversations: OperationsConversationPage
  discounts: { results: Discount[]; next: string | null }
  discountUses: DiscountUsePage
  file: OrderFile
  files: OrderFiles
  filesReceived: FilesReceivedPage
  import: ImportOutcome
  log: LoggedActions
  message: Message
  messages: MessagePage
  nerd: RegisteredNerd
  nerds: NerdPage
  order: OperationsOrderWithHistory
  orders: OperationsOrderPage
  owed: OwedToNerds
  person: StaffMember | OperatorAnswer
  queue: QueuePage
  sentFile: ReceivedFile
  staff: StaffList
}
export type AnswerKind = keyof Answers

const count = (total: number): string => total.toLocaleString('en-US')

/** The lines of a list, and the option for the next part. */
const listText = (lines: readonly string[], next: string | null = null): string =>
  [...lines, ...(next === null ? [] : [`more: --cursor ${next}`])].join('\n') || 'none'

/** The lines of a page, and its place in the list. */
const pageText = (lines: readonly string[], { page, pages, total }: { page: number; pages: number; total: number }) =>
  [...lines, `page ${page} of ${pages}, counted from 0; ${total} in all`].join('\n')

const messageLine = ({ created_at: at, status, template, to, error_code: error, id }: Message): string =>
  `${at} ${status} ${template} to ${to}${error ? ` (${error})` : ''} · ${id}`

/** The files that a client's upload page sent at one time. */
const sentLines = ({ at, order_id: orderId, files, description }: FilesReceivedPage['results'][number]): string =>
  [
    `${at} ${orderId === null ? 'no order in work' : `order ${orderId}`}`,
    ...files.map(sentFileLine),
    ...typedLines(description),
  ].join('\n')

const balanceLine = ({ at, amount, cause, order_number: number, reason }: BalanceSlice['results'][number]): string =>
  [at, `${dollars(amount)} ${cause.replaceAll('_', ' ')}`, number, reason].filter((part) => part !== null).join(' · ')

/** Task, deadline, money and extras of an order that waits. */
function taskLine(row: QueueEntry, prefix: string): string {
  const nerds = [row.nerd && `Nerd ${row.nerd}`, row.preferred_nerd && `wants ${row.preferred_nerd}`]
  const extras = [...row.services, ...nerds].filter(Boolean).join(', ')
  const paid = `$${(row.amount ?? 0).toFixed(2)} paid${extras && `; ${extras}`}`
  const task = [row.work, row.title].filter((part) => part !== null).join(': ')
  return `  ${prefix}${task}; deadline ${row.deadline ?? 'none'}; ${paid}; client ${row.client_id}`
}

function queueLines(row: QueueEntry, tool: string): string {
  const { number, client_id: client, name, phone, words } = row
  const sender = name ?? phone
  const whose = sender ?? (number !== null ? `order ${number}` : client === null ? 'no client' : `client ${client}`)
  const [wait = '', ...commands] = waitLines(row, { subject: { ...row, client }, tool, whose })
  const withoutOrder = row.proved === false ? unprovedSenderText : `no order; client ${client ?? 'none'}`
  return [
    wait,
    number === null ? `  ${withoutOrder}` : taskLine(row, sender ? `order ${number}: ` : ''),
    ...commands,
    ...(sender || words ? typedLines(words ?? '', '  a number alone') : []),
  ].join('\n')
}

/** Open and late waits by kind. */
const countsLine = (counts: QueuePage['counts']): string =>
  counts
    .filter(({ open }) => open > 0)
    .map(({ kind, open, late }) => `${kind} ${open}${late > 0 ? ` (${late} late)` : ''}`)
    .join(' · ')

const discountLine = ({ code, gift, used, left, over, expires_at: expiresAt }: Discount): string => {
  const end = expiresAt === undefined ? 'no end' : `${over ? 'ended' : 'ends'} ${expiresAt}`
  return `${code}: ${JSON.stringify(gift)}; ${used} used${left === null ? '' : `, ${left} left`}; ${end}`
}

const useLine = ({ number, discount, client_id: client }: DiscountUsePage['results'][number]): string =>
  `order ${number}: $${discount.toFixed(2)} off; client ${client}`

const actionLine = ({ at, person, action, subject, request }: LoggedActions['results'][number]): string =>
  `${at} ${person}: ${action}, ${subject} ${JSON.stringify(request)}`

const nerdLine = (nerd: RegisteredNerd): string =>
  [
    `${nerd.name}${nerd.active ? '' : ' (inactive)'} · ${nerd.rating} of 5 (${nerd.marks < fewestMarksForRating ? 'entered' : `${nerd.marks} marks`})`,
    `${nerd.open} open, ${nerd.late} late${nerd.next_due === null ? '' : `, next due ${nerd.next_due}`}`,
    `${nerd.delivered_30_days} delivered in 30 days`,
    nerd.subjects.join(', '),
    nerd.email ?? 'no e-mail',
    nerd.id,
  ]
    .filter(Boolean)
    .join(' · ')

/** A person of the staff, or the machine. */
const personLine = (person: StaffMember | OperatorAnswer): string =>
  [
    person.name,
    person.role !== person.name && person.role,
    person.email,
    'joined_at' in person && person.joined_at === null && 'has not signed in',
    'expires_at' in person && person.expires_at && `signed in until ${person.expires_at}`,
  ]
    .filter(Boolean)
    .join(' · ')

const conversationLine = ({
  id,
  client,
  waits_since: since,
}: Pick<OperationsConversation, 'id' | 'client' | 'waits_since'>) =>
  `conversation ${id} with ${client}${since === null ? '' : `, waits since ${since}`}`

/** A client that a search found, with the newest order. */
const foundLines = (
  { id, nickname, phone, email, blocked, orders, last_order: last }: FoundClientPage['results'][number],
  tool: string,
) =>
  [
    `${[nickname ?? 'no nickname', phone ?? 'no phone', email ?? 'no e-mail'].join(' · ')}${blocked ? ' · BLOCKED' : ''}`,
    `  ${orders} orders${last === null ? '' : `, the last: ${last.number} ${last.status ?? 'draft'}, ${last.task}`}`,
    `  ${tool} client ${id}`,
  ].join('\n')

/** A figure of a day that is another at the card provider. */
const differenceLine = ({ figure, ours, theirs, settled }: Books['days'][number]['differences'][number]): string => {
  const text = differenceText({ figure, oursCents: centsFromDollars(ours), theirsCents: centsFromDollars(theirs) })
  return `  differs: ${text}${settled === null ? '' : `; settled by ${settled.person}: ${settled.reason}`}`
}

/** The figures that moved. */
const amountsLine = (name: string, amounts: Books['sum']): string => {
  const moved = bookFigures.filter((figure) => amounts[figure] !== 0)
  const figures = moved.map((figure) => `${bookFigureNames[figure]} ${dollars(amounts[figure])}`)
  return [`${name} · card net ${dollars(amounts.card_net)}`, ...figures].join(' · ')
}

/** The refused lines of a part of an import, and its counts. */
function importLines(results: ImportOutcome['results']): string {
  const counts = (['created', 'known', 'refused'] as const).map(
    (outcome) => `${results.filter((row) => row.outcome === outcome).length} ${outcome}`,
  )
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  return [
    ...refused.map(({ line, field, reason }) => `line ${line}, ${field}: ${reason}`),
    `lines ${results[0]?.line} to ${results.at(-1)?.line}: ${counts.join(', ')}`,
  ].join('\n')
}

/** Tips and fees by Nerd and month, and the payouts. */
const owedLines = ({ months, payouts }: OwedToNerds): string =>
  [
    ...months.map(
      (row) =>
        `${row.month} ${row.nerd}: ${dollars(row.owed)} owed; ${dollars(row.fees)} of fees, ${dollars(row.tips)} of tips, ${dollars(row.paid_out)} paid out · ${row.nerd_id}`,
    ),
    ...payouts.map(
      (row) => `${row.at} ${row.person} paid ${row.nerd} ${dollars(row.amount)} for ${row.month}: ${row.reference}`,
    ),
  ].join('\n') || 'nothing owed'

const texts: { [Kind in AnswerKind]: (answer: Answers[Kind], tool: string) => string } = {
  balance: ({ results, next }) => listText(results.map(balanceLine), next),
  bonuses: ({ results }) =>
    listText(
      results.map(({ client_id: client, count: bonuses, since }) => `client ${client}: ${bonuses} since ${since}`),
    ),
  books: ({ days, sum }) =>
    [
      ...days.flatMap((day) => [amountsLine(day.date, day), ...day.differences.map(differenceLine)]),
      amountsLine('Sum', sum),
    ].join('\n'),
  clients: ({ results, next }, tool) =>
    listText(
      results.map((client) => foundLines(client, tool)),
      next,
    ),
  contact: contactLines,
  // The oldest message comes first, below the command for older ones.
  conversation: (thread, tool) =>
    [
      ...(thread.next === null ? [] : [`older: ${tool} conversation ${thread.id} --before ${thread.next}`]),
      ...thread.messages.toReversed().map(threadLines),
      conversationLine(thread),
    ].join('\n'),
  conversations: ({ results, next }) =>
    listText(
      results.flatMap((row) => [conversationLine(row), ...typedLines(row.last)]),
      next,
    ),
  discounts: ({ results, next }) => listText(results.map(discountLine), next),
  discountUses: ({ results, next }) => listText(results.map(useLine), next),
  file: fileLine,
  files: (files) => (files.length === 0 ? 'no files' : files.map(fileLine).join('\n')),
  filesReceived: (page) => pageText(page.results.map(sentLines), page),
  import: ({ results }) => importLines(results),
  log: ({ results, next }) => listText(results.map(actionLine), next),
  message: messageLine,
  messages: (page) => pageText(page.results.map(messageLine), page),
  nerd: nerdLine,
  nerds: ({ results, next }) => listText(results.map(nerdLine), next),
  order: (order, tool) =>
    [orderLine(order), ...order.waits.flatMap((wait) => waitLines(wait, { subject: order, tool }))].join('\n'),
  orders: ({ results, total, over_total: isOver, next }) =>
    listText([...results.map(orderLine), `${isOver ? 'over ' : ''}${count(total)} in all`], next),
  owed: owedLines,
  person: personLine,
  queue: ({ results, counts, total, next }, tool) =>
    listText([...results.map((row) => queueLines(row, tool)), countsLine(counts), `${count(total)} in all`], next),
  sentFile: sentFileLine,
  staff: ({ results }) => listText(results.map(personLine)),
}

/** An answer of this kind as text; its commands call `tool`. */
export const answerText = (kind: AnswerKind, answer: unknown, tool: string): string =>
  (texts[kind] as (answer: unknown, tool: string) => string)(answer, tool)
