/** Prints the answer of each command. */
import type { Books } from '../packages/contract/src/books.ts'
import type { ImportOutcome } from '../packages/contract/src/client-import.ts'
import type {
  AnswerPreview,
  OperationsContact,
  OperationsConversation,
  OperationsConversationPage,
} from '../packages/contract/src/conversations.ts'
import type { OrderFile, OrderFiles, ReceivedFile, UploadPageAddress } from '../packages/contract/src/files.ts'
import type { BalanceSlice, FoundClientPage, OperationsClientWithLists } from '../packages/contract/src/finding.ts'
import type { OkAnswer } from '../packages/contract/src/messages.ts'
import type { NerdPage, OwedToNerds, RegisteredNerd } from '../packages/contract/src/nerds.ts'
import type {
  Discount,
  DiscountUsePage,
  FilesReceivedPage,
  LoggedActions,
  Message,
  MessagePage,
  OperationsClient,
  OperationsOrderPage,
  OperationsOrderWithHistory,
  OperationsPrices,
  WaitingBonuses,
} from '../packages/contract/src/operations.ts'
import type { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from '../packages/contract/src/pricing.ts'
import type { QueueEntry, QueuePage } from '../packages/contract/src/queue.ts'
import type { SavedReplies } from '../packages/contract/src/saved-replies.ts'
import type { SubscriptionList } from '../packages/contract/src/subscriptions.ts'
import type { OperatorAnswer, StaffLinkAnswer, StaffList, StaffMember } from '../packages/contract/src/staff.ts'
import { bookFigureNames, bookFigures, differenceText } from '../packages/domain/src/books/book-figures.ts'
import { newestOfClient } from '../packages/domain/src/conversations/message-rules.ts'
import { unprovedSenderText } from '../packages/domain/src/messages/unproved-sender.ts'
import { fewestMarksForRating } from '../packages/domain/src/nerds/nerd-rating.ts'
import { centsFromDollars } from '../packages/domain/src/pricing/money.ts'
import { bonusCommands } from '../packages/domain/src/staff/staff-commands.ts'
import { clientLines, clientPage, planLine } from './client-page.ts'
import {
  actionLine,
  answerCommandLines,
  balanceLine,
  commandLines,
  contactLines,
  conversationLine,
  conversationLines,
  count,
  dollars,
  fileLine,
  historyLine,
  listedOrderLines,
  messageLine,
  sentFileLine,
  steppedOrderLines,
  threadLines,
  totalText,
  typedLines,
  waitLines,
} from './ops-lines.ts'
import { discountLine, discountLines, lateCreditLines, priceLines, rateLines, serviceLines } from './price-lines.ts'

/** The answers by kind, each with its text; `--json` prints the answer itself. */
interface Answers {
  balance: BalanceSlice
  bonuses: WaitingBonuses
  books: Books
  booksCompared: Books
  client: OperationsClient
  clientPage: OperationsClientWithLists
  clients: FoundClientPage
  contact: OperationsContact
  conversation: OperationsConversation
  conversations: OperationsConversationPage
  discount: Discount
  discounts: { results: Discount[]; next: string | null }
  discountUses: DiscountUsePage
  file: OrderFile
  files: OrderFiles
  filesReceived: FilesReceivedPage
  import: ImportOutcome
  lateCredit: LateCreditAnswer
  log: LoggedActions
  message: Message
  messages: MessagePage
  nerd: RegisteredNerd
  nerds: NerdPage
  order: OperationsOrderWithHistory
  orders: OperationsOrderPage
  owed: OwedToNerds
  person: StaffMember | OperatorAnswer
  plans: SubscriptionList
  preview: AnswerPreview
  prices: OperationsPrices
  queue: QueuePage
  refund: OperationsOrderWithHistory
  rates: PricingAnswer
  replies: SavedReplies
  sentFile: ReceivedFile
  services: ServicePricesAnswer
  signInLink: StaffLinkAnswer
  signOut: OkAnswer
  staff: StaffList
  uploadPage: UploadPageAddress
}
export type AnswerKind = keyof Answers

/** The lines of a list, and the option for the next part. */
const listText = (lines: readonly string[], next: string | null = null): string =>
  [...lines, ...(next === null ? [] : [`more: --cursor ${next}`])].join('\n') || 'none'

/** The lines of a page, and its number of pages. */
const pageText = (lines: readonly string[], { page, pages, total }: { page: number; pages: number; total: number }) =>
  [...lines, `page ${page} of ${pages}, counted from 0; ${total} in all`].join('\n')

/** The files of one upload by a client's upload page. */
const sentLines = ({ at, order_id: orderId, files, description }: FilesReceivedPage['results'][number]): string =>
  [
    `${at} ${orderId === null ? 'no order in work' : `order ${orderId}`}`,
    ...files.map(sentFileLine),
    ...typedLines(description),
  ].join('\n')

/** Task, deadline, money and extras of a waiting order. */
function taskLine(row: QueueEntry, prefix: string): string {
  const nerds = [row.nerd && `Nerd ${row.nerd}`, row.preferred_nerd && `wants ${row.preferred_nerd}`]
  const extras = [...row.services, ...nerds].filter(Boolean).join(', ')
  const paid = `$${(row.amount ?? 0).toFixed(2)} paid${extras && `; ${extras}`}`
  const client = [prefix ? '' : row.name, row.client_id].filter(Boolean).join(', ')
  const task = [row.work, row.title].filter((part) => part !== null).join(': ')
  return `  ${prefix}${task}; deadline ${row.deadline ?? 'none'}; ${paid}; client ${client}`
}

function queueLines(row: QueueEntry, tool: string): string {
  const { number, client_id: client, name, phone, words } = row
  // A wait of an order has neither words nor phone; the line shows its client with the task.
  const sender = (words ?? phone) === null ? null : (name ?? phone)
  const owner = sender ?? (number !== null ? `order ${number}` : client === null ? 'no client' : `client ${client}`)
  const [wait = '', ...commands] = waitLines(row, {
    subject: { ...row, client, last: row.last ?? undefined },
    tool,
    owner,
  })
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

const useLine = ({ number, discount, client_id: client }: DiscountUsePage['results'][number]): string =>
  `order ${number}: $${discount.toFixed(2)} off; client ${client}`

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

/** A saved reply. */
const replyLines = ({ id, name, text, changed_by: person, changed_at: at }: SavedReplies['results'][number]): string =>
  [`${name} · changed by ${person} ${at} · ${id}`, ...typedLines(text)].join('\n')

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

/** A client in search results, with the newest order. */
const foundLines = (
  { id, nickname, phone, email, blocked, orders, last_order: last }: FoundClientPage['results'][number],
  tool: string,
) =>
  [
    `${[nickname ?? 'no nickname', phone ?? 'no phone', email ?? 'no e-mail'].join(' · ')}${blocked ? ' · BLOCKED' : ''}`,
    `  ${orders} ${orders === 1 ? 'order' : 'orders'}${last === null ? '' : `, the last: ${last.number} ${last.status ?? 'draft'}, ${last.task}`}`,
    `  ${tool} client ${id}`,
  ].join('\n')

/** A figure of a day that differs from the card provider's. */
const differenceLine = ({ figure, ours, theirs, settled }: Books['days'][number]['differences'][number]): string => {
  const text = differenceText({ figure, oursCents: centsFromDollars(ours), theirsCents: centsFromDollars(theirs) })
  return `  differs: ${text}${settled === null ? '' : `; settled by ${settled.person}: ${settled.reason}`}`
}

/** The non-zero figures. */
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

const isOpen = ({ differences }: Books['days'][number]): boolean => differences.some(({ settled }) => settled === null)

/** Each day with its figures, its differences from the card provider and the command that settles them, and the sum. */
const bookLines = ({ days, sum }: Books, tool: string): string[] => [
  ...days.flatMap((day) => [
    amountsLine(day.date, day),
    ...day.differences.map(differenceLine),
    ...(isOpen(day) ? [`  ${tool} books ${day.date} settle --reason REASON`] : []),
  ]),
  amountsLine('Sum', sum),
]

const texts: { [Kind in AnswerKind]: (answer: Answers[Kind], tool: string) => string } = {
  balance: ({ results, next }) => listText(results.map(balanceLine), next),
  bonuses: ({ results }, tool) =>
    listText(
      results.flatMap(({ client_id: client, count: bonuses, since }) => [
        `client ${client}: ${bonuses} since ${since}`,
        ...commandLines(bonusCommands, { client }, tool),
      ]),
    ),
  books: (books, tool) => bookLines(books, tool).join('\n'),
  booksCompared: (books, tool) =>
    [...bookLines(books, tool), ...(books.days.some(isOpen) ? [] : ['No open difference from the card provider'])].join(
      '\n',
    ),
  client: (client) => clientLines(client).join('\n'),
  clientPage,
  clients: ({ results, next }, tool) =>
    listText(
      results.map((client) => foundLines(client, tool)),
      next,
    ),
  contact: (contact, tool) =>
    [...contactLines(contact), ...answerCommandLines(contact.waits_since, { id: contact.id }, tool)].join('\n'),
  // Oldest message first, below the command for older ones.
  conversation: (thread, tool) =>
    [
      ...(thread.next === null ? [] : [`older: ${tool} conversation ${thread.id} --before ${thread.next}`]),
      ...thread.messages.toReversed().map(threadLines),
      conversationLine(thread),
      ...answerCommandLines(
        thread.waits_since,
        { conversation: thread.id, last: newestOfClient(thread.messages)?._id },
        tool,
      ),
    ].join('\n'),
  conversations: ({ results, next }) => listText(results.flatMap(conversationLines), next),
  discount: (discount) => discountLines(discount).join('\n'),
  discounts: ({ results, next }) => listText(results.map(discountLine), next),
  discountUses: ({ results, next }) => listText(results.map(useLine), next),
  file: fileLine,
  files: (files) => (files.length === 0 ? 'no files' : files.map(fileLine).join('\n')),
  filesReceived: (page) => pageText(page.results.map(sentLines), page),
  import: ({ results }) => importLines(results),
  lateCredit: (answer) => lateCreditLines(answer).join('\n'),
  log: ({ results, next }) => listText(results.map(actionLine), next),
  message: messageLine,
  messages: (page) => pageText(page.results.map(messageLine), page),
  nerd: nerdLine,
  nerds: ({ results, next }) => listText(results.map(nerdLine), next),
  order: (order, tool) => steppedOrderLines(order, tool).join('\n'),
  orders: (page) => listText([...page.results.flatMap(listedOrderLines), totalText(page)], page.next),
  owed: owedLines,
  person: personLine,
  plans: ({ results }) => listText(results.map(planLine)),
  preview: ({ for_client: copy }) =>
    copy === null ? 'The client reads it as it is.' : ['The client reads:', ...typedLines(copy)].join('\n'),
  prices: (prices) => priceLines(prices).join('\n'),
  queue: ({ results, counts, total, next }, tool) =>
    listText([...results.map((row) => queueLines(row, tool)), countsLine(counts), `${count(total)} in all`], next),
  rates: (rates) => rateLines(rates).join('\n'),
  // The card's part arrives later, so the order does not show it yet.
  refund: (order, tool) => [...order.events.slice(-1).map(historyLine), ...steppedOrderLines(order, tool)].join('\n'),
  replies: ({ results }) => listText(results.map(replyLines)),
  sentFile: sentFileLine,
  services: (services) => serviceLines(services).join('\n'),
  signInLink: ({ expires_at: end }) =>
    `A key is in the mail if this is an address of the staff; it works once, until ${end}.`,
  signOut: () => 'signed out',
  staff: ({ results }) => listText(results.map(personLine)),
  uploadPage: ({ url }) => url,
}

/** The text of an answer; `tool` is the name in its commands. */
export const answerText = (kind: AnswerKind, answer: unknown, tool: string): string =>
  (texts[kind] as (answer: unknown, tool: string) => string)(answer, tool)
