import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { opsPaths } from '../packages/contract/src/ops-paths.ts'
import { bookFigures } from '../packages/domain/src/books/book-figures.ts'
import { serviceNames } from '../packages/domain/src/catalog/services.ts'
import { orderFileTypes } from '../packages/domain/src/files/order-files.ts'
import { eventsBy } from '../packages/domain/src/orders/order-progress.ts'
import { shellCommand, type StaffCommand, staffCommandNames } from '../packages/domain/src/staff/staff-commands.ts'
import { repositoryRoot } from './bootstrap.mjs'
import { readCommand } from './ops-commands.ts'
import { freePort } from './ports.ts'
import { runOperations } from './run-operations.ts'
import type { AddressInfo } from 'node:net'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

let received: Received[] = []
let answer: { status: number; body: unknown }
/** Bodies of other answers, by the end of the path. */
let others: Record<string, unknown>
/** The number of the next requests whose connection breaks before the answer. */
let lostAnswers: number
let url: string
let folder: string

function readBody(body: string, headers: IncomingHttpHeaders) {
  if (body === '') return undefined
  return headers['content-type'] === 'application/json' ? JSON.parse(body) : body
}

/** A fake product: records requests and sends the test's answers. */
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { method, url: path, headers } = request
  received.push({ method, url: path, headers, body: readBody(body, headers) })
  if (lostAnswers > 0) {
    lostAnswers -= 1
    request.socket.destroy()
    return
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  const other = Object.keys(others).find((end) => path?.endsWith(end))
  const sent = other === undefined ? answer.body : others[other]
  response.end(typeof sent === 'string' ? sent : JSON.stringify(sent))
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-ops-'))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})
const order = {
  number: '4821300',
  system_client_status: null,
  client_status: 'Sent',
  price: 48,
  client_paid: 48,
  type: 'Essay (writing)',
  size: '2 Pages',
  deadline: '2027-01-02T00:00:00Z',
  client_id: 'c1',
  name: 'Rome',
  nerd: null,
  waits: [],
}
const coupon = { code: 'NERD10', gift: { kind: 'percent', percent: 10 }, used: 2, left: 1, over: false }
/** 2027-01-01T00:00:00Z as printed. */
const newYear = 'Fri, Jan 1, 2027, 12:00 AM UTC'
beforeEach(() => {
  received = []
  others = {}
  lostAnswers = 0
  answer = { status: 200, body: order }
})

/** Runs a command in this process; returns its output. */
async function ops(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  let [stdout, stderr] = ['', '']
  const status = await runOperations(
    words,
    { OPERATIONS_TOKEN: 'secret', PUBLIC_URL: url, XDG_STATE_HOME: folder, COMPANY_TIMEZONE: 'UTC', ...environment },
    { log: (line) => (stdout += `${line}\n`), error: (line) => (stderr += `${line}\n`) },
  )
  return { status, stdout, stderr }
}

test('[OPS-06] `npm run ops` prints, reads the environment and exits with its code', async () => {
  const run = async (...words: string[]) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'tools/run.mjs'), 'tools/operations.ts', ...words], {
      env: { ...process.env, OPERATIONS_TOKEN: 'secret', PUBLIC_URL: url, XDG_STATE_HOME: folder, INIT_CWD: folder },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (part) => (stdout += part))
    child.stderr.on('data', (part) => (stderr += part))
    const [status] = await once(child, 'close')
    return { status, stdout, stderr }
  }
  expect(await run('order', '4821300', 'take')).toEqual({
    status: 0,
    stdout: 'order 4821300: Sent; $48.00, $48.00 paid\n',
    stderr: '',
  })
  expect(received[0]?.headers.authorization).toBe('Bearer secret')
  expect(await run('order', '4821300', 'dance')).toMatchObject({ status: 2, stdout: '', stderr: expect.any(String) })
  // A typed path is relative to the shell's folder, not to the repository, where npm runs scripts.
  writeFileSync(join(folder, 'typed.csv'), 'email\nann@example.com\n')
  answer.body = { results: [{ line: 2, outcome: 'created' }] }
  expect(await run('import', 'typed.csv')).toMatchObject({ status: 0, stdout: expect.stringContaining('1 created') })
})

test('[OPS-06] sends an event from one line with the token and a key, and prints the answer in words', async () => {
  const { status, stdout, stderr } = await ops(['order', '4821300', 'send', '--note', 'Done'])
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
    'idempotency-key': expect.any(String),
  })
})

