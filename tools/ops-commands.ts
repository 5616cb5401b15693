import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { opsPaths } from '../packages/contract/src/ops-paths.ts'
import { addressForms } from '../packages/contract/src/address-forms.ts'
import {
  BalanceCredit,
  BalanceDebit,
  BonusRefusal,
  ContactCorrection,
  EventPosting,
  FileRemoval,
  LogQuery,
  MessagesQuery,
  OperationsClientChange,
  OperationsClientCreation,
  OperationsOrderChange,
  OrderAgreement,
  OperationsOrderCreation,
  OperationsOrdersQuery,
  PlanEnd,
  RefundPosting,
} from '../packages/contract/src/operations.ts'
import {
  AnswerPosting,
  ConversationQuery,
  MessagePreviewPosting,
  NoAnswerQuery,
  NotePosting,
  OperationsConversationsQuery,
  ReadPosting,
  TextAnswerPosting,
} from '../packages/contract/src/conversations.ts'
import { BooksQuery, DaySettlement } from '../packages/contract/src/books.ts'
import { importColumns, maxCellLength, mostImportLines } from '../packages/contract/src/client-import.ts'
import { ClientsQuery } from '../packages/contract/src/finding.ts'
import {
  NerdChange,
  NerdCreation,
  NerdMerge,
  NerdPayout,
  NerdsQuery,
  OwedQuery,
} from '../packages/contract/src/nerds.ts'
import { CursorQuery, PageQuery } from '../packages/contract/src/page-of.ts'
import { SavedReplyChange, SavedReplyCreation } from '../packages/contract/src/saved-replies.ts'
import { StaffChange, StaffInvitation, StaffLinkRequest, StaffLinkUse } from '../packages/contract/src/staff.ts'
import { OrderTake, QueueQuery } from '../packages/contract/src/queue.ts'
import { orderFileTypes } from '../packages/domain/src/files/order-files.ts'
import {
  eventsBy,
  isDelivery,
  type OrderEventName,
  takesLaterDeadline,
  transitions,
} from '../packages/domain/src/orders/order-progress.ts'
import { defaultCompanyZone } from '../packages/domain/src/orders/business-time.ts'
import { csvRows } from './csv.ts'
import type { AnswerKind } from './ops-answers.ts'

/** Words that are no command: the message says why. */
export class WrongUsage extends Error {}

/** One call of the operations API (OPS-05); a `file` is sent as a form instead of a body. */
export interface OperationsCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string
  body?: Record<string, unknown>
  file?: { path: string; type: string }
  /** The answer is text, such as a CSV, and printed as it is. */
  isText?: true
  /** One of several calls whose answers have rows in `results`. */
  isPart?: true
  /** The kind of the answer, which decides its text. */
  answer: AnswerKind
  /** The words of the command after this one (OPS-17). */
  next?: string
  /** The field of the answer that replaces `ID` in them. */
  nextOf?: 'number' | 'id'
  /** The order whose files and conversation the answer's page includes (OPS-17). */
  pageOf?: string
  /** The call starts or ends a person's session (OPS-15). */
  session?: 'starts' | 'ends'
  /** The body takes the file id from the previous call's answer. */
  attachesFile?: boolean
  /** The delivery that this file is for; an order whose state does not allow it gets no file. */
  delivery?: { order: string; event: OrderEventName }
}

/** The parts of a contract schema that define an option's notation. */
interface FieldSchema {
  type?: string | string[]
  const?: unknown
  enum?: readonly string[]
  format?: string
  pattern?: string
  anyOf?: readonly FieldSchema[]
  items?: FieldSchema
}
interface Fields {
  properties: Readonly<Record<string, object>>
  required?: readonly string[] | undefined
}

/** A command for one call: its words, options and arguments. */
interface Command {
  noun: string
  /** The second word's meaning, for the help; undefined if the command has none. */
  name?: string
  /** The third word, or the second if the command has no name. */
  verb?: string
  method: 'GET' | 'POST' | 'PATCH'
  path: (name: string) => string
  /** The field of the body or query typed without an option: after the name, or after the noun. */
  words?: string
  /** The body or query of the call: each field is an option. */
  fields?: Fields
  /** The fields of a write are in its query. */
  hasQuery?: true
  /** Further fields of the body. */
  fixed?: Record<string, unknown>
  /** Whether it takes `--file`: optional, required, or sent as an id with the call. */
  file?: 'optional' | 'needed' | 'attached'
  /** The event that delivers the file to the client. */
  delivers?: OrderEventName
  /** With `--put`, the same path is put from a JSON file. */
  put?: true
  session?: 'starts' | 'ends'
  isText?: true
  /** The name is a CSV of clients, sent in parts. */
  takesLines?: true
  answer: AnswerKind
  /** The command after this one; `ID` is the typed name, or this field of the answer. */
  next?: string
  nextOf?: 'number' | 'id'
  /** The answer is a page with files and conversation. */
  isPage?: true
  about?: string
}

