import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventsBy } from '../packages/domain/src/orders/order-progress.ts'
import { apiPaths } from '../packages/contract/src/api-paths.ts'
import { orderFileTypes } from '../packages/domain/src/files/order-files.ts'
import { eventNames, fileTypes } from './ops-commands.mjs'
import { freePort } from './ports.mjs'
import { repositoryRoot } from './repository-root.mjs'

/** @typedef {{ method: string | undefined, url: string | undefined, headers: import('node:http').IncomingHttpHeaders, body: any }} Received */

/** @type {Received[]} */
let received = []
/** @type {{ status: number, body: unknown }} */
let answer
/** @type {string} */
let url
/** @type {string} */
let folder

/**
 * @param {string} body
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
function readBody(body, headers) {
  if (body === '') return undefined
  return headers['content-type'] === 'application/json' ? JSON.parse(body) : body
}

/** Stands where the product would: it keeps what it gets and answers what the test says. */
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { method, url: path, headers } = request
  received.push({ method, url: path, headers, body: readBody(body, headers) })
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-ops-'))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})
const order = { number: '4821300', system_client_status: null, client_status: 'Sent', price: 48, client_paid: 48 }
beforeEach(() => {
  received = []
  answer = { status: 200, body: order }
})

/**
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
async function ops(words, environment = {}) {
  const child = spawn(process.execPath, [join(repositoryRoot, 'tools/ops.mjs'), ...words], {
    env: { ...process.env, OPERATIONS_TOKEN: 'secret', PUBLIC_URL: url, ...environment },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part) => (stdout += part))
  child.stderr.on('data', (part) => (stderr += part))
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { status, stdout, stderr }
}

test('[OPS-06] an event is one line: it is sent with the token, a key and the operator, and answered in words', async () => {
  const { status, stdout, stderr } = await ops(['order', '4821300', 'send', '--note', 'Done', '--operator', 'ann'])
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: 'order 4821300: Sent; $48.00, $48.00 paid\n',
    stderr: '',
  })
  expect(received).toMatchObject([
    { method: 'POST', url: '/api/ops/orders/4821300/events', body: { event: 'send', note: 'Done' } },
  ])
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'x-operator': 'ann',
    'idempotency-key': expect.any(String),
  })
})

test('[OPS-06] [STATE-17] the events are those that operations may let happen', () => {
  expect(eventNames).toEqual(eventsBy('operations'))
})

describe('each command is one call', () => {
  /** @type {[string, Partial<Received> & { url: string }][]} */
  const calls = [
    ['orders', { method: 'GET', url: '/api/ops/orders' }],
    ['orders --state nerd_found --page 2', { method: 'GET', url: '/api/ops/orders?state=nerd_found&page=2' }],
    [
      'order 4 refund --amount 12.5 --reason Late',
      { method: 'POST', url: '/api/ops/orders/4/refunds', body: { amount: 12.5, reason: 'Late' } },
    ],
    [
      'order 4 refund --service top_writer --service draft_needed --reason Late',
      {
        method: 'POST',
        url: '/api/ops/orders/4/refunds',
        body: { services: ['top_writer', 'draft_needed'], reason: 'Late' },
      },
    ],
    ['order 48/13', { method: 'GET', url: '/api/ops/orders/48%2F13' }],
    [
      'order 4 nerd_found --nerd Ada --rating 4.9',
      {
        method: 'POST',
        url: '/api/ops/orders/4/events',
        body: { event: 'nerd_found', worker: { name: 'Ada', rating: 4.9 } },
      },
    ],
    [
      'order 4 accept_revision --deadline 2099-01-01T00:00:00Z',
      {
        method: 'POST',
        url: '/api/ops/orders/4/events',
        body: { event: 'accept_revision', deadline: '2099-01-01T00:00:00Z' },
      },
    ],
    [
      'order 4 set --type Quiz --price 12.5 --promo yes --complex no --add-tag a --add-tag b --remove-tag c',
      {
        method: 'PATCH',
        url: '/api/ops/orders/4',
        body: { type: 'Quiz', price: 12.5, isPromo: true, is_complex: false, tags_add: ['a', 'b'], tags_remove: ['c'] },
      },
    ],
    [
      'order new --client c1 --type Quiz --subject History',
      {
        method: 'POST',
        url: '/api/ops/orders',
        body: { client_id: 'c1', type: 'Quiz', subject: 'History' },
      },
    ],
    ['client c1', { method: 'GET', url: '/api/ops/clients/c1' }],
    ['client c1 upload-page', { method: 'POST', url: '/api/ops/clients/c1/upload_page' }],
    ['client c1 new-referral-code', { method: 'POST', url: '/api/ops/clients/c1/referral_code' }],
    ['client c1 files --page 1', { method: 'GET', url: '/api/ops/clients/c1/files?page=1' }],
    [
      'client c1 set --country US --experiments {"app2_scale":"b"}',
      { method: 'PATCH', url: '/api/ops/clients/c1', body: { country_final: 'US', exp_data: { app2_scale: 'b' } } },
    ],
    [
      'client new --phone +14155550199 --add-tag vip --adult',
      {
        method: 'POST',
        url: '/api/ops/clients',
        body: { phone: '+14155550199', tags: ['vip'], adult_confirmed: true },
      },
    ],
    ['client c1 set --country none', { method: 'PATCH', url: '/api/ops/clients/c1', body: { country_final: null } }],
    ['pricing', { method: 'GET', url: '/api/ops/pricing' }],
    ['services', { method: 'GET', url: '/api/ops/services' }],
    ['discount NERD10', { method: 'GET', url: '/api/ops/discounts/NERD10' }],
    ['messages --status dead', { method: 'GET', url: '/api/ops/messages?status=dead' }],
    ['message 0199 resend', { method: 'POST', url: '/api/ops/messages/0199/resend' }],
  ]
  test.each(calls)('[OPS-06] %s', async (words, call) => {
    expect((await ops(words.split(' '))).status).toBe(0)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject(call)
    // A write that is sent twice on its way is one.
    expect('idempotency-key' in (received[0]?.headers ?? {})).toBe(call.method !== 'GET')
  })

  test('[OPS-06] every address of the operations API is reached, and --help tells how', async () => {
    const names = /4(?=[/]|$)|48%2F13|c1|NERD10|0199/
    const reached = new Set([
      '/api/ops/orders/{name}/files',
      ...calls.map(([, { url: at }]) => (at.split('?')[0] ?? '').replace(names, '{name}')),
    ])
    const all = Object.entries(apiPaths).filter(([key]) => /^ops[A-Z]/.test(key))
    expect([...reached].toSorted()).toEqual(all.map(([, path]) => path('{name}', '')).toSorted())
    const { stdout } = await ops(['--help'])
    for (const [words] of calls) {
      const [noun, name = '', verb = ''] = words.split(' --')[0]?.split(' ') ?? []
      const told = name === 'new' || name === '' ? [noun, name] : [noun, '<[^>]+>', verb && `(${verb}|<event>)`]
      expect(stdout).toMatch(new RegExp(`ops -- ${told.filter(Boolean).join(' ')}( |$)`, 'm'))
    }
  })

  test.each([
    ['pricing', '/api/ops/pricing'],
    ['services', '/api/ops/services'],
    ['discount NERD10', '/api/ops/discounts/NERD10'],
  ])('[OPS-06] %s is put from a file', async (words, path) => {
    const file = join(folder, 'put.json')
    writeFileSync(file, '{"gift":1}')
    expect((await ops([...words.split(' '), '--put', file])).status).toBe(0)
    expect(received).toMatchObject([{ method: 'PUT', url: path, body: { gift: 1 } }])
  })
})