describe('a person who signs in', () => {
  const me = { id: 'n1', name: 'Ann', email: 'ann@example.com', role: 'lead', expires_at: '2027-01-01T12:00:00Z' }
  const bearer = () => received.at(-1)?.headers.authorization
  const signIn = async () => {
    answer = { status: 200, body: { token: 'session-of-ann', me } }
    return ops(['sign-in', '--key', 'key-of-the-mail', '--json'])
  }

  test('[OPS-15] acts with a token that only the owner of its file can read, until the sign-out', async () => {
    const { stdout } = await signIn()
    expect(received.at(-1)?.body).toEqual({ key: 'key-of-the-mail', press: true })
    expect(JSON.parse(stdout)).toEqual(me)
    const file = join(folder, 'nerdify/ops-session.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    answer = { status: 200, body: me }
    expect((await ops(['me'])).stdout).toBe(
      'Ann · lead · ann@example.com · signed in until Fri, Jan 1, 2027, 12:00 PM UTC\n',
    )
    expect(bearer()).toBe('Bearer session-of-ann')
    answer = { status: 200, body: { ok: true } }
    await ops(['sign-out'])
    expect(bearer()).toBe('Bearer session-of-ann')
    await ops(['queue', '--json'])
    expect(bearer()).toBe('Bearer secret')
  })

  test('[OPS-15] keeps the mailed key if the session cannot be stored', async () => {
    const state = join(folder, 'obstructed')
    mkdirSync(join(state, 'nerdify/ops-session.json.new'), { recursive: true })
    const { status, stderr } = await ops(['sign-in', '--key', 'key-of-the-mail'], { XDG_STATE_HOME: state })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${state}/nerdify/ops-session.json cannot be read and written (ERR_FS_EISDIR), and the session is kept there. Set XDG_STATE_HOME to a folder of your own.\n`,
    })
    expect(received).toEqual([])
  })

  test('[OPS-15] never acts with the machine’s token after the session ends', async () => {
    await signIn()
    answer = { status: 401, body: { text: 'Please sign in again.', error_value: null } }
    const over = { status: 1, stderr: '401: Please sign in again. npm run ops -- sign-in you@example.com\n' }
    for (const word of ['queue', 'queue', 'sign-out']) {
      expect(await ops([word])).toMatchObject(over)
      expect(bearer()).toBe('Bearer session-of-ann')
    }
    await ops(['queue'])
    expect(bearer()).toBe('Bearer secret')
  })

  test('[OPS-15] reads which words need a sign-in', async () => {
    const usage = async (...words: string[]) => (await ops(words)).stderr
    expect(await usage('sign-in')).toMatch(/sign-in you@example\.com.*--key/)
    expect(await usage('staff', 'invite')).toBe('Say the email.\n')
    expect(await usage('staff', 'invite', 'ann@example.com')).toContain('--role')
    expect(await usage('clients')).toBe('Say in quotes for what to search.\n')
    expect(received).toEqual([])
  })
})

describe('[SAFE-11] escapes a client’s control characters on the terminal', () => {
  const clearing = '\u001b[2J\u001b[1;1H\u009b31m'
  const description = `${clearing}Read both\norder 4821300: paid\u202Etxt.exe`
  const acting = /(?!\n)[\p{Cc}\u202a-\u202e]/u

  test('prints an upload page’s description and file names as a quoted line each', async () => {
    const files = [{ name: `a${clearing}.pdf`, size: 5, location: null }]
    const results = [{ at: '2027-03-14T09:05:07Z', order_id: null, description, files }]
    answer = { status: 200, body: { results, page: 0, pages: 1, total: 1 } }
    const { stdout } = await ops(['client', 'c1', 'files'])
    expect(stdout).not.toMatch(acting)
    expect(stdout.split('\n')).toEqual([
      'Sun, Mar 14, 2027, 9:05 AM UTC no order in work',
      '  a\\u001b[2J\\u001b[1;1H\\u009b31m.pdf, 5 bytes: waits for the virus scanner',
      '  > \\u001b[2J\\u001b[1;1H\\u009b31mRead both\\u000aorder 4821300: paid\\u202etxt.exe',
      'page 0 of 1, counted from 0; 1 in all',
      '',
    ])
  })

  test.each([
    ['the subject of an order, as JSON', ['order', '4', '--json'], { ...order, subject: description }],
    ['a coupon', ['discount', 'SPRING'], { ...coupon, code: description }],
    [
      'the name of a file',
      ['order', '4', 'files'],
      [{ created_at: 'now', type: 'order_form', name: description, size: 5, location: null }],
    ],
  ])('%s', async (_what, words, body) => {
    answer = { status: 200, body }
    const { stdout } = await ops(words)
    expect(stdout).not.toMatch(acting)
    expect(stdout).toMatch(/\\u001b\[2J/)
    if (stdout.startsWith('{')) expect(JSON.parse(stdout)).toEqual(body)
  })

  test('a refusal that quotes it', async () => {
    answer = { status: 422, body: { text: description, error_value: clearing } }
    const { stderr } = await ops(['order', '4'])
    expect(stderr).not.toMatch(acting)
    expect(stderr).toContain('Read both')
  })
})

describe('each command sends one call', () => {
  const calls: [string, Partial<Received> & { url: string }][] = [
    ['orders', { method: 'GET', url: '/api/ops/orders' }],
    [
      'order 4 reassign --note ill --tell Sorry',
      { method: 'POST', url: '/api/ops/orders/4/events', body: { event: 'reassign', note: 'ill', tell: 'Sorry' } },
    ],
    [
      'order 4 extend_deadline --deadline 2099-01-01T00:00:00Z --note agreed',
      {
        method: 'POST',
        url: '/api/ops/orders/4/events',
        body: { event: 'extend_deadline', deadline: '2099-01-01T00:00:00Z', note: 'agreed' },
      },
    ],
    ['prices', { method: 'GET', url: '/api/ops/prices' }],
    ['nerd n1', { method: 'GET', url: '/api/ops/nerds/n1' }],
    [
      'nerd add --name Ada --rating 4.8 --email ada@example.com --subject History --subject Law',
      {
        method: 'POST',
        url: '/api/ops/nerds',
        body: { name: 'Ada', rating: 4.8, email: 'ada@example.com', subjects: ['History', 'Law'] },
      },
    ],
    [
      'nerd n1 set --active no --email none',
      { method: 'PATCH', url: '/api/ops/nerds/n1', body: { active: false, email: null } },
    ],
    [
      'client c1 correct --phone +14155550103',
      { method: 'POST', url: '/api/ops/clients/c1/contact', body: { phone: '+14155550103' } },
    ],
    ['nerd n1 merge --into n2', { method: 'POST', url: '/api/ops/nerds/n1/merge', body: { into: 'n2' } }],
    ['nerd n1 owed', { method: 'GET', url: '/api/ops/nerds/n1/owed' }],
    [
      'nerd n1 paid-out --month 2026-11 --amount 50 --reference T-1',
      { method: 'POST', url: '/api/ops/nerds/n1/payouts', body: { month: '2026-11', amount: 50, reference: 'T-1' } },
    ],
    ['owed --month 2026-11', { method: 'GET', url: '/api/ops/owed_to_nerds?month=2026-11' }],
    ['nerds --active true --cursor n1', { method: 'GET', url: '/api/ops/nerds?active=true&cursor=n1' }],
    [
      'orders --state nerd_found --client c1 --tag vip --late --q law --due-to 2099-01-01T00:00:00Z --cursor c1',
      {
        method: 'GET',
        url: '/api/ops/orders?client=c1&state=nerd_found&due_to=2099-01-01T00%3A00%3A00Z&late=true&tag=vip&q=law&cursor=c1',
      },
    ],
    [
      'order 4 agree --price 60 --reason More --version 7',
      {
        method: 'POST',
        url: '/api/ops/orders/4/agreement',
        body: { price: 60, reason: 'More', version: 7 },
      },
    ],
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
    [
      'order 4 refund --tip --outside --reason Transfer',
      { method: 'POST', url: '/api/ops/orders/4/refunds', body: { tip: true, outside: true, reason: 'Transfer' } },
    ],
    [
      'client c1 end-plan --plan nerdify_basic --refund --reason Unused',
      {
        method: 'POST',
        url: '/api/ops/clients/c1/plan_end',
        body: { plan: 'nerdify_basic', refund: true, reason: 'Unused' },
      },
    ],
    [
      'client c1 credit --amount 5 --reason Sorry',
      { method: 'POST', url: '/api/ops/clients/c1/balance_credits', body: { amount: 5, reason: 'Sorry' } },
    ],
    [
      'client c1 debit --amount 5 --reason Mistake',
      { method: 'POST', url: '/api/ops/clients/c1/balance_debits', body: { amount: 5, reason: 'Mistake' } },
    ],
    ['order 48/13', { method: 'GET', url: '/api/ops/orders/48%2F13' }],
    [
      'order 4 nerd_found --nerd Ada --fee 40.5',
      {
        method: 'POST',
        url: '/api/ops/orders/4/events',
        body: { event: 'nerd_found', nerd: 'Ada', fee: 40.5 },
      },
    ],
    ['order 4 set --fee none', { method: 'PATCH', url: '/api/ops/orders/4', body: { fee: null } }],
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
    ['clients 0100 --cursor c1', { method: 'GET', url: '/api/ops/clients?q=0100&cursor=c1' }],
    ['client c1 balance --cursor x.0', { method: 'GET', url: '/api/ops/clients/c1/balance_changes?cursor=x.0' }],
    ['client c1', { method: 'GET', url: '/api/ops/clients/c1' }],
    ['client c1 upload-page', { method: 'POST', url: '/api/ops/clients/c1/upload_page' }],
    ['client c1 new-referral-code', { method: 'POST', url: '/api/ops/clients/c1/referral_code' }],
    ['client c1 sign-out', { method: 'POST', url: '/api/ops/clients/c1/sign-out' }],
    ['client c1 block', { method: 'POST', url: '/api/ops/clients/c1/block' }],
    ['client c1 unblock', { method: 'POST', url: '/api/ops/clients/c1/unblock' }],
    ['client c1 release-bonuses', { method: 'POST', url: '/api/ops/clients/c1/referral_bonuses' }],
    [
      'client c1 refuse-bonuses --reason Invented.',
      { method: 'POST', url: '/api/ops/clients/c1/referral_bonuses/refuse', body: { reason: 'Invented.' } },
    ],
    ['contact c1', { method: 'GET', url: '/api/ops/contacts/c1' }],
    [
      'contact c1 answer --text Soon.',
      { method: 'POST', url: '/api/ops/contacts/c1/answers', body: { text: 'Soon.' } },
    ],
    ['contact c1 no-answer-needed', { method: 'POST', url: '/api/ops/contacts/c1/no_answer_needed' }],
    ['conversations --waits', { method: 'GET', url: '/api/ops/conversations?waits=true' }],
    ['conversation c1', { method: 'GET', url: '/api/ops/conversations/c1' }],
    ['replies', { method: 'GET', url: '/api/ops/replies' }],
    [
      'reply add --name Thanks --text Thanks!',
      { method: 'POST', url: '/api/ops/replies', body: { name: 'Thanks', text: 'Thanks!' } },
    ],
    ['reply n1 set --text Thanks!', { method: 'PATCH', url: '/api/ops/replies/n1', body: { text: 'Thanks!' } }],
    ['reply n1 remove', { method: 'POST', url: '/api/ops/replies/n1/remove' }],
    ['conversation c1 no-answer-needed', { method: 'POST', url: '/api/ops/conversations/c1/no_answer_needed' }],
    [
      'conversation c1 no-answer-needed --last 0199',
      { method: 'POST', url: '/api/ops/conversations/c1/no_answer_needed?last=0199' },
    ],
    [
      'conversation c1 read --last 0199',
      { method: 'POST', url: '/api/ops/conversations/c1/read', body: { last: '0199' } },
    ],
    ['preview c1 Soon.', { method: 'POST', url: '/api/ops/conversations/c1/preview', body: { text: 'Soon.' } }],
    ['note c1 Call', { method: 'POST', url: '/api/ops/conversations/c1/notes', body: { text: 'Call' } }],
    ['conversation c1 take-back', { method: 'POST', url: '/api/ops/conversations/c1/take_back' }],
    [
      'answer c1 Soon. --as nerd',
      { method: 'POST', url: '/api/ops/conversations/c1/answers', body: { text: 'Soon.', as: 'nerd' } },
    ],
    ['queue', { method: 'GET', url: '/api/ops/queue' }],
    [
      'queue --kind work --late --staff me --q rome --cursor c1',
      { method: 'GET', url: '/api/ops/queue?kind=work&late=true&staff=me&q=rome&cursor=c1' },
    ],
    ['order 4 take', { method: 'POST', url: '/api/ops/orders/4/take', body: {} }],
    ['order 4 take --staff Ben', { method: 'POST', url: '/api/ops/orders/4/take', body: { staff: 'Ben' } }],
    [
      'order 4 remove-file --file-id f1',
      { method: 'POST', url: '/api/ops/orders/4/file_removals', body: { file_id: 'f1' } },
    ],
    ['order 4 release', { method: 'POST', url: '/api/ops/orders/4/release' }],
    ['order 4 work-sheet', { method: 'POST', url: '/api/ops/orders/4/work_sheets' }],
    ['bonuses', { method: 'GET', url: '/api/ops/referral_bonuses' }],
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
    ['late-credit', { method: 'GET', url: '/api/ops/late_credit' }],
    ['discount NERD10', { method: 'GET', url: '/api/ops/discounts/NERD10' }],
    ['discount NERD10 uses', { method: 'GET', url: '/api/ops/discounts/NERD10/uses' }],
    ['discount NERD10 off', { method: 'POST', url: '/api/ops/discounts/NERD10/off' }],
    ['discounts', { method: 'GET', url: '/api/ops/discounts' }],
    ['books --from 2026-11-01 --to 2026-11-30', { method: 'GET', url: '/api/ops/books?from=2026-11-01&to=2026-11-30' }],
    ['books 2026-11-01 compare', { method: 'POST', url: '/api/ops/books/2026-11-01/compare' }],
    [
      'books 2026-11-01 settle --reason Phoned',
      { method: 'POST', url: '/api/ops/books/2026-11-01/settle', body: { reason: 'Phoned' } },
    ],
    ['books csv --from 2026-11-01', { method: 'GET', url: '/api/ops/books.csv?from=2026-11-01' }],
    ['log --person Ada --action block', { method: 'GET', url: '/api/ops/log?person=Ada&action=block' }],
    ['messages --status dead', { method: 'GET', url: '/api/ops/messages?status=dead' }],
    ['message 0199 resend', { method: 'POST', url: '/api/ops/messages/0199/resend' }],
    ['me', { method: 'GET', url: '/api/ops/me' }],
    ['staff', { method: 'GET', url: '/api/ops/staff' }],
    [
      'staff invite ann@example.com --role owner',
      { method: 'POST', url: '/api/ops/staff', body: { email: 'ann@example.com', role: 'owner' } },
    ],
    ['staff n1 set --role lead', { method: 'PATCH', url: '/api/ops/staff/n1', body: { role: 'lead' } }],
    ['staff n1 remove', { method: 'POST', url: '/api/ops/staff/n1/remove' }],
    ['sign-in ann@example.com', { method: 'POST', url: '/api/ops/sign_in', body: { email: 'ann@example.com' } }],
    ['sign-out', { method: 'POST', url: '/api/ops/sign_out' }],
  ]
  test.each(calls)('[OPS-06] %s', async (words, call) => {
    expect((await ops([...words.split(' '), '--json'])).status).toBe(0)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject(call)
    // A write with a key takes effect once, even if sent twice.
    expect('idempotency-key' in (received[0]?.headers ?? {})).toBe(call.method !== 'GET')
  })

  test('[OPS-17] prints only commands that the tool knows', () => {
    const nexts = calls.flatMap(([words]) => readCommand(words.split(' ')).calls.at(-1)?.next ?? [])
    expect(nexts.length).toBeGreaterThan(10)
    for (const next of nexts) expect(() => readCommand(next.replaceAll('"', '').split(' '))).not.toThrow()
  })

  test('[OPS-06] reaches every address of the operations API, as --help describes', async () => {
    const names = /2026-11-01|4(?=[/]|$)|48%2F13|c1|n1|NERD10|0199/
    const reached = new Set([
      '/api/ops/orders/:name/files',
      opsPaths.signInKey(),
      opsPaths.clientImport(),
      '/api/ops/conversations/:name/files',
      ...calls.map(([, { url: at }]) => (at.split('?')[0] ?? '').replace(names, ':name')),
    ])
    // Only the doctor requests a call's origin, and the stream is the desk's.
    const all = Object.entries(opsPaths).filter(([key]) => !['caller', 'stream'].includes(key))
    expect([...reached].toSorted()).toEqual(all.map(([, path]) => path(':name')).toSorted())
    const { stdout } = await ops(['--help'])
    for (const [words] of calls) {
      const [noun, name = '', verb = ''] = words.split(' --')[0]?.split(' ') ?? []
      const usage = ['new', 'csv', ''].includes(name)
        ? [noun, name]
        : noun === 'clients' || noun === 'sign-in'
          ? [noun, '"<(q|email)>"']
          : name === 'invite'
            ? [noun, name, '"<email>"']
            : [noun, '<[^>]+>', verb && `(${verb}|<event>|"<text>")`]
      expect(stdout).toMatch(new RegExp(`ops -- ${usage.filter(Boolean).join(' ')}( |$)`, 'm'))
    }
  })

  test.each([
    ['pricing', '/api/ops/pricing'],
    ['services', '/api/ops/services'],
    ['late-credit', '/api/ops/late_credit'],
    ['discount NERD10', '/api/ops/discounts/NERD10'],
  ])('[OPS-06] puts %s from a file', async (words, path) => {
    const file = join(folder, 'put.json')
    // Editors on Windows begin a file with a byte order mark.
    writeFileSync(file, '\uFEFF{"gift":1}')
    expect((await ops([...words.split(' '), '--put', file, '--json'])).status).toBe(0)
    expect(received).toMatchObject([{ method: 'PUT', url: path, body: { gift: 1 } }])
  })
})

describe('files', () => {
  const paper = () => {
    const path = join(folder, 'paper.docx')
    writeFileSync(path, 'What was ordered')
    return path
  }

  test('[OPS-06] delivers a file with one line: sends the file first, then the event', async () => {
    answer.body = { ...order, client_status: 'Nerd found' }
    const { status, stderr } = await ops(['order', '4821300', 'send', '--file', paper(), '--note', 'Done'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(received).toMatchObject([
      { method: 'GET', url: '/api/ops/orders/4821300' },
      { method: 'POST', url: '/api/ops/orders/4821300/files' },
      { method: 'POST', url: '/api/ops/orders/4821300/events', body: { event: 'send', note: 'Done' } },
    ])
    const [, form, event] = received
    expect(form?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(form?.headers['idempotency-key']).not.toBe(event?.headers['idempotency-key'])
    for (const part of ['filename="paper.docx"', 'What was ordered', 'file_final_draft']) {
      expect(form?.body).toContain(part)
    }
  })

  test.each([
    ['send', 'Sent'],
    ['send', 'Unpaid'],
    ['complete_revision', 'Revision requested'],
  ])('[OPS-06] sends no file for %s to an order that is %s', async (event, client_status) => {
    answer.body = { ...order, client_status }
    const { status, stderr } = await ops(['order', '4821300', event, '--file', paper()])
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `The order is ${client_status}, so ${event} is not possible, and the file was not added.\n`,
    })
    expect(received).toMatchObject([{ method: 'GET' }])
  })

  test('[TALK-01][OPS-06] answers with a file in one line: sends the file first, then its id with the words', async () => {
    const file = { _id: 'u1', name: 'paper.docx', size: 16, location: 'http://x/f/1' }
    const words = {
      _id: 'm1',
      at: '2027-01-01T00:00:00Z',
      author: 'client',
      operator: null,
      name: null,
      by_text: true,
      text: 'Hi',
      for_nerd: null,
    }
    const messages = [{ ...words, read_at: '2027-01-01T01:00:00Z', files: [file] }]
    const head = { id: 'c1', client: 'Ann', title: null, waits_since: null, due: null, taken_by: null, next: null }
    answer = { status: 200, body: { ...file, ...head, messages: [] } }
    expect(await ops(['answer', 'c1', 'See the file', '--file', paper()])).toMatchObject({ status: 0, stderr: '' })
    expect(received).toMatchObject([
      { method: 'POST', url: '/api/ops/conversations/c1/files' },
      { method: 'POST', url: '/api/ops/conversations/c1/answers', body: { text: 'See the file', files: ['u1'] } },
    ])
    answer = { status: 200, body: { ...head, waits_since: '2027-01-01T00:00:00Z', messages } }
    expect(
      (await ops(['conversation', 'c1'])).stdout,
    ).toBe(`${newYear} client by text, read Fri, Jan 1, 2027, 1:00 AM UTC
  > Hi
  paper.docx, 16 bytes: http://x/f/1
conversation c1 with Ann · waits since ${newYear}
  npm run ops -- answer c1 "TEXT"
  npm run ops -- conversation c1 no-answer-needed --last m1
`)
  })

  test('[TALK-05][OPS-06] prints the thread of a phone without an account with our answers', async () => {
    const at = '2027-01-01T00:00:00Z'
    const sent = { at, by: 'text', text: 'Is this\nNerdify?', email: null, operator: null }
    const messages = [
      { ...sent, by: 'answer', text: 'Yes!', operator: 'Ann' },
      { ...sent, by: 'page', text: '', email: 'a@b.co' },
      sent,
    ]
    answer = { status: 200, body: { id: 'm1', phone: '+14155550103', waits_since: at, due: at, messages } }
    for (const verb of [[], ['no-answer-needed']])
      expect((await ops(['contact', 'm1', ...verb])).stdout).toBe(`${newYear} by text
  > Is this
  > Nerdify?
${newYear} through the contact page, typed a@b.co
  a number alone
${newYear} Ann
  > Yes!
contact +14155550103, waits since ${newYear}
  npm run ops -- contact m1 answer --text "TEXT"
  npm run ops -- contact m1 no-answer-needed
`)
  })

  test('[OPS-06] sends a file alone with its type, and lists files', async () => {
    const file = {
      _id: 'f1',
      created_at: '2027-01-01T00:00:00Z',
      type: 'file_draft_paper',
      name: 'paper.docx',
      size: 16,
      location: null,
    }
    answer = { status: 201, body: { ...file, location: 'http://x/f/1', deleted: false } }
    const added = await ops(['order', '4', 'file', '--file', paper(), '--file-type', 'file_draft_paper'])
    expect(added.stdout).toBe(
      `${newYear} file_draft_paper paper.docx, 16 bytes: http://x/f/1 · f1\n  npm run ops -- order 4\n`,
    )
    expect(received[0]?.body).toContain('file_draft_paper')
    answer = { status: 200, body: [] }
    expect((await ops(['order', '4', 'files'])).stdout).toBe('no files\n')
    answer = { status: 200, body: [{ ...file, deleted: true }] }
    expect((await ops(['order', '4', 'files'])).stdout).toContain('paper.docx, 16 bytes, deleted')
    answer = { status: 200, body: [] }
    const removed = await ops(['order', '4', 'remove-file', '--file-id', 'f1'])
    expect(removed.stdout).toBe('no files\n  npm run ops -- order 4\n')
  })

  test('[OPS-06][UP-04] lists a client’s uploads with description and links', async () => {
    const file = { name: 'draft.pdf', size: 16, location: 'http://x/f/1' }
    const sent = { at: '2027-01-01T00:00:00Z', order_id: null, description: 'My draft', files: [file] }
    const waiting = { ...sent, order_id: 'o1', description: '', files: [{ ...file, location: null }] }
    answer = { status: 200, body: { results: [sent, waiting], page: 0, pages: 1, total: 2 } }
    expect((await ops(['client', 'c1', 'files'])).stdout).toBe(`${newYear} no order in work
  draft.pdf, 16 bytes: http://x/f/1
  > My draft
${newYear} order o1
  draft.pdf, 16 bytes: waits for the virus scanner
  no words
page 0 of 1, counted from 0; 2 in all
`)
  })

  test('[OPS-14][SAFE-11] lists Nerds with rating, work, subjects and the cursor of the next page', async () => {
    const ada = {
      id: 'n1',
      name: 'Ada\u001b[2J',
      email: 'ada@example.com',
      subjects: ['History', 'Law'],
      active: true,
      rating: 4.83,
      entered_rating: 5,
      marks: 6,
      open: 2,
      late: 1,
      next_due: '2027-01-01T06:00:00Z',
      delivered_30_days: 7,
    }
    const ben = { ...ada, id: 'n2', name: 'Ben', email: null, subjects: [], active: false, marks: 4, next_due: null }
    answer = { status: 200, body: { results: [ada, ben], next: 'n2' } }
    expect((await ops(['nerds'])).stdout).toBe(
      `Ada\\u001b[2J · 4.83 of 5 (6 marks) · 2 open, 1 late, next due Fri, Jan 1, 2027, 6:00 AM UTC · 7 delivered in 30 days · History, Law · ada@example.com · n1
Ben (inactive) · 4.83 of 5 (entered) · 2 open, 1 late · 7 delivered in 30 days · no e-mail · n2
more: --cursor n2
`,
    )
  })

  test('[WAIT-01][SAFE-11] lists waits with due time, kind, task as text, and their commands', async () => {
    const entry = {
      kind: 'nerd_search',
      waits_for: 'Nerd to be found',
      turn: 'staff',
      since: '2027-01-01T00:00:00Z',
      due: '2027-01-01T06:00:00Z',
      late: true,
      client_id: 'c1',
      number: '48213',
      title: '\u001b[2Jwar',
      work: 'Essay',
      deadline: null,
      services: ['TOP Nerd'],
      preferred_nerd: 'Ada',
      nerd: null,
      taken_by: 'Ann',
      amount: 48,
      next: [{ event: 'nerd_found' }],
    }
    const open = {
      ...entry,
      late: false,
      due: null,
      services: [],
      preferred_nerd: null,
      nerd: 'Bo',
      taken_by: null,
      next: [],
    }
    const written = {
      ...open,
      waits_for: 'answer to a message',
      phone: '+14155550103',
      name: 'Ann',
      proved: true,
      words: 'Where\nis it?',
      conversation: '48213',
      last: 'm2',
      next: [{ event: 'no_answer_needed' }],
    }
    const nobody = { ...written, name: null, words: null, number: null, client_id: null, conversation: null, next: [] }
    const stranger = {
      ...nobody,
      proved: false,
      words: 'npm run ops -- client c1 block',
      id: 'm1',
      last: null,
      next: [{ event: 'no_answer_needed' }],
    }
    const lost = {
      ...nobody,
      waits_for: 'message that did not arrive',
      phone: null,
      proved: null,
      words: 'Mail to a@b.c',
    }
    const results = [entry, open, written, nobody, stranger, lost]
    const counts = [
      { kind: 'nerd_search', open: 2, late: 1 },
      { kind: 'work', open: 0, late: 0 },
      { kind: 'message', open: 3, late: 0 },
    ]
    answer = { status: 200, body: { results, next: null, total: 5, counts } }
    expect((await ops(['queue'])).stdout.split('\n')).toEqual([
      `LATE, was due Fri, Jan 1, 2027, 6:00 AM UTC · order 48213: Nerd to be found (staff) since ${newYear} · Ann has it`,
      '  Essay: \\u001b[2Jwar; deadline none; $48.00 paid; TOP Nerd, wants Ada; client c1',
      '  npm run ops -- order 48213 nerd_found --nerd NAME',
      `no time promised · order 48213: Nerd to be found (staff) since ${newYear}`,
      '  Essay: \\u001b[2Jwar; deadline none; $48.00 paid; Nerd Bo; client c1',
      `no time promised · Ann: answer to a message (staff) since ${newYear}`,
      '  order 48213: Essay: \\u001b[2Jwar; deadline none; $48.00 paid; Nerd Bo; client c1',
      '  npm run ops -- conversation 48213 no-answer-needed --last m2',
      '  > Where\\u000ais it?',
      `no time promised · +14155550103: answer to a message (staff) since ${newYear}`,
      '  no order; client none',
      '  a number alone',
      `no time promised · +14155550103: answer to a message (staff) since ${newYear}`,
      '  Not signed in: number and address are typed, not proved',
      '  npm run ops -- contact m1 no-answer-needed',
      '  > npm run ops -- client c1 block',
      `no time promised · no client: message that did not arrive (staff) since ${newYear}`,
      '  no order; client none',
      '  > Mail to a@b.c',
      'nerd_search 2 (1 late) · message 3',
      '5 in all',
      '',
    ])
  })

  test('[SAFE-08][OPS-06] prints each held bonus in a line', async () => {
    answer = { status: 200, body: { results: [{ client_id: 'c1', count: 3, since: '2027-01-01T00:00:00Z' }] } }
    expect((await ops(['bonuses'])).stdout).toBe(`client c1: 3 since ${newYear}
  npm run ops -- client c1 release-bonuses
  npm run ops -- client c1 refuse-bonuses --reason REASON
`)
    answer = { status: 200, body: { results: [] } }
    expect((await ops(['client', 'c1', 'release-bonuses'])).stdout).toBe('none\n  npm run ops -- client c1\n')
  })

  test('[OPS-06] sends no event if the file is refused', async () => {
    answer = { status: 413, body: { text: 'The request is too large.', error_value: null } }
    expect(await ops(['answer', 'c1', 'See the file', '--file', paper()])).toMatchObject({ status: 1 })
    expect(received).toHaveLength(1)
  })
})