/** Options of these events only. */
const fieldsOfEvents: Readonly<Record<string, readonly (keyof typeof EventPosting.properties)[]>> = {
  nerd_found: ['nerd', 'fee'],
}
const read = { method: 'GET' } as const
const post = { method: 'POST' } as const
const order = { noun: 'order', name: 'number or id' }
const client = { noun: 'client', name: 'id', answer: 'client' } as const
const nerd = { noun: 'nerd', name: 'id', answer: 'nerd' } as const
const contact = { noun: 'contact', name: 'id', answer: 'contact' } as const
const conversation = { noun: 'conversation', name: 'order number or client id', answer: 'conversation' } as const
const discount = { noun: 'discount', name: 'code', answer: 'discount' } as const
const person = { noun: 'staff', name: 'name or id', answer: 'person' } as const
const ofClient = { ...client, ...post, next: 'client ID' } as const
const reply = { noun: 'reply', name: 'id', answer: 'replies' } as const
const keyCommand = 'sign-in --key KEY'
const putAbout = '--json prints what --put takes'
const ofOrder = { ...order, ...post, answer: 'order' } as const

const eventCommands = eventsBy('operations').map((event): Command => {
  const { takesDeadline, tells, asksWhy } = transitions[event]
  const deadline = takesDeadline ? ['deadline'] : []
  const tell = tells ? ['tell'] : []
  const fields = [
    'note',
    ...deadline,
    ...tell,
    ...(fieldsOfEvents[event] ?? []),
  ] as (keyof typeof EventPosting.properties)[]
  const properties = Object.fromEntries(fields.map((field) => [field, EventPosting.properties[field]]))
  const required = [
    ...(takesLaterDeadline(event) ? deadline : []),
    ...(tells === 'required' ? tell : []),
    ...(asksWhy ? ['note'] : []),
  ]
  return {
    ...ofOrder,
    verb: event,
    path: opsPaths.orderEvents,
    fields: { properties, required },
    fixed: { event },
    ...(isDelivery(event) ? { file: 'optional', delivers: event } : {}),
  }
})

