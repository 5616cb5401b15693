/**
 * Operations from a shell, over the operations API alone (OPS-06); what was typed there reaches the terminal as text
 * (SAFE-11).
 */
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { unprovedSenderText } from '../packages/domain/src/messages/unproved-sender.ts'
import { bookFigureNames, bookFigures, differenceText } from '../packages/domain/src/books/book-figures.ts'
import { terminalJson, terminalText } from '../packages/domain/src/messages/typed-text.ts'
import { fullDates } from '../packages/domain/src/dates/full-dates.ts'
import { usualCompanyZone } from '../packages/domain/src/orders/business-time.ts'
import { centsFromDollars } from '../packages/domain/src/pricing/money.ts'
import { isTimeZone } from '../packages/domain/src/pricing/zoned-time.ts'
import { fewestMarksForRating } from '../packages/domain/src/nerds/nerd-rating.ts'
import { Refusal } from './bootstrap.mjs'
import { keepSessionToken, sessionToken } from './ops-session.ts'
import {
  type Answer,
  contactLines,
  dollars,
  fileLine,
  orderLine,
  sentFileLine,
  threadLines,
  typedLines,
  waitLines,
} from './ops-lines.ts'
import { orderPage } from './order-page.ts'
import { helpText, type OperationsCall, readCommand, WrongUsage } from './ops-commands.ts'

const limitMs = 30_000
/** A large file over a slow line takes long; the product cuts a line on which nothing moves. */
const fileLimitMs = 60 * 60_000

/** Where the product is, without a slash at the end. */
function address(environment: NodeJS.ProcessEnv) {
  const given = environment['PUBLIC_URL'] || `http://localhost:${environment['PORT'] || 3000}`
  if (!URL.canParse(given)) throw new Refusal(`PUBLIC_URL must be an address, not "${given}".`)
  return new URL(given).origin
}

/** Sends a call and answers its JSON; a `Refusal` when it is refused, or nobody answers. */
async function send(
  { method, path, body, file, session, isText }: OperationsCall,
  environment: NodeJS.ProcessEnv,
): Promise<Answer> {
  const origin = address(environment)
  const person = sessionToken(origin, environment)
  const token = person ?? (environment['OPERATIONS_TOKEN'] || 'sandbox-operations')
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method !== 'GET' ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: await formOf(file) }),
    signal: AbortSignal.timeout(file === undefined ? limitMs : fileLimitMs),
  }).catch((error) => {
    throw new Refusal(
      `${origin} does not answer (${error.cause?.code ?? error.message}). Is the product running there?`,
    )
  })
  if (isText && response.ok) return { text: await response.text() }
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined
  if (session === 'ends' && (response.ok || response.status === 401)) keepSessionToken(origin, undefined, environment)
  if (response.ok && answer !== undefined) {
    if (session !== 'starts') return answer
    keepSessionToken(origin, answer['token'], environment)
    return answer['me']
  }
  const about = answer?.error_value == null ? '' : ` (${answer.error_value})`
  const signIn = 'npm run ops -- sign-in you@example.com'
  const advice =
    response.status !== 401 ? '' : person === undefined ? ` Set OPERATIONS_TOKEN, or: ${signIn}` : ` ${signIn}`
  throw new Refusal(terminalText(`${response.status}: ${answer?.text ?? 'The answer is not JSON.'}${about}${advice}`))
}

async function formOf({ path, type }: { path: string; type: string }): Promise<FormData> {
  const form = new FormData()
  form.set('type', type)
  form.set('file', await openAsBlob(path), basename(path))
  return form
}

const messageLine = (message: Answer): string =>
  `${message['created_at']} ${message['status']} ${message['template']} to ${message['to']}${message['error_code'] ? ` (${message['error_code']})` : ''}`

/** What a client's upload page sent at one time. */
const sentLines = (sent: Answer): string =>
  [
    `${sent['at']} ${sent['order_id'] === null ? 'no order in work' : `order ${sent['order_id']}`}`,
    ...sent['files'].map(sentFileLine),
    ...typedLines(sent['description']),
  ].join('\n')