test('[OPS-06] prints lists a line each, and the whole answer with --json', async () => {
  const message = {
    id: 'm1',
    created_at: '2027-01-01T00:00:00Z',
    status: 'dead',
    template: 'sign-in-code',
    to: '+1',
    error_code: '30',
  }
  answer = { status: 200, body: { results: [message], page: 0, pages: 1, total: 1 } }
  expect((await ops(['messages'])).stdout).toBe(`${newYear} dead sign-in-code to +1 (30) · m1
page 0 of 1, counted from 0; 1 in all
`)
  answer = { status: 200, body: { results: [order], next: 'c1', total: 1_000, over_total: true } }
  expect((await ops(['orders'])).stdout).toBe(`order 4821300: Sent; $48.00, $48.00 paid
  Essay (writing), 2 Pages; deadline Sat, Jan 2, 2027, 12:00 AM UTC; client c1; Rome
over 1,000 in all
more: --cursor c1
`)
  expect(JSON.parse((await ops(['orders', '--json'])).stdout)).toEqual(answer.body)
  const declined = { ...order, system_client_status: 'Unpaid', client_status: null, client_paid: 0, declined: true }
  answer = { status: 200, body: declined }
  expect((await ops(['order', '4821300', 'take'])).stdout).toBe('order 4821300: Unpaid, declined; $48.00\n')
})