const commands: readonly Command[] = [
  {
    noun: 'queue',
    ...read,
    path: opsPaths.queue,
    answer: 'queue',
    fields: QueueQuery,
    about: 'what waits for whom, soonest due first',
  },
  { noun: 'orders', ...read, path: opsPaths.orders, answer: 'orders', fields: OperationsOrdersQuery },
  { ...order, ...read, path: opsPaths.order, answer: 'order', isPage: true },
  ...eventCommands,
  { ...order, ...post, verb: 'file', path: opsPaths.orderFiles, answer: 'file', file: 'needed', next: 'order ID' },
  { ...order, ...read, verb: 'files', path: opsPaths.orderFiles, answer: 'files' },
  {
    ...order,
    ...post,
    verb: 'remove-file',
    path: opsPaths.orderFileRemovals,
    fields: FileRemoval,
    answer: 'files',
    next: 'order ID',
    about: 'one that we added by mistake: nobody can open it anymore',
  },
  {
    ...ofOrder,
    verb: 'take',
    path: opsPaths.orderTake,
    fields: OrderTake,
    fixed: {},
    about: 'you work on it, or the colleague with --staff',
  },
  { ...ofOrder, verb: 'release', path: opsPaths.orderRelease, about: 'anybody may take it' },
  { ...ofOrder, verb: 'work-sheet', path: opsPaths.orderWorkSheets, about: 'mails it to the Nerd again' },
  { ...ofOrder, method: 'PATCH', verb: 'set', path: opsPaths.order, fields: OperationsOrderChange },
  { ...ofOrder, verb: 'agree', path: opsPaths.orderAgreement, fields: OrderAgreement },
  { ...ofOrder, answer: 'refund', verb: 'refund', path: opsPaths.orderRefunds, fields: RefundPosting },
  {
    noun: 'order',
    ...post,
    answer: 'order',
    verb: 'new',
    path: opsPaths.orders,
    fields: OperationsOrderCreation,
    next: 'order ID',
    nextOf: 'number',
  },
  {
    noun: 'clients',
    ...read,
    words: 'q',
    path: opsPaths.clients,
    answer: 'clients',
    fields: ClientsQuery,
    about: 'by phone or its last digits, e-mail, nickname, order or receipt number',
  },
  { ...client, ...read, path: opsPaths.client, answer: 'clientPage' },
  { ...client, ...read, verb: 'files', path: opsPaths.clientFiles, answer: 'filesReceived', fields: PageQuery },
  {
    ...client,
    ...read,
    verb: 'balance',
    path: opsPaths.clientBalanceChanges,
    answer: 'balance',
    fields: CursorQuery,
    about: 'its changes, newest first',
  },
  {
    ...ofClient,
    verb: 'correct',
    path: opsPaths.clientContact,
    fields: ContactCorrection,
    about: 'a phone counts at once, an e-mail once its owner confirms it',
  },
  { ...ofClient, verb: 'upload-page', path: opsPaths.uploadPage, answer: 'uploadPage', next: 'client ID files' },
  { ...ofClient, verb: 'new-referral-code', path: opsPaths.clientReferralCode },
  { ...ofClient, verb: 'sign-out', path: opsPaths.clientSignOut, about: 'ends all sessions, links and codes' },
  {
    ...ofClient,
    verb: 'block',
    path: opsPaths.clientBlock,
    about: 'the same, and nobody signs in until unblock',
    next: 'client ID unblock',
  },
  { ...ofClient, verb: 'unblock', path: opsPaths.clientUnblock },
  { ...ofClient, verb: 'release-bonuses', path: opsPaths.clientReferralBonuses, answer: 'bonuses' },
  {
    ...ofClient,
    verb: 'refuse-bonuses',
    path: opsPaths.refusedReferralBonuses,
    answer: 'bonuses',
    fields: BonusRefusal,
    about: 'the reason is a note in the conversation, for staff',
  },
  {
    ...ofClient,
    verb: 'end-plan',
    path: opsPaths.clientPlanEnd,
    answer: 'plans',
    fields: PlanEnd,
    about: 'with its month, or now if its payment failed; with --refund now, and the month is given back',
  },
  {
    ...ofClient,
    verb: 'credit',
    path: opsPaths.clientBalanceCredits,
    fields: BalanceCredit,
    next: 'client ID balance',
  },
  {
    ...ofClient,
    verb: 'debit',
    path: opsPaths.clientBalanceDebits,
    fields: BalanceDebit,
    next: 'client ID balance',
    about: 'the client reads the reason',
  },
  {
    noun: 'import',
    name: 'clients.csv',
    ...post,
    path: opsPaths.clientImport,
    answer: 'import',
    fields: { properties: { dry_run: { const: true } } },
    takesLines: true,
    about: `columns ${importColumns.join(', ')}; --dry-run first`,
  },
  { ...ofClient, method: 'PATCH', verb: 'set', path: opsPaths.client, fields: OperationsClientChange },
  {
    noun: 'client',
    ...post,
    answer: 'client',
    verb: 'new',
    path: opsPaths.clients,
    fields: OperationsClientCreation,
    next: 'order new --client ID',
    nextOf: 'id',
  },
  { noun: 'nerds', ...read, answer: 'nerds', path: opsPaths.nerds, fields: NerdsQuery },
  { ...nerd, ...read, path: opsPaths.nerd },
  {
    noun: 'nerd',
    ...post,
    answer: 'nerd',
    verb: 'add',
    path: opsPaths.nerds,
    fields: NerdCreation,
    next: 'order NUMBER nerd_found --nerd ID',
    nextOf: 'id',
  },
  { ...nerd, method: 'PATCH', verb: 'set', path: opsPaths.nerd, fields: NerdChange },
  {
    ...nerd,
    ...post,
    verb: 'merge',
    path: opsPaths.nerdMerge,
    fields: NerdMerge,
    about: 'moves all work to the other entry of the same Nerd',
  },
  {
    ...nerd,
    ...read,
    answer: 'owed',
    verb: 'owed',
    path: opsPaths.nerdOwed,
    about: 'tips and fees by month, with what was paid out',
  },
  {
    ...nerd,
    ...post,
    answer: 'owed',
    verb: 'paid-out',
    path: opsPaths.nerdPayouts,
    fields: { properties: NerdPayout.properties, required: ['month', 'amount', 'reference'] },
    about: 'notes that all that was owed for a month was paid',
  },
  {
    noun: 'owed',
    ...read,
    answer: 'owed',
    path: opsPaths.owedToNerds,
    fields: OwedQuery,
    about: 'what Nerds are owed for a month',
  },
  { noun: 'bonuses', ...read, answer: 'bonuses', path: opsPaths.referralBonuses },
  { noun: 'prices', ...read, answer: 'prices', path: opsPaths.prices, about: 'rates, services and late credit' },
  { noun: 'pricing', ...read, answer: 'rates', path: opsPaths.pricing, put: true, about: putAbout },
  { noun: 'services', ...read, answer: 'services', path: opsPaths.services, put: true, about: putAbout },
  { noun: 'late-credit', ...read, answer: 'lateCredit', path: opsPaths.lateCredit, put: true, about: putAbout },
  { ...discount, ...read, path: opsPaths.discount, put: true, next: 'discount ID uses' },
  {
    ...discount,
    ...read,
    verb: 'uses',
    path: opsPaths.discountUses,
    answer: 'discountUses',
    fields: CursorQuery,
  },
  { ...discount, ...post, verb: 'off', path: opsPaths.discountOff, about: 'ends it at once', next: 'discount ID uses' },
  { noun: 'discounts', ...read, answer: 'discounts', path: opsPaths.discounts, fields: CursorQuery },
  {
    noun: 'books',
    ...read,
    path: opsPaths.books,
    answer: 'books',
    fields: BooksQuery,
    about: 'money by day, today without a date',
  },
  { noun: 'books', ...read, answer: 'books', verb: 'csv', path: opsPaths.booksCsv, fields: BooksQuery, isText: true },
  {
    noun: 'books',
    name: 'day',
    ...post,
    verb: 'compare',
    path: opsPaths.booksCompare,
    answer: 'booksCompared',
    about: 'with the card provider, now',
  },
  {
    noun: 'books',
    name: 'day',
    ...post,
    verb: 'settle',
    path: opsPaths.booksSettle,
    answer: 'books',
    fields: DaySettlement,
    about: 'its differences are in order',
  },
  {
    noun: 'log',
    ...read,
    answer: 'log',
    path: opsPaths.log,
    fields: LogQuery,
    about: 'who did what, newest first',
  },
  { noun: 'messages', ...read, answer: 'messages', path: opsPaths.messages, fields: MessagesQuery },
  { ...contact, ...read, path: opsPaths.contact, about: 'what somebody without an account wrote' },
  {
    ...contact,
    ...post,
    verb: 'answer',
    path: opsPaths.contactAnswers,
    fields: TextAnswerPosting,
    about: 'by text, at most 480 characters',
  },
  {
    ...contact,
    ...post,
    verb: 'no-answer-needed',
    path: opsPaths.contactNoAnswerNeeded,
    about: 'it, and all before it: spam, or answered by phone',
  },
  {
    noun: 'conversations',
    ...read,
    path: opsPaths.conversations,
    answer: 'conversations',
    fields: OperationsConversationsQuery,
    about: 'the latest, with --waits the unanswered ones, with --mine those whose order you took',
  },
  { ...conversation, ...read, path: opsPaths.conversation, fields: ConversationQuery },
  { ...conversation, ...post, verb: 'read', path: opsPaths.conversationRead, fields: ReadPosting },
  {
    ...conversation,
    ...post,
    noun: 'note',
    words: 'text',
    path: opsPaths.conversationNotes,
    fields: NotePosting,
    about: 'only staff read it',
  },
  {
    noun: 'preview',
    name: conversation.name,
    ...post,
    words: 'text',
    answer: 'preview',
    path: opsPaths.conversationPreview,
    next: 'answer ID "TEXT" --as nerd',
    fields: MessagePreviewPosting,
    about: 'what the client would read of an answer for the Nerd',
  },
  { noun: 'replies', ...read, answer: 'replies', path: opsPaths.replies, about: 'saved replies with placeholders' },
  { noun: 'reply', ...post, answer: 'replies', verb: 'add', path: opsPaths.replies, fields: SavedReplyCreation },
  { ...reply, method: 'PATCH', verb: 'set', path: opsPaths.reply, fields: SavedReplyChange },
  { ...reply, ...post, verb: 'remove', path: opsPaths.replyRemove },
  {
    ...conversation,
    ...post,
    verb: 'no-answer-needed',
    path: opsPaths.conversationNoAnswerNeeded,
    fields: NoAnswerQuery,
    hasQuery: true,
    about: 'with --last up to that message: newer ones still wait',
  },
  {
    ...conversation,
    ...post,
    verb: 'take-back',
    path: opsPaths.conversationTakeBack,
    about: 'your last answer, within 10 seconds',
  },
  {
    ...conversation,
    ...post,
    noun: 'answer',
    words: 'text',
    path: opsPaths.conversationAnswers,
    fields: {
      properties: { as: AnswerPosting.properties.as, text: AnswerPosting.properties.text },
      required: ['text'],
    },
    file: 'attached',
    about: 'the client reads it after 10 seconds',
  },
  { noun: 'message', name: 'id', ...post, verb: 'resend', path: opsPaths.messageResend, answer: 'message' },
  {
    noun: 'sign-in',
    ...post,
    path: opsPaths.signInKey,
    fields: { properties: { key: StaffLinkUse.properties.key }, required: ['key'] },
    fixed: { press: true },
    session: 'starts',
    answer: 'person',
    next: 'queue',
    about: 'with the key of the mail; from then on you act under your own name',
  },
  {
    noun: 'sign-in',
    ...post,
    words: 'email',
    answer: 'signInLink',
    path: opsPaths.signIn,
    next: keyCommand,
    fields: { properties: { email: StaffLinkRequest.properties.email } },
    about: 'mails you a key',
  },
  { noun: 'sign-out', ...post, answer: 'signOut', path: opsPaths.signOut, session: 'ends' },
  { noun: 'me', ...read, path: opsPaths.me, answer: 'person', about: 'who you are signed in as' },
  { noun: 'staff', ...read, path: opsPaths.staff, answer: 'staff' },
  {
    noun: 'staff',
    ...post,
    verb: 'invite',
    words: 'email',
    path: opsPaths.staff,
    answer: 'person',
    fields: StaffInvitation,
    next: keyCommand,
    about: 'the operations token invites the first owner, owners invite everybody',
  },
  { ...person, method: 'PATCH', verb: 'set', path: opsPaths.staffMember, fields: StaffChange },
  { ...person, ...post, verb: 'remove', path: opsPaths.staffRemove, about: 'the session ends at once' },
]