describe('files', () => {
  const paper = () => {
    const path = join(folder, 'paper.docx')
    writeFileSync(path, 'What was ordered')
    return path
  }

  test('[OPS-06] a delivery with a file is one line: the file goes first, then the event', async () => {
    const { status, stderr } = await ops(['order', '4821300', 'send', '--file', paper(), '--note', 'Done'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(received).toMatchObject([
      { method: 'POST', url: '/api/ops/orders/4821300/files' },
      { method: 'POST', url: '/api/ops/orders/4821300/events', body: { event: 'send', note: 'Done' } },
    ])
    const [form, event] = received
    expect(form?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(form?.headers['idempotency-key']).not.toBe(event?.headers['idempotency-key'])
    for (const part of ['filename="paper.docx"', 'What was ordered', 'file_final_draft']) {
      expect(form?.body).toContain(part)
    }
  })

  test('[OPS-06] a file goes alone too, as what it is said to be, and the files are listed', async () => {
    const file = { created_at: '2027-01-01T00:00:00Z', type: 'file_draft_paper', name: 'paper.docx', size: 16 }
    answer = { status: 201, body: { ...file, deleted: false } }
    const added = await ops(['order', '4', 'file', '--file', paper(), '--file-type', 'file_draft_paper'])
    expect(added.stdout).toBe('2027-01-01T00:00:00Z file_draft_paper paper.docx, 16 bytes\n')
    expect(received[0]?.body).toContain('file_draft_paper')
    answer = { status: 200, body: [] }
    expect((await ops(['order', '4', 'files'])).stdout).toBe('no files\n')
    answer = { status: 200, body: [{ ...file, deleted: true }] }
    expect((await ops(['order', '4', 'files'])).stdout).toContain('paper.docx, 16 bytes, deleted')
  })

  test('[OPS-06] [UP-04] what a client’s upload page sent is listed with its description and links', async () => {
    const file = { name: 'draft.pdf', size: 16, location: 'http://x/f/1' }
    const sent = { at: '2027-01-01T00:00:00Z', order_id: null, description: 'My draft', files: [file] }
    const waiting = { ...sent, order_id: 'o1', description: '', files: [{ ...file, location: null }] }
    answer = { status: 200, body: { results: [sent, waiting], page: 0, pages: 1, total: 2 } }
    expect((await ops(['client', 'c1', 'files'])).stdout).toBe(`2027-01-01T00:00:00Z no order in work: My draft
  draft.pdf, 16 bytes: http://x/f/1
2027-01-01T00:00:00Z order o1: no description
  draft.pdf, 16 bytes: waits for the virus scanner
page 0 of 1, counted from 0; 2 in all
`)
  })

  test('[OPS-06] when the file is refused, the event does not happen', async () => {
    answer = { status: 413, body: { text: 'The request is too large.', error_value: null } }
    expect(await ops(['order', '4', 'send', '--file', paper()])).toMatchObject({ status: 1 })
    expect(received).toHaveLength(1)
  })

  test('[OPS-06] [CAB-05] the types are those of the product', () => {
    expect(fileTypes.toSorted()).toEqual(Object.keys(orderFileTypes).toSorted())
  })
})

test('[OPS-06] lists are a line each, and --json is the whole answer', async () => {
  const message = {
    created_at: '2027-01-01T00:00:00Z',
    status: 'dead',
    template: 'sign-in-code',
    to: '+1',
    error_code: '30',
  }
  answer = { status: 200, body: { results: [order, message], page: 0, pages: 1, total: 2 } }
  expect((await ops(['orders'])).stdout).toBe(`order 4821300: Sent; $48.00, $48.00 paid
2027-01-01T00:00:00Z dead sign-in-code to +1 (30)
page 0 of 1, counted from 0; 2 in all
`)
  expect(JSON.parse((await ops(['orders', '--json'])).stdout)).toEqual(answer.body)
  const declined = { ...order, system_client_status: 'Unpaid', client_status: null, client_paid: 0, declined: true }
  answer = { status: 200, body: declined }
  expect((await ops(['order', '4821300'])).stdout).toBe('order 4821300: Unpaid, declined; $48.00\n')
})

test('[OPS-06] --help explains every command and calls nobody', async () => {
  const { status, stdout } = await ops(['--help'])
  expect(status).toBe(0)
  for (const word of ['orders', 'client', 'pricing', 'messages', 'discount', 'OPERATIONS_TOKEN', ...eventNames]) {
    expect(stdout).toContain(word)
  }
  expect(received).toEqual([])
})

describe('what goes wrong is said in a sentence', () => {
  test.each([
    ['', 'Say what to do; --help lists the commands.'],
    ['launch', '"launch" is no command; --help lists them.'],
    ['order', 'Say which order.'],
    ['order 4 refund --amount 5', 'Say why with --reason.'],
    ['order 4 explode', '"explode" is no event'],
    ['order 4 send now', '"now" is too much.'],
    ['order 4 send --price 3', '--price does not go with "order send".'],
    ['order 4 set', 'Say at least one thing'],
    ['order 4 set --price much', '--price must be a number, not "much".'],
    ['order 4 set --promo maybe', '--promo must be yes or no, not "maybe".'],
    ['order 4 nerd_found --nerd Ada', '--nerd and --rating go together.'],
    ['order new', 'Say for whom with --client.'],
    ['order 4 send --file no-such.docx', 'no-such.docx cannot be read'],
    ['order 4 send --file-type file_draft_paper', '--file-type goes with --file.'],
    ['order 4 accept --file x', '--file does not go with "order accept".'],
    ['order 4 file', 'Say which file with --file.'],
    ['order 4 file --file x --file-type essay', '"essay" is no type of a file'],
    ['orders --colour red', '--colour'],
    ['pricing --put no-such-file.json', 'no-such-file.json cannot be read'],
    ['client c1 set --experiments {', '--experiments is not JSON.'],
  ])('[OPS-06] "%s" ends with 2 and calls nobody', async (words, sentence) => {
    const { status, stdout, stderr } = await ops(words.split(' ').filter(Boolean))
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(received).toEqual([])
  })

  test('[OPS-06] a refusal is printed with its status and what it is about', async () => {
    answer = {
      status: 409,
      body: { text: 'This is not possible while the order is: Sent.', error_value: 'send', error_type: 'x' },
    }
    expect(await ops(['order', '4', 'send'])).toEqual({
      status: 1,
      stdout: '',
      stderr: '409: This is not possible while the order is: Sent. (send)\n',
    })
  })

  test('[OPS-06] a wrong token leads to its setting', async () => {
    answer = { status: 401, body: { text: 'This needs the token of operations.', error_value: null } }
    expect((await ops(['orders'])).stderr).toBe('401: This needs the token of operations. Set OPERATIONS_TOKEN.\n')
  })

  test('[OPS-06] an answer that is no JSON is a refusal', async () => {
    answer = { status: 502, body: '<html>' }
    expect(await ops(['orders'])).toMatchObject({ status: 1, stderr: '502: The answer is not JSON.\n' })
  })

  test('[OPS-06] a product that does not run is named with its address', async () => {
    const port = await freePort()
    const { status, stderr } = await ops(['orders'], { PUBLIC_URL: '', PORT: String(port) })
    expect(status).toBe(1)
    expect(stderr).toBe(`http://localhost:${port} does not answer (ECONNREFUSED). Is the product running there?\n`)
  })
})
