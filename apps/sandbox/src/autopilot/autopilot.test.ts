import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { readSettings } from '../settings.ts'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'
import { Autopilot } from './autopilot.ts'
import type { OperationsApi, ReadOrder } from './operations-api.ts'

/** Where each event leads; what is not here is refused. */
const leadsTo: Readonly<Record<string, readonly [from: string, to: string]>> = {
  nerd_found: ['In progress', 'Nerd found'],
  quality_check: ['Nerd found', 'Quality check'],
  final_touches: ['Quality check', 'Final touches'],
  send: ['Final touches', 'Sent'],
  accept_revision: ['Revision requested', 'On revision'],
  complete_revision: ['On revision', 'Revision sent'],
}

/** Stands where a shop's operations API would: orders with their states, what was done, and files by their key. */
async function startShop() {
  const orders = new Map<string, ReadOrder>()
  const done: string[] = []
  const files = new Map<string, string>()
  const shop = {
    orders,
    done,
    files,
    url: '',
    /** Answers everything with this status when it is set. */
    broken: 0,
    add(id: string, more: Partial<ReadOrder> = {}) {
      const order = { number: `4${id}`, tags: [], client_status: 'In progress', system_client_status: null }
      orders.set(id, { id, ...order, revision_accept_at: null, ...more })
    },
    async until(id: string, status: string) {
      while (orders.get(id)?.client_status !== status) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const answer = (status: number, json: unknown) => response.writeHead(status).end(JSON.stringify(json))
    const url = new URL(request.url ?? '', 'http://shop')
    const [, id = '', call] = url.pathname.split('/').slice(3)
    if (shop.broken !== 0) return answer(shop.broken, { text: 'Not now' })
    if (request.headers.authorization !== 'Bearer secret') return answer(401, { text: 'Wrong token' })
    if (id === '') {
      const state = url.searchParams.get('state')
      const found = [...orders.values()].filter(
        (order) => order.client_status?.toLowerCase().replaceAll(' ', '_') === state,
      )
      // A page holds one, so that all pages must be read.
      const page = Number(url.searchParams.get('page'))
      return answer(200, { results: found.slice(page, page + 1), pages: found.length })
    }
    const order = orders.get(id) as ReadOrder
    if (call === 'files') {
      const key = String(request.headers['idempotency-key'])
      if (!files.has(key)) done.push(`${id} file`)
      files.set(key, body.toString('latin1'))
      return answer(201, {})
    }
    const { event } = JSON.parse(body.toString()) as { event: string }
    const [from, to = null] = leadsTo[event] ?? []
    if (order.client_status !== from) return answer(409, { text: 'Not possible' })
    done.push(`${id} ${event}`)
    orders.set(id, { ...order, client_status: to })
    answer(200, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/ops`
  return shop
}

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})

async function startWithShop(environment: Record<string, string> = {}) {
  const shop = await startShop()
  const sandbox = await startTestSandbox({
    AUTOPILOT: 'on',
    AUTOPILOT_STEP_MS: '20',
    OPERATIONS_URL: shop.url,
    OPERATIONS_TOKEN: 'secret',
    ...environment,
  })
  closing.push(sandbox, shop)
  return { shop, sandbox }
}

const stateOf = async (sandbox: TestSandbox) =>
  (await (await fetch(`${sandbox.url}/_sandbox/autopilot`)).json()) as { on: boolean; trouble?: string }

test('[OPS-02] it takes paid orders through their states and delivers a file before it says so', async () => {
  const { shop } = await startWithShop()
  shop.add('1')
  shop.add('2')
  await Promise.all([shop.until('1', 'Sent'), shop.until('2', 'Sent')])
  expect(shop.done.filter((one) => one.startsWith('1'))).toEqual([
    '1 nerd_found',
    '1 quality_check',
    '1 final_touches',
    '1 file',
    '1 send',
  ])
  expect(shop.files.get('autopilot 1 first')).toContain('%PDF-1.4')
})

test('[OPS-02] it accepts a revision and completes it with a file of its own', async () => {
  const { shop } = await startWithShop()
  shop.add('1', {
    client_status: 'Revision requested',
    system_client_status: 'Revision Requested',
    revision_accept_at: '2027-01-01T00:00:00Z',
  })
  await shop.until('1', 'Revision sent')
  expect(shop.done).toEqual(['1 accept_revision', '1 file', '1 complete_revision'])
  expect(shop.files.get('autopilot 1 2027-01-01T00:00:00Z')).toContain('revised')
})

test('[OPS-02] it leaves alone what waits for a person: refunds, delivered orders, and those with its tag', async () => {
  const { shop } = await startWithShop()
  shop.add('refund', { system_client_status: 'Refund Requested' })
  shop.add('tagged', { tags: ['autopilot_off'] })
  shop.add('sent', { client_status: 'Sent' })
  shop.add('1')
  await shop.until('1', 'Sent')
  expect(shop.done.filter((one) => !one.startsWith('1'))).toEqual([])
})

test('[OPS-02] it takes a paid order through in about a minute, and does nothing while it is off', async () => {
  vi.useFakeTimers()
  let [asked, status] = [0, 'In progress']
  const api = {
    orders: async (state: string) => {
      asked += 1
      const order = { id: '1', number: '1', tags: [], system_client_status: null, revision_accept_at: null }
      return state === status.toLowerCase().replace(' ', '_') ? [{ ...order, client_status: status }] : []
    },
    addFile: async () => {},
    postEvent: async (_order: ReadOrder, { event }: { event: string }) => {
      status = leadsTo[event]?.[1] ?? ''
    },
    close: () => {},
  }
  const autopilot = new Autopilot(api as unknown as OperationsApi, {
    on: false,
    stepMs: readSettings({}).autopilotStepMs,
  })
  try {
    await vi.advanceTimersByTimeAsync(120_000)
    expect({ asked, status }).toEqual({ asked: 0, status: 'In progress' })
    autopilot.turn(true)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(status).not.toBe('Sent')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(status).toBe('Sent')

    autopilot.turn(false)
    ;[asked, status] = [0, 'In progress']
    await vi.advanceTimersByTimeAsync(120_000)
    expect({ asked, status }).toEqual({ asked: 0, status: 'In progress' })
  } finally {
    vi.useRealTimers()
    await autopilot.close()
  }
})

test('[OPS-02] it is turned off and on at the front page', async () => {
  const { shop, sandbox } = await startWithShop({ AUTOPILOT: 'off' })
  const page = async () => (await fetch(`${sandbox.url}/`)).text()
  expect(await page()).toContain('<dd>off</dd>')
  expect(await page()).toContain('Turn it on')
  shop.add('1')
  expect((await sandbox.control('autopilot', { on: true })).json).toMatchObject({ on: true })
  await shop.until('1', 'Sent')
  expect(await page()).toContain('Turn it off')
  await sandbox.control('autopilot', { on: false })
  expect(await stateOf(sandbox)).toMatchObject({ on: false })
})

test('[OPS-02] a shop that fails or does not answer is asked again, and the front page says what is wrong', async () => {
  const { shop, sandbox } = await startWithShop()
  shop.broken = 500
  shop.add('1')
  let trouble: string | undefined
  while (trouble === undefined) trouble = (await stateOf(sandbox)).trouble
  expect(trouble).toBe('500: Not now')
  expect(await (await fetch(`${sandbox.url}/`)).text()).toContain('on, but: 500: Not now')
  shop.broken = 0
  await shop.until('1', 'Sent')

  const { sandbox: lonely } = await startWithShop({ OPERATIONS_URL: 'http://127.0.0.1:9/api/ops' })
  while ((await stateOf(lonely)).trouble !== 'The product does not answer.');
})

test('[OPS-02] after a restart it goes on from where the orders are, and a repeated delivery is the same one', async () => {
  const { shop, sandbox } = await startWithShop()
  shop.add('1')
  await shop.until('1', 'Quality check')
  await sandbox.restart()
  await shop.until('1', 'Sent')
  const first = shop.files.get('autopilot 1 first')
  // As after a crash between the file and the event.
  shop.add('1', { client_status: 'Final touches' })
  await shop.until('1', 'Sent')
  expect(shop.done.filter((one) => one === '1 file')).toHaveLength(1)
  const content = (form = '') => form.slice(form.indexOf('%PDF'), form.indexOf('%%EOF'))
  expect(content(shop.files.get('autopilot 1 first'))).toBe(content(first))
})
