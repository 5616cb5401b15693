import { fastify } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { readSettings } from '../settings.ts'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'
import { Autopilot } from './autopilot.ts'
import type { OperationsApi, ReadOrder } from './operations-api.ts'

/** The next client status after each event; other events are refused. */
const leadsTo: Readonly<Record<string, readonly [from: string, to: string]>> = {
  nerd_found: ['In progress', 'Nerd found'],
  quality_check: ['Nerd found', 'Quality check'],
  final_touches: ['Quality check', 'Final touches'],
  send: ['Final touches', 'Sent'],
  accept_revision: ['Revision requested', 'On revision'],
  complete_revision: ['On revision', 'Revision sent'],
}

const plain = { services: {}, preferred_worker: null }

/** The order's client status in the notation of the API's list. */
const stateIn = ({ client_status: status }: ReadOrder) => status?.toLowerCase().replaceAll(' ', '_')

/** A fake operations API with orders, their states, recorded events, and files by key. */
async function startShop() {
  const orders = new Map<string, ReadOrder>()
  const server = fastify({ forceCloseConnections: true })
  const shop = {
    done: [] as string[],
    /** The Nerd assigned to each order. */
    nerds: new Map<string, unknown>(),
    /** Nerds added to the register. */
    hired: [] as unknown[],
    files: new Map<string, string>(),
    url: '',
    /** If not 0, every call is answered with this status. */
    broken: 0,
    add(id: string, more: Partial<ReadOrder> = {}) {
      const order = { number: `4${id}`, tags: [], client_status: 'In progress', system_client_status: null, ...plain }
      orders.set(id, { id, ...order, revision_accept_at: null, ...more })
    },
    async until(id: string, status: string) {
      while (orders.get(id)?.client_status !== status) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    close: () => server.close(),
  }
  server.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.addHook('onRequest', async (request, reply) => {
    if (shop.broken !== 0) return reply.code(shop.broken).send({ text: 'Not now' })
    if (request.headers.authorization === 'Bearer secret') return
    return reply.code(401).send({ text: 'Wrong token' })
  })
  server.get<{ Querystring: { state: string; cursor?: string } }>('/api/ops/orders', async ({ query }) => {
    const found = [...orders.values()].filter((order) => stateIn(order) === query.state)
    // Pages have one order, so the autopilot must read all of them.
    const at = Number(query.cursor ?? 0)
    return { results: found.slice(at, at + 1), next: at + 1 < found.length ? String(at + 1) : null }
  })
  server.post<{ Params: { id: string } }>('/api/ops/orders/:id/files', async ({ params: { id }, headers, body }) => {
    const key = String(headers['idempotency-key'])
    if (!shop.files.has(key)) shop.done.push(`${id} file`)
    shop.files.set(key, String(body))
    return {}
  })
  server.post('/api/ops/nerds', async ({ body }) => {
    shop.hired.push(body)
    return {}
  })
  interface Happening {
    Params: { id: string }
    Body: { event: string; nerd?: unknown }
  }
  server.post<Happening>('/api/ops/orders/:id/events', async ({ params: { id }, body: { event, nerd } }, reply) => {
    const order = orders.get(id) as ReadOrder
    const refuse = (text: string, error_type: string) => reply.code(409).send({ text, error_type })
    const [from, to = null] = leadsTo[event] ?? []
    if (order.client_status !== from) return refuse('Not possible', 'transition_not_allowed')
    if (order.tags.includes('unfit')) return refuse('Another Nerd', 'nerd_not_preferred')
    if (order.tags.includes('top') && nerd === 'Ada') return refuse('TOP Nerd', 'nerd_below_top')
    if (nerd !== undefined) shop.nerds.set(id, nerd)
    shop.done.push(`${id} ${event}`)
    orders.set(id, { ...order, client_status: to })
    return {}
  })
  shop.url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/api/ops`
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

const frontPage = async ({ url }: TestSandbox) => (await fetch(`${url}/`)).text()
test('[OPS-02][WAIT-06] delivers the paid plagiarism report, and finds the client’s preferred Nerd', async () => {
  const { shop } = await startWithShop()
  const report = { active: true, refunded: false }
  shop.add('1', { preferred_worker: 'Grace', services: { adv_plagreport: report } })
  shop.add('2', { services: { adv_plagreport: { ...report, refunded: true } } })
  await Promise.all([shop.until('1', 'Sent'), shop.until('2', 'Sent')])
  expect(shop.files.get('autopilot 1 first report')).toContain('plagiarism_report')
  expect(shop.files.has('autopilot 2 first report')).toBe(false)
  expect([shop.nerds.get('1'), shop.nerds.get('2')]).toEqual(['Grace', 'Ada'])
})

test('[OPS-02][OPS-14] adds a Nerd to the register when the usual one may not take the order', async () => {
  const { shop } = await startWithShop()
  shop.add('1', { tags: ['top'] })
  await shop.until('1', 'Sent')
  expect(shop.hired).toEqual([{ name: 'Ada 41', rating: 4.9 }])
  expect(shop.nerds.get('1')).toBe('Ada 41')
})

test('[OPS-02] ignores refunds, delivered orders, and those with its tag', async () => {
  const { shop } = await startWithShop()
  shop.add('refund', { system_client_status: 'Refund Requested' })
  shop.add('tagged', { tags: ['autopilot_off'] })
  shop.add('sent', { client_status: 'Sent' })
  shop.add('1')
  await shop.until('1', 'Sent')
  expect(shop.done.filter((each) => !each.startsWith('1'))).toEqual([])
})

test('[OPS-02] takes a paid order through in about a minute, and is idle while it is off', async () => {
  vi.useFakeTimers()
  let [asked, status] = [0, 'In progress']
  const api = {
    orders: async (state: string) => {
      asked += 1
      const order = { id: '1', number: '1', tags: [], system_client_status: null, revision_accept_at: null, ...plain }
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

test('[OPS-02] is turned off and on at the front page', async () => {
  const { shop, sandbox } = await startWithShop({ AUTOPILOT: 'off' })
  await expect.poll(() => frontPage(sandbox)).toContain('<dd>off</dd>')
  expect(await frontPage(sandbox)).toContain('Turn it on')
  shop.add('1')
  expect((await sandbox.control('autopilot', { on: true })).json).toMatchObject({ on: true })
  await shop.until('1', 'Sent')
  expect(await frontPage(sandbox)).toContain('Turn it off')
  await sandbox.control('autopilot', { on: false })
  await expect.poll(() => frontPage(sandbox)).toContain('<dd>off</dd>')
})

test('[OPS-02][WAIT-06] retries a shop that fails, and shows the fault on the front page', async () => {
  const { shop, sandbox } = await startWithShop()
  shop.broken = 500
  shop.add('1')
  await expect.poll(() => frontPage(sandbox)).toContain('<dd>on, but: 500: Not now</dd>')
  shop.broken = 0
  await shop.until('1', 'Sent')
  shop.add('1', { tags: ['unfit'] })
  await expect.poll(() => frontPage(sandbox)).toContain('<dd>on, but: Order 41: 409: Another Nerd</dd>')
  const { sandbox: lonely } = await startWithShop({ OPERATIONS_URL: 'http://127.0.0.1:9/api/ops' })
  await expect.poll(() => frontPage(lonely)).toContain('<dd>on, but: The product does not answer.</dd>')
})

test('[OPS-02] continues after a restart, and repeats a delivery unchanged', async () => {
  const { shop, sandbox } = await startWithShop()
  shop.add('1')
  await shop.until('1', 'Quality check')
  await sandbox.restart()
  await shop.until('1', 'Sent')
  const first = shop.files.get('autopilot 1 first')
  // State after a crash between the file and the event.
  shop.add('1', { client_status: 'Final touches' })
  await shop.until('1', 'Sent')
  expect(shop.done.filter((each) => each === '1 file')).toHaveLength(1)
  const content = (form = '') => form.slice(form.indexOf('%PDF'), form.indexOf('%%EOF'))
  expect(content(shop.files.get('autopilot 1 first'))).toBe(content(first))
})