/** A change of a balance. */
const balanceLine = ({ at, amount, cause, order_number: number, reason }: Answer): string =>
  [at, `${dollars(amount)} ${cause.replaceAll('_', ' ')}`, number, reason].filter((part) => part !== null).join(' · ')

const clientOf = (row: Answer): string => (row['client_id'] === null ? 'no client' : `client ${row['client_id']}`)

/** A row of the queue */
function queueLines(row: Answer): string {
  const extras = [
    ...row['services'],
    row['nerd'] && `Nerd ${row['nerd']}`,
    row['preferred_nerd'] && `wants ${row['preferred_nerd']}`,
  ]
    .filter(Boolean)
    .join(', ')
  const sender = row['name'] ?? row['phone']
  const whose = sender ?? (row['number'] === null ? clientOf(row) : `order ${row['number']}`)
  const [wait = '', ...commands] = waitLines(row, whose)
  return [
    wait,
    row['number'] === null
      ? `  ${row['proved'] === false ? unprovedSenderText : `no order; client ${row['client_id'] ?? 'none'}`}`
      : `  ${sender ? `order ${row['number']}: ` : ''}${row['task']}; deadline ${row['deadline'] ?? 'none'}; $${row['amount'].toFixed(2)} paid${extras && `; ${extras}`}; client ${row['client_id']}`,
    ...commands,
    ...(sender || row['words'] ? typedLines(row['words'] ?? '', '  a number alone') : []),
  ].join('\n')
}

const discountLine = (row: Answer): string => {
  const left = row['left'] === null ? '' : `, ${row['left']} left`
  const end = row['expires_at'] === undefined ? 'no end' : `${row['over'] ? 'ended' : 'ends'} ${row['expires_at']}`
  return `${row['code']}: ${JSON.stringify(row['gift'])}; ${row['used']} used${left}; ${end}`
}

const paidWithLine = (row: Answer): string =>
  `order ${row['number']}: $${row['discount'].toFixed(2)} off; client ${row['client_id']}`

const actionLine = (row: Answer): string =>
  `${row['at']} ${row['person']}: ${row['action']}, ${row['subject']} ${JSON.stringify(row['request'])}`

const stars = (nerd: Answer): string => (nerd['marks'] < fewestMarksForRating ? 'entered' : `${nerd['marks']} marks`)

/** A Nerd of the register */
const nerdLine = (nerd: Answer): string =>
  [
    `${nerd['name']}${nerd['active'] ? '' : ' (inactive)'} · ${nerd['rating']} of 5 (${stars(nerd)})`,
    `${nerd['open']} open, ${nerd['late']} late${nerd['next_due'] === null ? '' : `, next due ${nerd['next_due']}`}`,
    `${nerd['delivered_30_days']} delivered in 30 days`,
    nerd['subjects'].join(', '),
    nerd['email'] ?? 'no e-mail',
    nerd['id'],
  ]
    .filter(Boolean)
    .join(' · ')

/** A person of the staff, or the machine. */
const personLine = (row: Answer): string =>
  [
    row['name'],
    row['role'] !== row['name'] && row['role'],
    row['email'],
    row['joined_at'] === null && 'has not signed in',
    row['expires_at'] && `signed in until ${row['expires_at']}`,
  ]
    .filter(Boolean)
    .join(' · ')

const conversationLine = (row: Answer): string =>
  `conversation ${row['id']} with ${row['client']}${row['waits_since'] === null ? '' : `, waits since ${row['waits_since']}`}`

/** A thread, oldest message first, and how to read on. */
const conversationLines = (thread: Answer): string =>
  [
    ...(thread['next'] === null
      ? []
      : [`older: npm run ops -- conversation ${thread['id']} --before ${thread['next']}`]),
    ...thread['messages'].toReversed().map(threadLines),
    conversationLine(thread),
  ].join('\n')