test('[OPS-16][OPS-19] prints coupons, their uses and the log a line each, with the next slice’s command', async () => {
  const use = { order_id: 'o1', number: '4821300', client_id: 'c1', discount: 4.8 }
  const at = '2027-01-01T00:00:00Z'
  const action = {
    id: 'a1',
    at,
    person: 'Ada',
    action: 'block client',
    subject: 'client c1',
    subject_name: 'Ruby',
    request: {},
  }
  const lists: [words: string, row: object, line: string][] = [
    ['discounts', coupon, 'NERD10: 10% off; 2 used, 1 left; no end'],
    ['discount NERD10 uses', use, 'order 4821300: $4.80 off; client c1'],
    ['log', action, `${newYear} Ada: block client, client c1 (Ruby)`],
    [
      'log',
      { ...action, action: 'refund', subject: 'order o1', subject_name: '48177', request: { amount: 5 } },
      `${newYear} Ada: refund, order 48177, amount 5`,
    ],
  ]
  for (const [words, row, line] of lists) {
    answer = { status: 200, body: { results: [row], next: 'a1' } }
    expect((await ops(words.split(' '))).stdout).toBe(`${line}\nmore: --cursor a1\n`)
  }
})

test('[OPS-10] prints balance changes a line each, with the next slice’s command', async () => {
  const change = { id: 'e1.0', at: '2027-01-01T00:00:00Z', amount: -5, cause: 'staff_debit', order_number: null }
  answer = { status: 200, body: { results: [{ ...change, reason: 'Mistake' }], next: 'e1.0' } }
  expect((await ops(['client', 'c1', 'balance'])).stdout).toBe(
    `${newYear} · -$5.00 staff debit · Mistake\nmore: --cursor e1.0\n`,
  )
})