/** Option names that read better than their fields' names. */
const optionNames: Readonly<Record<string, string>> = {
  isPromo: 'promo',
  is_complex: 'complex',
  tags: 'add-tag',
  tags_add: 'add-tag',
  tags_remove: 'remove-tag',
  services: 'service',
  client_id: 'client',
  country_final: 'country',
  exp_data: 'experiments',
  subjects: 'subject',
  adult_confirmed: 'adult',
}
/** The question about a missing required option. */
const questions: Readonly<Record<string, string>> = {
  reason: 'Say why with --reason.',
  amount: 'Say how much with --amount.',
  client: 'Say for whom with --client.',
  tell: 'Tell the client why with --tell.',
  note: 'Say why with --note.',
  deadline: 'Say the new deadline with --deadline.',
  month: 'Say the month with --month 2026-11.',
  reference: 'Say the reference of the transfer with --reference.',
  role: 'Say the role with --role: owner, lead or clerk.',
  'file-id': 'Say which file with --file-id; "order NUMBER files" lists them.',
  key: 'First "sign-in you@example.com"; then the key of the mail with --key.',
}
/** Placeholders for values in the help, where their kind is too vague. */
const values: Readonly<Record<string, string>> = {
  price: '<dollars>',
  amount: '<dollars>',
  fee: '<dollars>',
  type: '<price name>',
  size: '"2 Pages"',
  kind: '<such as refund_request>',
  state: '<such as sent>',
  status: '<such as dead>',
  service: '<key>',
  client: '<id>',
  'file-id': '<id>',
  'add-tag': '<tag>',
  'remove-tag': '<tag>',
  country: '<US>|none',
  page: '<from 0>',
  nerd: '<name or id>',
  staff: '<name>',
  rating: '<0 to 5>',
  role: 'owner|lead|clerk',
  month: '<such as 2026-11>',
  into: '<id>',
}

