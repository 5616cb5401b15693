/**
 * Operations from a shell, over the operations API only (OPS-06). Text from people is printed without control characters
 * (SAFE-11).
 */
import { randomUUID } from 'node:crypto'
import { openAsBlob, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Call } from '../packages/contract/src/api-client.ts'
import type { ErrorBody } from '../packages/contract/src/error-body.ts'
import type { ReceivedFile } from '../packages/contract/src/files.ts'
import type { OperationsOrderWithHistory } from '../packages/contract/src/operations.ts'
import { answerWaits } from '../packages/contract/src/queue.ts'
import { createOpsClient } from '../packages/contract/src/ops-client.ts'
import type { StaffSessionAnswer } from '../packages/contract/src/staff.ts'
import { terminalJson, terminalText } from '../packages/domain/src/messages/typed-text.ts'
import { fullDates } from '../packages/domain/src/dates/full-dates.ts'
import { opsCommand } from '../packages/domain/src/staff/staff-commands.ts'
import { type OrderEventName, startsFrom } from '../packages/domain/src/orders/order-progress.ts'
import { defaultCompanyZone } from '../packages/domain/src/orders/business-time.ts'
import { isTimeZone } from '../packages/domain/src/pricing/zoned-time.ts'
import { Refusal } from './bootstrap.mjs'
import { answerText } from './ops-answers.ts'
import { orderPage } from './order-page.ts'
import { helpText, type OperationsCall, readCommand, WrongUsage } from './ops-commands.ts'
import { homedir } from 'node:os'

const limitMs = 30_000
/** Enough for a large file on a slow connection; the product itself cuts a stalled one. */
const fileLimitMs = 60 * 60_000

/** The product's origin. */
function productOrigin(environment: NodeJS.ProcessEnv) {
  const url = environment['PUBLIC_URL'] || `http://localhost:${environment['PORT'] || 3000}`
  if (!URL.canParse(url)) throw new Refusal(`PUBLIC_URL must be an address, not "${url}".`)
  return new URL(url).origin
}

/** A call of the table of commands, or of the typed client. */
type SentCall = Call & Pick<OperationsCall, 'file' | 'session' | 'isText'>

/** Sends a call and returns its JSON; throws a `Refusal` if the product refuses it or does not answer. */
async function send<Answer>(
  { method, path, body, file, session, isText }: SentCall,
  environment: NodeJS.ProcessEnv,
): Promise<Answer> {
  const origin = productOrigin(environment)
  const personToken = sessionToken(origin, environment)
  const token = personToken ?? (environment['OPERATIONS_TOKEN'] || 'sandbox-operations')
  // The mailed key works once: do not use it up if the session cannot be stored.
  if (session === 'starts') keepSessionToken(origin, personToken, environment)
  const request = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method !== 'GET' ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: await formOf(file) }),
  }
  const attempt = () =>
    fetch(`${origin}${path}`, { ...request, signal: AbortSignal.timeout(file === undefined ? limitMs : fileLimitMs) })
  const response = await attempt()
    // The key returns the stored answer (API-11); sign-in and sign-out take no key.
    .catch((error) => (session === undefined && isBroken(error) ? attempt() : Promise.reject(error)))
    .catch((error) => {
      const advice =
        method !== 'GET' && (isBroken(error) || error.name === 'TimeoutError')
          ? 'The step may have taken effect: look before you repeat it.'
          : 'Is the product running there?'
      throw new Refusal(`${origin} does not answer (${error.cause?.code ?? error.message}). ${advice}`)
    })
  if (isText && response.ok) return (await response.text()) as Answer
  const answer: unknown = await response.json().catch(() => undefined)
  if (session === 'ends' && (response.ok || response.status === 401)) keepSessionToken(origin, undefined, environment)
  if (response.ok && answer !== undefined) {
    if (session !== 'starts') return answer as Answer
    const { token: newToken, me } = answer as StaffSessionAnswer
    keepSessionToken(origin, newToken, environment)
    return me as Answer
  }
  const refusal = answer as Partial<ErrorBody> | undefined
  const about = refusal?.error_value == null ? '' : ` (${refusal.error_value})`
  const signIn = `${toolOf(environment)} sign-in you@example.com`
  const advice =
    response.status !== 401 ? '' : personToken === undefined ? ` Set OPERATIONS_TOKEN, or: ${signIn}` : ` ${signIn}`
  throw new Refusal(terminalText(`${response.status}: ${refusal?.text ?? 'The answer is not JSON.'}${about}${advice}`))
}

/** Whether the connection broke, so that the call may have arrived. */
const isBroken = ({ cause }: { cause?: { code?: string } }): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(cause?.code ?? '')

async function formOf({ path, type }: { path: string; type: string }): Promise<FormData> {
  const form = new FormData()
  form.set('type', type)
  form.set('file', await openAsBlob(path), basename(path))
  return form
}

const toolOf = (environment: NodeJS.ProcessEnv): string => opsCommand(environment['OPS_COMMAND'])