test('[OPS-14] prints fees and tips by Nerd and month, and each payout', async () => {
  const sums = { nerd_id: 'n1', nerd: 'Ada', month: '2026-11', tips: 8, fees: 20, paid_out: 5, owed: 23 }
  const at = '2026-12-01T00:00:00Z'
  const payout = { nerd: 'Ada', month: '2026-11', amount: 5, reference: 'T-1', person: 'Ann', at }
  answer = { status: 200, body: { months: [sums], payouts: [payout] } }
  expect(
    (await ops(['owed'])).stdout,
  ).toBe(`2026-11 Ada: $23.00 owed; $20.00 of fees, $8.00 of tips, $5.00 paid out · n1
Tue, Dec 1, 2026, 12:00 AM UTC Ann paid Ada $5.00 for 2026-11: T-1
`)
  answer = { status: 200, body: { months: [], payouts: [] } }
  expect((await ops(['owed'])).stdout).toBe('nothing owed\n')
})

describe('[OPS-18] import', () => {
  const written = (content: string) => {
    const path = join(folder, 'clients.csv')
    writeFileSync(path, content)
    return path
  }

  test('sends the lines of a CSV 500 at a time, by their numbers, and names each refused one', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => `+1415555${String(index).padStart(4, '0')},"Ann, ""A"""`)
    const refused = { line: 2, outcome: 'refused', field: 'phone', reason: 'Mistyped.' }
    answer = { status: 200, body: { results: [refused, { ...refused, line: 3, outcome: 'created' }] } }
    const file = written(`\uFEFFphone,nickname\r\n${rows.join('\r\n')}\r\n`)
    const { stdout } = await ops(['import', file, '--dry-run'])
    const part = 'line 2, phone: Mistyped.\nlines 2 to 3: 1 created, 0 known, 1 refused\n'
    expect(stdout).toBe(`${part}${part}  npm run ops -- import ${file}\n`)
    expect(JSON.parse((await ops(['import', file, '--json'])).stdout).results).toHaveLength(4)
    const bodies = received.slice(0, 2).map(({ body }) => body as { dry_run: boolean; lines: object[] })
    expect(bodies.map(({ dry_run, lines }) => [dry_run, lines.length])).toEqual([
      [true, 500],
      [true, 1],
    ])
    expect(bodies[1]?.lines).toEqual([{ line: 502, phone: '+14155550500', nickname: 'Ann, "A"' }])
  })

  test.each([
    ['', 'is empty'],
    ['phone\n', 'has no clients'],
    ['phone,fax\n1,2\n', '"fax" is not a column'],
    ['phone,phone\n1,2\n', '"phone" is there twice'],
    ['phone\n1,2\n', 'Line 2 has more cells'],
    ['phone\n"1\n', 'a quote is not closed'],
    [`phone\n${'1\n'.repeat(50_001)}`, 'At most 50000 lines'],
  ])('refuses a file as a whole: %#', async (content, says) => {
    const { status, stderr } = await ops(['import', written(content)])
    expect([status, received.length]).toEqual([2, 0])
    expect(stderr).toContain(says)
  })
})