/** An option of a command: its notation, and how to read its text. */
interface Option {
  name: string
  field: string
  isNeeded: boolean
  isFlag: boolean
  isMany: boolean
  value: string
  read(typed: string): unknown
}

/** The notation of a value, by the kind of its schema. */
const kinds: Readonly<Record<string, { value: string; read(name: string, typed: string): unknown }>> = {
  number: { value: '<number>', read: number },
  integer: { value: '<number>', read: number },
  boolean: { value: 'yes|no', read: yesOrNo },
  object: { value: '<JSON>', read: (name, typed) => json(`--${name}`, typed) },
  string: { value: '<text>', read: (_name, typed) => typed },
  'date-time': { value: '<2027-01-05T18:00:00-08:00>', read: instant },
}

/** The only values that a schema allows; empty without such a list. */
const wordsOf = ({ enum: words = [], anyOf = [] }: FieldSchema): readonly string[] => [
  ...words,
  ...anyOf.flatMap(({ const: word }) => (typeof word === 'string' ? word : [])),
]

function optionOf({ fields }: Command, field: string): Option {
  const schema: FieldSchema = fields?.properties[field] ?? {}
  const mayBeNone = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  const present = mayBeNone ? (schema.anyOf?.[0] ?? schema) : schema
  const { type = 'string', const: constant, format = '' } = present
  const name = optionNames[field] ?? field.replaceAll('_', '-')
  const kind = kinds[format] ?? kinds[String(type)] ?? kinds['string']
  const words = wordsOf(present.items ?? present)
  const kindValue = words.length === 0 ? kind?.value : words.join('|')
  const value = present.pattern === addressForms.id ? '<id>' : (values[name] ?? kindValue ?? '')
  const isFlag = constant === true || (schema.anyOf?.some((each) => each.const === 'true') ?? false)
  return {
    name,
    field,
    isNeeded: fields?.required?.includes(field) ?? false,
    isFlag,
    isMany: type === 'array',
    value: isFlag ? '' : value,
    read: (typed) => {
      if (mayBeNone && typed === 'none') return null
      if (words.length > 0 && !words.includes(typed))
        throw new WrongUsage(`--${name} must be ${oneOfWords(words)}, not "${typed}".`)
      return kind?.read(name, typed)
    },
  }
}