/** The company's time zone. */
function companyZone(environment: NodeJS.ProcessEnv): string {
  const zone = environment['COMPANY_TIMEZONE'] || defaultCompanyZone
  if (!isTimeZone(zone)) throw new Refusal(`COMPANY_TIMEZONE must be a time zone, not "${zone}".`)
  return zone
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/** Texts of several lines, which are always printed as quotations. */
const textFields: ReadonlySet<string> = new Set(['details', 'text', 'for_nerd', 'for_client'])

const linesOf = (text: string): string => text.split('\n').map(terminalText).join('\n')

/** An answer with its texts safe for a terminal and its instants in the company's time zone (OPS-17). */
function showable<Answer>(answer: Answer, zone: string): Answer {
  const { instant } = fullDates(zone)
  const printable = (field: string, text: string) => {
    if (textFields.has(field)) return linesOf(text)
    return instantForm.test(text) ? instant(Date.parse(text)).replaceAll('\u00a0', ' ') : terminalText(text)
  }
  return JSON.parse(JSON.stringify(answer), (key, value) => (typeof value === 'string' ? printable(key, value) : value))
}

const asJson = (value: unknown): string => terminalJson(JSON.stringify(value, undefined, 2))

/**
 * Runs `npm run ops`.
 *
 * @param words the arguments of the command
 * @param environment `PUBLIC_URL` or `PORT` locate the product, `OPERATIONS_TOKEN` authorizes the calls, `OPS_COMMAND`
 *   begins the printed commands
 * @returns the exit code: 0; 1 if the product refuses or does not answer; 2 for an unknown command
 */
export async function runOperations(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { log, error: logError }: Pick<Console, 'log' | 'error'>,
): Promise<number> {
  try {
    const { calls, json } = readCommand(words)
    const tool = toolOf(environment)
    if (calls.length === 0) log(helpText(tool))
    const zone = companyZone(environment)
    const ops = createOpsClient((call) => send(call, environment))
    let file: Partial<ReceivedFile> = {}
    const partRows: unknown[] = []
    for (const [index, call] of calls.entries()) {
      if (call.delivery !== undefined) refuseUnfitting(await ops.order(call.delivery.order), call.delivery.event)
      const wholeCall = call.attachesFile ? { ...call, body: { ...call.body, files: [file._id] } } : call
      const answer = await send<object | string>(wholeCall, environment)
      if (call.file !== undefined) file = answer as ReceivedFile
      if (call.isPart) partRows.push(...(answer as { results: unknown[] }).results)
      if (json && index < calls.length - 1) continue
      if (typeof answer === 'string') log(answer.trimEnd())
      else if (json) log(asJson(call.isPart ? { results: partRows } : answer))
      else if (call.pageOf === undefined) {
        log(answerText(call.answer, showable(answer, zone), tool))
        if (call.next !== undefined) log(`  ${tool} ${nextCommand(call.next, call.nextOf, answer)}`)
      } else {
        const order = answer as OperationsOrderWithHistory
        const [files, thread] = await Promise.all([ops.orderFiles(call.pageOf), ops.conversation(call.pageOf)])
        const answers = answerWaits(thread, Date.now())
        log(orderPage({ ...showable({ order, files, thread, answers }, zone), tool }))
      }
    }
    return 0
  } catch (error) {
    if (!(error instanceof WrongUsage || error instanceof Refusal)) throw error
    logError(error.message)
    return error instanceof WrongUsage ? 2 : 1
  }
}

/**
 * Refuses a delivery that the order's state does not allow, before its file is stored: of an order that was sent before,
 * the client could open it at once.
 */
function refuseUnfitting(order: OperationsOrderWithHistory, event: OrderEventName): void {
  const { system_client_status: systemStatus, client_status: clientStatus } = order
  if (startsFrom({ systemStatus, clientStatus }, event)) return
  const state = [systemStatus, clientStatus].filter((status) => status !== null).join(', ')
  throw new Refusal(terminalText(`The order is ${state}, so ${event} is not possible, and the file was not added.`))
}

/** The next command, with this field of the answer in the place of `ID`. */
const nextCommand = (command: string, of: OperationsCall['nextOf'], answer: { number?: string; id?: string }): string =>
  terminalText(of === undefined ? command : command.replace(/\bID\b/, answer[of] ?? 'ID'))

type Tokens = Record<string, string>

const fileOf = (environment: NodeJS.ProcessEnv) =>
  join(environment['XDG_STATE_HOME'] || join(homedir(), '.local/state'), 'nerdify/ops-session.json')

/** Acts on the file of the sessions; a fault of the disk is a `Refusal`. */
function withTokenFile<Answer>(environment: NodeJS.ProcessEnv, act: (file: string) => Answer): Answer {
  const file = fileOf(environment)
  try {
    return act(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new Refusal(
      `${file} cannot be read and written (${code}), and the session is kept there. Set XDG_STATE_HOME to a folder of your own.`,
    )
  }
}

const readTokens = (environment: NodeJS.ProcessEnv): Tokens =>
  withTokenFile(environment, (file) => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Tokens
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw error
    }
  })

/** The token of the person signed in at a product; undefined without one. */
const sessionToken = (origin: string, environment: NodeJS.ProcessEnv): string | undefined =>
  readTokens(environment)[origin]

/** Stores the token of a product; undefined removes it. */
function keepSessionToken(origin: string, token: string | undefined, environment: NodeJS.ProcessEnv): void {
  const { [origin]: _before, ...others } = readTokens(environment)
  withTokenFile(environment, (file) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.new`
    // `mode` applies to new files only.
    rmSync(draft, { force: true })
    writeFileSync(draft, JSON.stringify({ ...others, ...(token !== undefined && { [origin]: token }) }), {
      mode: 0o600,
      flag: 'wx',
    })
    renameSync(draft, file)
  })
}