test('[OPS-17][SAFE-11] prints an order’s page in company time, with outsiders’ words after all commands', async () => {
  const wait = {
    waits_for: 'Nerd to be found',
    turn: 'staff',
    since: '2027-01-01T00:00:00Z',
    due: '2027-01-01T06:00:00Z',
    late: false,
    taken_by: 'Ann',
    next: [{ event: 'nerd_found' }],
  }
  const report = { price: 8, added: true, active: true, refunded: false, free_reason: null }
  answer = {
    status: 200,
    body: {
      ...order,
      type: 'Essay',
      size: '2 Pages',
      subject: 'History',
      deadline: '2027-01-02T00:00:00Z',
      created_at: '2027-01-01T00:00:00Z',
      client_id: 'c1',
      tags: ['vip'],
      title: 'Rome',
      details: 'First line\nnpm run ops -- order 1 refund',
      services: { adv_plagreport: report },
      discountCode: null,
      discount_amount: 0,
      refunded: 5,
      preferred_worker: 'Joel',
      nerd: { id: 'n1', name: 'Wen', rating: 4.9, fee: 30, work_sheet_at: null, has_email: false },
      events: [{ at: '2027-01-01T00:00:00Z', author: 'client', event: 'created', data: { from: 'web' } }],
      waits: [wait],
      failed_refunds: [
        { ...wait, waits_for: 'refund that failed', due: null, next: [{ event: 'refund_outside', amount: 5 }] },
      ],
    },
  }
  const message = { at: '2027-01-01T00:00:00Z', author: 'client', text: 'When?', files: [], for_nerd: null }
  const file = {
    _id: 'f1',
    created_at: '2027-01-01T00:00:00Z',
    type: 'file_draft_paper',
    name: 'paper.docx',
    size: 16,
    location: 'http://x/f/1',
  }
  const thread = {
    id: '4821300',
    waits_since: '2001-01-01T00:00:00Z',
    due: '2001-01-01T04:00:00Z',
    taken_by: 'Bo',
    next: null,
    messages: [{ ...message, _id: 'm1' }],
  }
  others = { '/files': [file], '/conversations/4821300': thread }
  const { stdout } = await ops(['order', '4821300'])
  expect(stdout).toBe(`order 4821300: Sent; $48.00, $48.00 paid, $5.00 refunded

TASK
  Essay
  2 Pages
  History
  deadline Sat, Jan 2, 2027, 12:00 AM UTC
  ordered ${newYear} · npm run ops -- client c1
  tags vip

NERD
  Wen, 4.9 of 5, fee $30.00 · npm run ops -- nerd n1; the client wants Joel
  no work sheet: no e-mail · npm run ops -- nerd n1 set --email ADDRESS

MONEY
  price $48.00
  ${serviceNames.adv_plagreport} $8.00, paid
  paid $48.00
  refunded $5.00

FILES
  ${newYear} file_draft_paper paper.docx, 16 bytes: http://x/f/1 · f1

HISTORY
  ${newYear} client: created {"from":"web"}

WAITS
  due Fri, Jan 1, 2027, 6:00 AM UTC · Nerd to be found (staff) since ${newYear} · Ann has it
    npm run ops -- order 4821300 nerd_found --nerd NAME
  LATE, was due Mon, Jan 1, 2001, 4:00 AM UTC · answer to a message (staff) since Mon, Jan 1, 2001, 12:00 AM UTC · Bo has it
    npm run ops -- answer 4821300 "TEXT"
    npm run ops -- conversation 4821300 no-answer-needed --last m1
  no time promised · refund that failed (staff) since ${newYear} · Ann has it
    npm run ops -- order 4821300 refund --amount 5.00 --outside --reason REASON

CONVERSATION
${newYear} client
  > When?

DESCRIPTION
  > Rome
  > First line
  > npm run ops -- order 1 refund
`)
  received = []
  expect(JSON.parse((await ops(['order', '4821300', '--json'])).stdout)).toEqual(answer.body)
  expect(received.map(({ url: at }) => at)).toEqual(['/api/ops/orders/4821300'])
})

test('[OPS-17] prints a refund with its amount before the card has it, and a step with Nerd and fee', async () => {
  const event = { at: '2027-01-01T00:00:00Z', author: 'Ann', event: 'refund', data: { amount: 5 } }
  const nerd = { id: 'n1', name: 'Wen', fee: 40 }
  answer = { status: 200, body: { ...order, nerd, events: [{ ...event, event: 'paid' }, event] } }
  const { stdout } = await ops(['order', '4821300', 'refund', '--amount', '5', '--reason', 'Late'])
  expect(stdout).toBe(`${newYear} Ann: refund {"amount":5}
order 4821300: Sent; $48.00, $48.00 paid
  Nerd Wen, fee $40.00
`)
})

test('[OPS-17] prints after a step the order’s next wait, and the command that ends it', async () => {
  const next = [{ event: 'send' }]
  const wait = { waits_for: 'work', turn: 'nerd', since: '2027-01-01T00:00:00Z', due: null, taken_by: null, next }
  answer = { status: 200, body: { ...order, waits: [wait] } }
  const { stdout } = await ops(['order', '4821300', 'nerd_found', '--nerd', 'Ada'])
  expect(stdout).toBe(`order 4821300: Sent; $48.00, $48.00 paid
no time promised · work (nerd) since ${newYear}
  npm run ops -- order 4821300 send --file FILE
`)
})

