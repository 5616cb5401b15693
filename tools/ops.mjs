/** `npm run ops -- …`: operations from a shell, over the operations API alone (OPS-06). */
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { helpText, readCommand, WrongUsage } from './ops-commands.mjs'
import { Refusal, runCommand } from './refusal.mjs'

const limitMs = 30_000
/** A large file over a slow line takes long; the product cuts a line on which nothing moves. */
const fileLimitMs = 60 * 60_000

/** Where the product is, without a slash at the end. */
function address() {
  const given = process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || 3000}`
  if (!URL.canParse(given)) throw new Refusal(`PUBLIC_URL must be an address, not "${given}".`)
  return new URL(given).origin
}

/**
 * Sends a call and answers its JSON.
 *
 * @param {import('./ops-commands.mjs').OperationsCall} call
 * @param {string | undefined} operator
 * @throws {Refusal} when it is refused, or nobody answers
 */
async function send({ method, path, body, file }, operator) {
  const origin = address()
  const response = await fetch(`${origin}/api/ops${path}`, {
    method,
    headers: {
      authorization: `Bearer ${process.env['OPERATIONS_TOKEN'] || 'sandbox-operations'}`,
      ...(operator === undefined ? {} : { 'x-operator': operator }),
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
  const answer = /** @type {Record<string, any> | undefined} */ (await response.json().catch(() => undefined))
  if (response.ok && answer !== undefined) return answer
  const about = answer?.error_value == null ? '' : ` (${answer.error_value})`
  const advice = response.status === 401 ? ' Set OPERATIONS_TOKEN.' : ''
  throw new Refusal(`${response.status}: ${answer?.text ?? 'The answer is not JSON.'}${about}${advice}`)
}

/** @param {{ path: string, type: string }} file */
async function formOf({ path, type }) {
  const form = new FormData()
  form.set('type', type)
  form.set('file', await openAsBlob(path), basename(path))
  return form
}

/** @param {Record<string, any>} order */
function orderLine(order) {
  const state = [order['system_client_status'], order['client_status'], order['declined'] && 'declined']
    .filter(Boolean)
    .join(', ')
  const paid = order['client_paid'] > 0 ? `, $${order['client_paid'].toFixed(2)} paid` : ''
  return `order ${order['number']}: ${state}; $${order['price'].toFixed(2)}${paid}`
}

/** @param {Record<string, any>} message */
const messageLine = (message) =>
  `${message['created_at']} ${message['status']} ${message['template']} to ${message['to']}${message['error_code'] ? ` (${message['error_code']})` : ''}`

/** @param {Record<string, any>} file */
const fileLine = (file) =>
  `${file['created_at']} ${file['type']} ${file['name']}, ${file['size']} bytes${file['deleted'] ? ', deleted' : ''}`

/** @param {Record<string, any>} sent what a client's upload page sent at one time */
const sentLines = (sent) =>
  [
    `${sent['at']} ${sent['order_id'] === null ? 'no order in work' : `order ${sent['order_id']}`}: ${sent['description'] || 'no description'}`,
    ...sent['files'].map(
      /** @param {Record<string, any>} file */ (file) =>
        `  ${file['name']}, ${file['size']} bytes: ${file['location'] ?? 'waits for the virus scanner'}`,
    ),
  ].join('\n')

/** @param {Record<string, any>} row of a list */
function rowLine(row) {
  if ('number' in row) return orderLine(row)
  return 'files' in row ? sentLines(row) : messageLine(row)
}

/**
 * An answer in words: orders, files and messages a line each, all else as JSON.
 *
 * @param {Record<string, any>} answer
 */
function inWords(answer) {
  if (Array.isArray(answer)) return answer.length === 0 ? 'no files' : answer.map(fileLine).join('\n')
  if ('size' in answer && 'type' in answer && !('number' in answer)) return fileLine(answer)
  if ('number' in answer) return orderLine(answer)
  if ('template' in answer) return messageLine(answer)
  if (!('results' in answer)) return JSON.stringify(answer, undefined, 2)
  const lines = answer['results'].map(rowLine)
  return [...lines, `page ${answer['page']} of ${answer['pages']}, counted from 0; ${answer['total']} in all`].join(
    '\n',
  )
}

await runCommand(async () => {
  try {
    const { calls, operator, json } = readCommand(process.argv.slice(2))
    if (calls.length === 0) console.log(helpText)
    for (const [index, call] of calls.entries()) {
      const answer = await send(call, operator)
      if (json && index < calls.length - 1) continue
      console.log(json ? JSON.stringify(answer, undefined, 2) : inWords(answer))
    }
    return 0
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error
    console.error(error.message)
    return 2
  }
})