/** A client that a search found, with the newest order. */
function foundLines(row: Answer): string {
  const { last_order: last } = row
  return [
    `${[row['nickname'] ?? 'no nickname', row['phone'] ?? 'no phone', row['email'] ?? 'no e-mail'].join(' · ')}${row['blocked'] ? ' · BLOCKED' : ''}`,
    `  ${row['orders']} orders${last === null ? '' : `, the last: ${last.number} ${last.status ?? 'draft'}, ${last.task}`}`,
    `  npm run ops -- client ${row['id']}`,
  ].join('\n')
}

/** Open and late waits by kind. */
const countsLine = (counts: Answer[]): string =>
  counts
    .filter(({ open }) => open > 0)
    .map(({ kind, open, late }) => `${kind} ${open}${late > 0 ? ` (${late} late)` : ''}`)
    .join(' · ')

/** A figure of a day that is another at the card provider. */
const differenceLine = ({ figure, ours, theirs, settled }: Answer): string => {
  const text = differenceText({ figure, oursCents: centsFromDollars(ours), theirsCents: centsFromDollars(theirs) })
  return `  differs: ${text}${settled === null ? '' : `; settled by ${settled.person}: ${settled.reason}`}`
}

/** The figures of a day that moved. */
const bookLine = (name: string, amounts: Answer): string => {
  const figures = bookFigures.filter((figure) => amounts[figure] !== 0)
  const listed = figures.map((figure) => `${bookFigureNames[figure]} ${dollars(amounts[figure])}`)
  const line = [`${name} · card net ${dollars(amounts['card_net'])}`, ...listed].join(' · ')
  return [line, ...(amounts['differences'] ?? []).map(differenceLine)].join('\n')
}

/** The refused lines of a part of an import, and its counts. */
function importLines(results: Answer[]): string {
  const counts = ['created', 'known', 'refused'].map(
    (outcome) => `${results.filter((row) => row['outcome'] === outcome).length} ${outcome}`,
  )
  return [
    ...results
      .filter(({ outcome }) => outcome === 'refused')
      .map((row) => `line ${row['line']}, ${row['field']}: ${row['reason']}`),
    `lines ${results[0]?.['line']} to ${results.at(-1)?.['line']}: ${counts.join(', ')}`,
  ].join('\n')
}

/** Tips and fees by Nerd and month, and the payouts. */
const owedLines = ({ months, payouts }: Answer): string =>
  [
    ...months.map(
      (row: Answer) =>
        `${row['month']} ${row['nerd']}: ${dollars(row['owed'])} owed; ${dollars(row['fees'])} of fees, ${dollars(row['tips'])} of tips, ${dollars(row['paid_out'])} paid out · ${row['nerd_id']}`,
    ),
    ...payouts.map(
      (row: Answer) =>
        `${row['at']} ${row['person']} paid ${row['nerd']} ${dollars(row['amount'])} for ${row['month']}: ${row['reference']}`,
    ),
  ].join('\n') || 'nothing owed'

/** A row of a list */
function rowLine(row: Answer): string {
  if ('waits_for' in row) return queueLines(row)
  if ('action' in row) return actionLine(row)
  if ('cause' in row) return balanceLine(row)
  if ('used' in row) return discountLine(row)
  if ('discount' in row) return paidWithLine(row)
  if ('found_by' in row) return foundLines(row)
  if ('last_at' in row) return [conversationLine(row), ...typedLines(row['last'])].join('\n')
  if ('number' in row) return orderLine(row)
  if ('entered_rating' in row) return nerdLine(row)
  if ('role' in row) return personLine(row)
  if ('client_id' in row) return `client ${row['client_id']}: ${row['count']} since ${row['since']}`
  return 'files' in row ? sentLines(row) : messageLine(row)
}