describe('[OPS-17] prints every answer in words', () => {
  const at = '2027-01-01T00:00:00Z'
  const ann = {
    id: 'c1',
    nickname: 'Ann',
    phone: '+14155550100',
    email: { email: 'ann@b.co' },
    email_confirmed: false,
    pending_email: null,
    blocked_at: at,
    available_balance: 12.5,
    country_final: 'US',
    adult_confirmed: true,
    restricted_region: false,
    tags: ['vip'],
    exp_data: { app2_scale: 'b' },
    delete_at: null,
  }
  const plan = {
    tag: 'nerdify_basic',
    status: 'active',
    price: 7,
    current_period_end: '2027-02-01T00:00:00Z',
    cancel_at_period_end: false,
    card_last4: '4242',
  }
  const dead = { id: 'm1', created_at: at, status: 'dead', template: 'order-sent', to: '+1', error_code: null }
  const contact = `client c1 · Ann · +14155550100 · ann@b.co (not confirmed) · BLOCKED since ${newYear}
  balance $12.50 · country US · 18 or older · tags vip · app2_scale b`

  test('[OPS-10][SAFE-11] prints a client as a page, with the client’s words after all commands', async () => {
    const change = { id: 'e1', at, amount: -5, cause: 'staff_debit', order_number: '48213', reason: 'Mistake' }
    const done = { id: 'a1', at, person: 'Ada', action: 'block client', subject: 'client c1', request: {} }
    const thread = { id: '48213', client: 'Ann', title: 'Rome', waits_since: at, due: at, taken_by: 'Ben' }
    answer = {
      status: 200,
      body: {
        ...ann,
        orders: { results: [order], next: 'o1', total: 30, over_total: false },
        balance_history: { results: [change], next: 'e1', total: 9 },
        upload_page: null,
        conversations: { results: [{ ...thread, last: 'ops client c1 unblock' }], next: null },
        plans: [plan, { ...plan, cancel_at_period_end: true, card_last4: null }, { ...plan, status: 'canceled' }],
        log: { results: [{ ...done, subject_name: 'Ann' }], next: null },
        failed_messages: [dead],
        held_bonuses: [{ friend_id: 'c2', friend: 'Ruby', order_number: '48177', amount: 5, since: at }],
      },
    }
    const end = 'Mon, Feb 1, 2027, 12:00 AM UTC'
    expect((await ops(['client', 'c1'], { OPS_COMMAND: 'ops' })).stdout).toBe(`${contact}

BALANCE
  ${newYear} · -$5.00 staff debit · order 48213 · Mistake
  more: ops client c1 balance --cursor e1

PLANS
  Premium (nerdify_basic), active · next bill $7.00, ${end} · card 4242
  Premium (nerdify_basic), active · ends ${end}
  Premium (nerdify_basic), canceled · over · card 4242

UPLOAD PAGE
  none · ops client c1 upload-page

MESSAGES THAT DID NOT ARRIVE
  ${newYear} dead order-sent to +1 · m1

REFERRAL BONUSES HELD BACK
  $5.00 for Ruby, order 48177, since ${newYear}
  ops client c1 release-bonuses
  ops client c1 refuse-bonuses --reason REASON

LOG
  ${newYear} Ada: block client, client c1 (Ann)

ORDERS
  order 4821300: Sent; $48.00, $48.00 paid
    Essay (writing), 2 Pages; deadline Sat, Jan 2, 2027, 12:00 AM UTC; client c1; Rome
  30 in all
  more: ops orders --client c1 --cursor o1

CONVERSATIONS
  conversation 48213 with Ann · waits since ${newYear}, due ${newYear} · Ben has it · Rome
    > ops client c1 unblock
`)
  })

  const rates = { Quiz: { deadlines: [3, 24], prices: [40, 12.5] } }
  const services = { draft_needed: { amount: 8 }, top_writer: { percent_of_quote: 15 } }
  const steps = [{ hours_late: 2, percent: 10 }]
  const reply = { id: 'r1', name: 'Thanks', text: 'Thanks,\n{name}!', changed_by: 'Ann', changed_at: at }
  const conditions = { once_a_client: true, most_uses: 3, price_names: ['Quiz'], least_paid_orders: 1 }
  const answers: [words: string, body: object, printed: string][] = [
    ['client c1 block', ann, `${contact}\n  ops client c1 unblock`],
    ['client c1 credit --amount 5 --reason Sorry', ann, `${contact}\n  ops client c1 balance`],
    ['client new --phone +14155550100', ann, `${contact}\n  ops order new --client c1`],
    [
      'client c1 upload-page',
      { upload_page: 'k', url: 'https://x/sendfiles/k' },
      'https://x/sendfiles/k\n  ops client c1 files',
    ],
    [
      'client c1 end-plan --plan nerdify_basic --reason Asked',
      { results: [{ ...plan, cancel_at_period_end: true }] },
      'Premium (nerdify_basic), active · ends Mon, Feb 1, 2027, 12:00 AM UTC · card 4242\n  ops client c1',
    ],
    ['pricing', rates, 'Quiz: up to 3 h $40.00, up to 24 h $12.50\nOther task: no price, so not offered'],
    ['services', services, 'TOP Nerd: 15% of the quote\nDraft: $8.00\nPlagiarism Report: no price, so not offered'],
    ['late-credit', { steps }, '2 h late: 10% of the payment'],
    ['late-credit', { steps: [] }, 'no credit for late work'],
    ['prices', { rates, services, late_credit: steps }, 'Draft: $8.00'],
    [
      'discount NERD10',
      { ...coupon, ...conditions },
      `NERD10: 10% off; 2 used, 1 left; no end
  once per client; at most 3 orders; Quiz; clients with 1 or more paid orders
  ops discount NERD10 uses`,
    ],
    ['discount NERD10 off', { ...coupon, over: true }, 'left; ended\n  no conditions'],
    ['replies', { results: [reply] }, `Thanks · changed by Ann ${newYear} · r1\n  > Thanks,\n  > {name}!`],
    [
      'preview 48213 Hi',
      { for_client: 'Hi,\nyou' },
      'The client reads:\n  > Hi,\n  > you\n  ops answer 48213 "TEXT" --as nerd',
    ],
    ['preview 48213 Hi', { for_client: null }, 'The client reads it as it is.'],
    [
      'sign-in ann@example.com',
      { expires_at: at },
      `A key is in the mail if this is an address of the staff; it works once, until ${newYear}.\n  ops sign-in --key KEY`,
    ],
    ['sign-out', { ok: true }, 'signed out'],
    [
      'staff invite ann@example.com --role lead',
      { id: 'n1', name: 'Ann', email: 'ann@example.com', role: 'lead', joined_at: null },
      'Ann · lead · ann@example.com · has not signed in\n  ops sign-in --key KEY',
    ],
  ]
  test.each(answers)('%s', async (words, body, printed) => {
    answer = { status: 200, body }
    const { stdout } = await ops(words.split(' '), { OPS_COMMAND: 'ops' })
    expect(stdout).toContain(`${printed}\n`)
    expect(stdout).not.toMatch(/^[{[]/m)
  })
})

test('[OPS-09][OPS-06] knows every command that ends a wait', () => {
  const file = join(folder, 'work.docx')
  writeFileSync(file, 'The work')
  const subjects = [{ number: '48213', id: 'm1', client: 'c1', conversation: '48213' }, { id: 'm1' }]
  for (const event of staffCommandNames)
    for (const subject of subjects) {
      const [, words = ''] = shellCommand({ event, amount: 10 }, subject, 'npm run ops --').split(' -- ')
      const typed = words.replaceAll('"', '').replace('FILE', file).replace('DATE', '2027-01-05T18:00:00Z').split(' ')
      expect(readCommand(typed).calls.at(-1)?.path).toMatch(/^\/api\/ops\//)
    }
})

test.each<[string, Pick<StaffCommand, 'tip' | 'services'>]>([
  ['a tip', { tip: true }],
  ['extras', { services: ['top_writer', 'draft_needed'] }],
])('[OPS-09][HOLD-06] parses the printed command for a refused refund of %s back to the same refund', (_, facts) => {
  const command = { event: 'refund_outside' as const, amount: 8, ...facts }
  const [, words = ''] = shellCommand(command, { number: '48213' }, 'npm run ops --').split(' -- ')
  expect(readCommand(words.split(' ')).calls[0]?.body).toEqual({ amount: 8, outside: true, reason: 'REASON', ...facts })
})

test('[OPS-17][GO-02] prints commands with the tool’s name on this installation', async () => {
  answer = {
    status: 200,
    body: {
      results: [{ id: 'c1', nickname: 'Ann', phone: null, email: null, orders: 0, last_order: null }],
      next: null,
    },
  }
  const inImage = { OPS_COMMAND: 'ops' }
  expect((await ops(['clients', 'Ann'], inImage)).stdout).toContain('\n  ops client c1\n')
  expect((await ops(['--help'], inImage)).stdout).not.toContain('npm run')
  answer = { status: 401, body: { text: 'Please sign in again.', error_value: null } }
  expect((await ops(['queue'], inImage)).stderr).toContain('or: ops sign-in you@example.com')
})

test('[OPS-17] prints times in COMPANY_TIMEZONE, and refuses an unknown one', async () => {
  answer = { status: 200, body: { results: [{ client_id: 'c1', count: 3, since: '2027-01-01T00:00:00.000Z' }] } }
  const pacific = await ops(['bonuses'], { COMPANY_TIMEZONE: '' })
  expect(pacific.stdout).toContain('client c1: 3 since Thu, Dec 31, 2026, 4:00 PM PST\n')
  expect(await ops(['bonuses'], { COMPANY_TIMEZONE: 'Mars' })).toMatchObject({ status: 1, stdout: '' })
})

test('[OPS-13] prints the books a line a day with the figures, and a CSV unchanged', async () => {
  const none = Object.fromEntries(bookFigures.map((figure) => [figure, 0]))
  const open = {
    figure: 'refunds_to_cards',
    ours: 34.5,
    theirs: 40,
    compared_at: '2026-11-27T09:00:00Z',
    settled: null,
  }
  const amounts = { ...none, orders_by_card: 1_234.5, refunds_to_cards: 34.5, card_net: 1_200 }
  answer = {
    status: 200,
    body: { zone: 'UTC', days: [{ date: '2026-11-26', ...amounts, differences: [open] }], sum: amounts },
  }
  const differs = 'differs: Refunds to cards: $34.50 in the books, $40.00 at the card provider'
  const figures = 'card net $1,200.00 · Orders by card $1,234.50 · Refunds to cards $34.50'
  expect((await ops(['books'])).stdout).toBe(`2026-11-26 · ${figures}
  ${differs}
  npm run ops -- books 2026-11-26 settle --reason REASON
Sum · ${figures}
`)
  answer = { status: 200, body: { zone: 'UTC', days: [{ date: '2026-11-26', ...none, differences: [] }], sum: none } }
  expect((await ops(['books', '2026-11-26', 'compare'])).stdout).toContain('No open difference from the card provider')
  answer = { status: 200, body: 'Day,Tips\r\n2026-11-26,1.00\r\n' }
  expect((await ops(['books', 'csv'])).stdout).toBe('Day,Tips\r\n2026-11-26,1.00\n')
})

test('[OPS-06][STATE-17][CAB-05] --help explains every command, event and file type, and sends no call', async () => {
  const { status, stdout } = await ops(['--help'])
  expect(status).toBe(0)
  for (const word of [
    'orders',
    'client',
    'pricing',
    'messages',
    'discount',
    'OPERATIONS_TOKEN',
    ...eventsBy('operations'),
    ...Object.keys(orderFileTypes),
  ]) {
    expect(stdout).toContain(word)
  }
  // The list of orders finds a Nerd by the id alone.
  expect(stdout).toMatch(/ orders .*\[--nerd <id>\]/)
  expect(stdout).toMatch(/ nerd_found .*\[--nerd <name or id>\]/)
  expect(received).toEqual([])
})

describe('reports an error in one sentence', () => {
  test.each([
    ['', 'Say what to do; --help lists the commands.'],
    ['launch', '"launch" is not a command; --help lists them.'],
    ['order', 'Say which order.'],
    ['order 4 refund --amount 5', 'Say why with --reason.'],
    ['client c1 credit --amount 5', 'Say why with --reason.'],
    ['order 4 explode', '"explode" is not an event'],
    ['order 4 send now', 'Too many words: "now".'],
    ['order 4 send --price 3', '--price does not go with "order send".'],
    ['order 4 set', 'Say at least one thing'],
    ['order 4 set --price much', '--price must be a number, not "much".'],
    ['order 4 set --promo maybe', '--promo must be yes or no, not "maybe".'],
    ['order new', 'Say for whom with --client.'],
    ['order 4 send --file no-such.docx', 'no-such.docx cannot be read'],
    [`order 4 send --file ${repositoryRoot}`, `${repositoryRoot} is not a file.`],
    ['order 4 send --file-type file_draft_paper', '--file-type goes with --file.'],
    ['order 4 accept --file x', '--file does not go with "order accept".'],
    ['order 4 file', 'Say which file with --file.'],
    ['order 4 file --file x --file-type essay', '"essay" is not a file type'],
    ['orders --colour red', '--colour'],
    ['pricing --put no-such-file.json', 'no-such-file.json cannot be read'],
    ['client c1 set --experiments {', '--experiments is not JSON.'],
    ['queue --turn boss', '--turn must be staff, nerd or client, not "boss".'],
    ['orders --state paid', '--state must be unpaid, '],
    ['order new --client c1 --type Essay', '--type must be Essay (writing), '],
    ['order 4 refund --reason x --service draft', '--service must be top_writer, '],
    ['answer 4 x --as boss', '--as must be support or nerd, not "boss".'],
    [
      'order 4 offer_deadline --deadline tomorrow',
      '--deadline must be a time with its zone, such as 2027-01-05T18:00:00-08:00, not "tomorrow".',
    ],
    ['queue --since 2026-11-01', '--since must be a time with its zone, such as 2027-01-05T18:00:00-08:00'],
  ])('[OPS-06] "%s" exits with 2 and sends no call', async (words, sentence) => {
    const { status, stdout, stderr } = await ops(words.split(' ').filter(Boolean))
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(received).toEqual([])
  })

  test('[OPS-06] prints a refusal with its status and subject', async () => {
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

  test('[OPS-06] names the setting of a wrong token', async () => {
    answer = { status: 401, body: { text: 'This needs the operations token.', error_value: null } }
    expect((await ops(['orders'])).stderr).toBe(
      '401: This needs the operations token. Set OPERATIONS_TOKEN, or: npm run ops -- sign-in you@example.com\n',
    )
  })

  test('[OPS-06] treats an answer without JSON as a refusal', async () => {
    answer = { status: 502, body: '<html>' }
    expect(await ops(['orders'])).toMatchObject({ status: 1, stderr: '502: The answer is not JSON.\n' })
  })

  test('[OPS-06][API-11] repeats a step with its key if the answer was lost', async () => {
    answer = { status: 200, body: order }
    lostAnswers = 1
    expect((await ops(['order', '4', 'send'])).status).toBe(0)
    const steps = received.filter(({ method }) => method === 'POST')
    expect(steps).toHaveLength(2)
    expect(new Set(steps.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)

    lostAnswers = 2
    expect(await ops(['order', '4', 'send'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        / does not answer \(\w+\)\. The step may have taken effect: look before you repeat it\.\n$/,
      ),
    })
  })

  test('[OPS-06] names the address of a product that does not run', async () => {
    const port = await freePort()
    const { status, stderr } = await ops(['orders'], { PUBLIC_URL: '', PORT: String(port) })
    expect(status).toBe(1)
    expect(stderr).toBe(`http://localhost:${port} does not answer (ECONNREFUSED). Is the product running there?\n`)
  })
})