const oneOfWords = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)

const optionsOf = (command: Command): Option[] =>
  Object.keys(command.fields?.properties ?? {})
    .filter((field) => field !== command.words)
    .map((field) => optionOf(command, field))

/** The types of a file, the default first (CAB-05). */
const usualFileType = 'file_final_draft'
const fileTypes = Object.keys(orderFileTypes).toSorted((each) => (each === usualFileType ? -1 : 1))

function helpLine(command: Command, tool: string): string {
  const typed = command.words && `"<${command.words}>"`
  const words = [command.noun, command.name && `<${command.name}>`, command.verb, typed]
  const options = optionsOf(command).map(({ name, value, isNeeded }) => {
    const option = `--${name} ${value}`.trim()
    return isNeeded ? option : `[${option}]`
  })
  if (command.file !== undefined) {
    options.push(command.file === 'needed' ? '--file <path>' : '[--file <path>]')
    if (command.file !== 'attached') options.push('[--file-type <type>]')
  }
  if (command.put) options.push('[--put <file.json>]')
  const line = `  ${tool} ${[...words, ...options].filter(Boolean).join(' ')}`
  return command.about === undefined ? line : `${line.padEnd(46)}  ${command.about}`
}

/** The output of `--help`; `tool` is the name in its commands. */
export const helpText = (tool: string): string => `Operations from a shell, over the operations API.

${commands.map((command) => helpLine(command, tool)).join('\n')}

Types of files: ${fileTypes.join(', ')}; without one it is ${usualFileType}.

  --tell <text>       the reason, as the client reads it
  --tip               of the tip, not of the order
  --outside           only notes what was given back in another way; no card is refunded
  --adult             the client told us that they are 18 or older
  --json              prints the whole answer
  --help              prints this

Who acts: you after "sign-in", for 12 hours; else the machine with OPERATIONS_TOKEN (the sandbox's, when nothing is set).
Settings: PUBLIC_URL (http://localhost:PORT, PORT 3000); COMPANY_TIMEZONE, whose clock times are by (${defaultCompanyZone});
OPS_COMMAND, how your shell calls this tool; XDG_STATE_HOME, whose folder nerdify/ keeps your session.
Exit code: 0 done, 1 refused or not reached, 2 not understood.`

/** Options that every command takes. */
const everywhere = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const

type Typed = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>