/** The company's time zone. */
function companyZone(environment: NodeJS.ProcessEnv): string {
  const zone = environment['COMPANY_TIMEZONE'] || usualCompanyZone
  if (!isTimeZone(zone)) throw new Refusal(`COMPANY_TIMEZONE must be a time zone, not "${zone}".`)
  return zone
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/** Texts of several lines, which are always printed as quotations. */
const textFields: ReadonlySet<string> = new Set(['details', 'text', 'for_nerd'])

const linesOf = (text: string): string => text.split('\n').map(terminalText).join('\n')

/** An answer whose texts are harmless to a terminal, with its instants by the company's clock (OPS-17). */
function showable(answer: Answer, zone: string): Answer {
  const { instant } = fullDates(zone)
  const shown = (field: string, text: string) => {
    if (textFields.has(field)) return linesOf(text)
    return instantForm.test(text) ? instant(Date.parse(text)).replaceAll('\u00a0', ' ') : terminalText(text)
  }
  return JSON.parse(JSON.stringify(answer), (key, value) => (typeof value === 'string' ? shown(key, value) : value))
}

const asJson = (value: unknown): string => terminalJson(JSON.stringify(value, undefined, 2))

const count = (total: number): string => total.toLocaleString('en-US')

/** An answer in words: orders, files and messages a line each, all else as JSON. */
function inWords(answer: Answer, zone: string): string {
  const shown = showable(answer, zone)
  if (Array.isArray(shown)) return shown.length === 0 ? 'no files' : shown.map(fileLine).join('\n')
  if ('size' in shown && !('number' in shown)) return 'type' in shown ? fileLine(shown) : sentFileLine(shown)
  if ('card_net' in (shown['sum'] ?? {})) {
    return [...shown['days'].map((day: Answer) => bookLine(day['date'], day)), bookLine('Sum', shown['sum'])].join('\n')
  }
  if ('payouts' in shown) return owedLines(shown)
  if ('messages' in shown) return 'phone' in shown ? contactLines(shown) : conversationLines(shown)
  if ('number' in shown) {
    const waits: Answer[] = shown['waits'] ?? []
    return [orderLine(shown), ...waits.flatMap((wait) => waitLines(wait))].join('\n')
  }
  if ('template' in shown) return messageLine(shown)
  if ('entered_rating' in shown) return nerdLine(shown)
  if ('role' in shown) return personLine(shown)
  if (!('results' in shown)) return asJson(answer)
  if ('outcome' in (shown['results'][0] ?? {})) return importLines(shown['results'])
  const lines = shown['results'].map(rowLine)
  if ('counts' in shown) lines.push(countsLine(shown['counts']))
  if ('total' in shown && !('page' in shown))
    lines.push(`${shown['over_total'] ? 'over ' : ''}${count(shown['total'])} in all`)
  if (shown['next'] != null) lines.push(`more: --cursor ${shown['next']}`)
  if (!('page' in shown)) return lines.length === 0 ? 'none' : lines.join('\n')
  return [...lines, `page ${shown['page']} of ${shown['pages']}, counted from 0; ${shown['total']} in all`].join('\n')
}

/**
 * Runs `npm run ops` with the words behind it.
 *
 * @param environment `PUBLIC_URL` or `PORT` say where the product is, `OPERATIONS_TOKEN` opens it
 * @returns the exit code: 0, 1 when the product refuses or does not answer, 2 for words that are no command
 */
export async function runOperations(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { log, error: logError }: Pick<Console, 'log' | 'error'>,
): Promise<number> {
  try {
    const { calls, json } = readCommand(words)
    if (calls.length === 0) log(helpText)
    const zone = companyZone(environment)
    let before: Answer = {}
    for (const [index, call] of calls.entries()) {
      const sent = call.attachesFile ? { ...call, body: { ...call.body, files: [before['_id']] } } : call
      const answer = await send(sent, environment)
      before = answer
      if (json && !call.isPart && index < calls.length - 1) continue
      if (call.isText) log(answer['text'].trimEnd())
      else if (json) log(asJson(answer))
      else if (call.page === undefined) log(inWords(answer, zone))
      else {
        const others = await Promise.all(call.page.map((path) => send({ method: 'GET', path }, environment)))
        const [order, files, thread] = [answer, ...others].map((part) => showable(part, zone))
        log(orderPage(order ?? {}, files ?? {}, thread ?? {}))
      }
    }
    return 0
  } catch (error) {
    if (!(error instanceof WrongUsage || error instanceof Refusal)) throw error
    logError(error.message)
    return error instanceof WrongUsage ? 2 : 1
  }
}