function parse(words: readonly string[]): { positionals: string[]; typed: Typed } {
  const ofCommands = commands
    .flatMap(optionsOf)
    .map(({ name, isFlag, isMany }) => [name, { type: isFlag ? 'boolean' : 'string', multiple: isMany }])
  const text = { type: 'string' } as const
  const options = { put: text, file: text, 'file-type': text, ...Object.fromEntries(ofCommands), ...everywhere }
  try {
    const { positionals, values: typed } = parseArgs({ args: [...words], options, allowPositionals: true })
    return { positionals, typed: typed as Typed }
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
}

/**
 * The calls of a command line, in sequence, and how to show the last answer; no calls with `--help`.
 *
 * @param words as typed after the command's name
 * @throws {WrongUsage}
 */
export function readCommand(words: readonly string[]): {
  calls: OperationsCall[]
  json: boolean
} {
  const { positionals, typed } = parse(words)
  if (typed['help']) return { calls: [], json: false }
  const { command, name, text } = commandOf(positionals)
  return { calls: callsOf(command, { name, text }, typed), json: typed['json'] === true }
}

function commandOf([noun, second, third, ...rest]: readonly string[]): {
  command: Command
  name: string
  text?: string
} {
  if (noun === undefined) throw new WrongUsage('Say what to do; --help lists the commands.')
  if (rest.length > 0) throw new WrongUsage(`Too many words: "${rest.join(' ')}".`)
  const ofNoun = commands.filter((command) => command.noun === noun)
  if (ofNoun.length === 0) throw new WrongUsage(`"${noun}" is not a command; --help lists them.`)
  const unnamed = ofNoun.find(({ name, verb }) => name === undefined && verb === second)
  if (unnamed !== undefined && unnamed.words === undefined && third === undefined) return { command: unnamed, name: '' }
  if (unnamed?.verb !== undefined && unnamed.words !== undefined) {
    if (third === undefined) throw new WrongUsage(`Say the ${unnamed.words}.`)
    return { command: unnamed, name: '', text: third }
  }
  const search = ofNoun.find(({ name, verb, words }) => name === undefined && verb === undefined && words !== undefined)
  if (search !== undefined && third === undefined) {
    if (second === undefined) throw new WrongUsage('Say in quotes for what to search.')
    return { command: search, name: '', text: second }
  }
  const named = ofNoun.filter(({ name }) => name !== undefined)
  if (named.length === 0) throw new WrongUsage(`Too many words: "${second}".`)
  if (second === undefined) throw new WrongUsage(`Say which ${noun}.`)
  const answer = named.find(({ words }) => words !== undefined)
  if (answer !== undefined) {
    if (third === undefined) throw new WrongUsage(`Say the ${answer.words} in quotes.`)
    return { command: answer, name: second, text: third }
  }
  const command = named.find(({ verb }) => verb === third)
  if (command !== undefined) return { command, name: second }
  const verbs = named.flatMap(({ verb }) => verb ?? []).join(', ')
  if (verbs === '') throw new WrongUsage(`Too many words: "${third}".`)
  if (third === undefined) throw new WrongUsage(`Say what to do with the ${noun}: ${verbs}.`)
  throw new WrongUsage(`"${third}" is not ${noun === 'order' ? 'an event' : 'a word'} for ${noun}; there are ${verbs}.`)
}

function callsOf(
  command: Command,
  { name, text }: { name: string; text?: string | undefined },
  typed: Typed,
): OperationsCall[] {
  const options = optionsOf(command)
  checkOptions(command, options, typed)
  const fieldValues = valuesOf(options, typed)
  const words = command.words === undefined ? {} : { [command.words]: text }
  const path = command.path(name)
  const { method, answer, nextOf, session } = command
  const next = nextOf === undefined ? command.next?.replace('ID', () => shellWord(name)) : command.next
  const call: OperationsCall = {
    method,
    path,
    answer,
    ...(next !== undefined && { next }),
    ...(nextOf !== undefined && { nextOf }),
    ...(session !== undefined && { session }),
  }
  if (method === 'GET') {
    const put = typed['put'] as string | undefined
    if (put !== undefined) return [{ method: 'PUT', path, body: json(put, readText(put)), answer }]
    return [
      {
        ...call,
        path: withQuery(path, { ...words, ...fieldValues }),
        ...(command.isText && { isText: command.isText }),
        ...(command.isPage && { pageOf: name }),
      },
    ]
  }
  if (command.hasQuery) return [{ ...call, path: withQuery(path, fieldValues) }]
  if (command.takesLines) {
    const parts = partsOf(name)
    return parts.map((lines, index) => ({
      ...call,
      body: { dry_run: false, ...fieldValues, lines },
      isPart: true,
      ...(fieldValues['dry_run'] === true && index === parts.length - 1 && { next: `import ${shellWord(name)}` }),
    }))
  }
  const file = command.file === undefined ? undefined : fileOf(typed)
  if (command.file === 'needed') {
    if (file === undefined) throw new WrongUsage('Say which file with --file.')
    return [{ ...call, file }]
  }
  if (options.length === 0 && command.words === undefined) return [call]
  if (command.fixed === undefined && command.words === undefined && Object.keys(fieldValues).length === 0) {
    throw new WrongUsage('Say at least one thing; --help lists the options.')
  }
  const withBody = { ...call, body: { ...command.fixed, ...words, ...fieldValues } }
  if (file === undefined) return [withBody]
  if (command.file === 'attached') {
    return [
      { method: 'POST', path: opsPaths.conversationFiles(name), file, answer: 'sentFile' },
      { ...withBody, attachesFile: true },
    ]
  }
  // The file is stored before the client is notified.
  const delivery = command.delivers && { order: name, event: command.delivers }
  return [
    { method: 'POST', path: opsPaths.orderFiles(name), file, answer: 'file', ...(delivery && { delivery }) },
    withBody,
  ]
}

/** Refuses an option of another command, and a missing required one. */
function checkOptions(command: Command, options: readonly Option[], typed: Typed): void {
  const knownOptions = [
    ...Object.keys(everywhere),
    ...options.map((option) => option.name),
    ...(command.file === undefined ? [] : ['file']),
    ...(command.file === undefined || command.file === 'attached' ? [] : ['file-type']),
    ...(command.put ? ['put'] : []),
  ]
  const stray = Object.keys(typed).find((option) => !knownOptions.includes(option))
  if (stray !== undefined) {
    const words = [command.noun, command.verb].filter(Boolean).join(' ')
    throw new WrongUsage(`--${stray} does not go with "${words}".`)
  }
  const missing = options.find((option) => option.isNeeded && typed[option.name] === undefined)
  if (missing !== undefined) throw new WrongUsage(questions[missing.name] ?? `Say it with --${missing.name}.`)
}

function withQuery(path: string, fields: Record<string, unknown>): string {
  const query = new URLSearchParams(fields as Record<string, string>).toString()
  return query === '' ? path : `${path}?${query}`
}

/** A word quoted for a shell. */
const shellWord = (word: string): string => (/^[\w.,:@/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const mostLines = 50_000

/** The lines of a CSV of clients, in parts of one call each (OPS-18). */
function partsOf(file: string): Record<string, unknown>[][] {
  const rows = csvRows(readText(file))
  if (rows === undefined) throw new WrongUsage(`${file} is not a CSV: a quote is not closed.`)
  const [head, ...clients] = rows
  const columns = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const stray = columns.find((column) => !(importColumns as readonly string[]).includes(column))
  if (head === undefined || stray !== undefined) {
    const what = stray === undefined ? `${file} is empty.` : `"${stray}" is not a column.`
    throw new WrongUsage(`${what} The first line has the columns: ${importColumns.join(', ')}.`)
  }
  const doubled = columns.find((column, index) => columns.indexOf(column) !== index)
  if (doubled !== undefined) throw new WrongUsage(`The column "${doubled}" is there twice.`)
  if (clients.length === 0) throw new WrongUsage(`${file} has no clients.`)
  if (clients.length > mostLines) throw new WrongUsage(`At most ${mostLines} lines go at once: split the file.`)
  const lines = clients.map(({ line, cells }) => {
    if (cells.length > columns.length) throw new WrongUsage(`Line ${line} has more cells than there are columns.`)
    // The start of a long cell is enough for its refusal.
    return { line, ...Object.fromEntries(cells.map((cell, index) => [columns[index], cell.slice(0, maxCellLength)])) }
  })
  return Array.from({ length: Math.ceil(lines.length / mostImportLines) }, (_, part) =>
    lines.slice(part * mostImportLines, (part + 1) * mostImportLines),
  )
}

/** The fields of a call from the typed options. */
function valuesOf(options: readonly Option[], typed: Typed): Record<string, unknown> {
  const present = options.filter(({ name }) => typed[name] !== undefined)
  return Object.fromEntries(
    present.map(({ name, field, isFlag, isMany, read: readOne }) => {
      const value = typed[name]
      if (isMany) return [field, (value as readonly string[]).map(readOne)]
      return [field, isFlag ? value : readOne(String(value))]
    }),
  )
}

function fileOf(typed: Typed): { path: string; type: string } | undefined {
  const type = String(typed['file-type'] ?? usualFileType)
  if (!fileTypes.includes(type)) {
    throw new WrongUsage(`"${type}" is not a file type; there are ${fileTypes.join(', ')}.`)
  }
  const path = typed['file'] as string | undefined
  if (path === undefined) {
    if (typed['file-type'] !== undefined) throw new WrongUsage('--file-type goes with --file.')
    return undefined
  }
  asRead(path, () => accessSync(path, constants.R_OK))
  if (!statSync(path).isFile()) throw new WrongUsage(`${path} is not a file.`)
  return { path, type }
}

/** A file's text without a byte order mark. */
const readText = (file: string) => asRead(file, () => readFileSync(file, 'utf8')).replace(/^\uFEFF/, '')

/** Reads a file; a failure is a usage error. */
function asRead<Answer>(file: string, reading: () => Answer): Answer {
  try {
    return reading()
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** `source` names the text's origin for the error. */
function json(source: string, content: string): Record<string, unknown> {
  try {
    return JSON.parse(content) as Record<string, unknown>
  } catch {
    throw new WrongUsage(`${source} is not JSON.`)
  }
}

function number(option: string, typed: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(typed)) throw new WrongUsage(`--${option} must be a number, not "${typed}".`)
  return Number(typed)
}

function instant(option: string, typed: string): string {
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(typed)) return typed
  throw new WrongUsage(`--${option} must be a time with its zone, such as 2027-01-05T18:00:00-08:00, not "${typed}".`)
}

function yesOrNo(option: string, typed: string): boolean {
  if (typed !== 'yes' && typed !== 'no') throw new WrongUsage(`--${option} must be yes or no, not "${typed}".`)
  return typed === 'yes'
}
