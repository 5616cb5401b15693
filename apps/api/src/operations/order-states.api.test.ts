import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { webRoutePatterns } from '@nerdify/contract/web-routes.ts'
import { anOrder } from '@nerdify/domain/testing/an-order.ts'
import {
  applyEvent,
  eventFits,
  eventsBy,
  type OrderEventName,
  type OrderProgress,
} from '@nerdify/domain/orders/order-progress.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { progressOf } from '../orders/change/apply-order-event.ts'
import { findAnyOrder } from '../orders/list/find-any-order.ts'
import { readOrder } from '../testing/coupon-calls.ts'
import { bookCardPayment, operate, postEvents, registeredNerd } from '../testing/operations-calls.ts'
import { proofSample } from '../testing/proof-size.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson, type TestPerson } from '../testing/test-client.ts'

/** The amount paid before operations act. */
type Payment = 'nothing' | 'half' | 'all'

/** A situation that operations' events lead to, and the shortest path. */
interface Situation {
  payment: Payment
  events: OrderEventName[]
  facts: OrderProgress
}

const unpaid: OrderProgress = { ...anOrder().facts, writerRevisionCompleteAt: null }
const paidFacts = (paidCents: number) => {
  const facts = { ...unpaid, paidCents }
  return applyEvent(facts, { name: 'paid', by: 'payments' }, 1) ?? facts
}
const beginnings: Situation[] = [
  { payment: 'nothing', events: [], facts: unpaid },
  { payment: 'half', events: [], facts: paidFacts(unpaid.priceCents / 2) },
  { payment: 'all', events: [], facts: paidFacts(unpaid.priceCents) },
]

const pairOf = ({ facts, payment }: Situation) =>
  [facts.systemStatus, facts.clientStatus, payment, facts.declined && 'declined'].filter(Boolean).join(', ')

/** Every pair of statuses that operations can reach, by the domain's table. */
function reachableSituations(): Situation[] {
  const found = new Map(beginnings.map((situation) => [pairOf(situation), situation]))
  for (const situation of found.values()) {
    for (const name of eventsBy('operations')) {
      const facts = applyEvent(situation.facts, { name, by: 'operations' }, 1)
      if (facts === undefined) continue
      const next = { ...situation, events: [...situation.events, name], facts }
      if (!found.has(pairOf(next))) found.set(pairOf(next), next)
    }
  }
  return [...found.values()]
}

const situations = reachableSituations()
let person: TestPerson
beforeAll(async () => {
  person = await signedInPerson()
})

/** An order moved into a situation over the operations API; its payment is booked like a card's. */
async function bring({ payment, events }: Pick<Situation, 'payment' | 'events'>): Promise<Order> {
  const order = await person.order()
  const cents = { nothing: 0, half: 1000, all: 4800 }[payment]
  if (cents > 0) await bookCardPayment(person, order, cents)
  if (events.length > 0) await postEvents(order, ...events)
  return order
}

/** The second table of docs/order-states.md: the rights by pair of statuses. */
function documentedRights(): Map<string, Set<string>> {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/order-states.md'), 'utf8')
  const [head, , ...rows] = document
    .slice(document.indexOf('## What may be done with it'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const rights = new Map<string, Set<string>>()
  for (const [system, client, ...cells] of rows) {
    const pair = `${system}, ${client}`
    const row = cells.flatMap((cell, index) => (cell === '' ? [] : [`${head?.[index + 2]}: ${cell}`])).join('; ')
    rights.set(pair, new Set([...(rights.get(pair) ?? []), row]))
  }
  return rights
}

/** An order's rights on the wire, in the document's words. */
async function wireRights(order: Order): Promise<string> {
  const { product } = await testProduct()
  const read = async (mark: number) => {
    await product.queries.updateTable('client_order').set({ mark }).where('id', '=', order.id).execute()
    const wire = (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body
    const listed = async (filter: string) => {
      const page = await person.send<OrderPage>('GET', `/api/v3/orders?filter=${filter}&page=0`)
      return page.body.results.some((each) => each.id === order.id)
    }
    return {
      showRating: wire.isCanShowRating,
      showRatingBtn: wire.isCanShowRatingBtn,
      changeRating: wire.isCanShowChangeRateBtn,
      tip: wire.isCanShowTipsBtn,
      downloadFile: wire.isCanDownloadFile,
      showStatusBar: wire.isCanShowStatusBar,
      'in Active': await listed('active'),
      'in Completed': await listed('completed'),
    }
  }
  const [unrated, bad, good] = [await read(0), await read(2), await read(5)]
  await product.queries.updateTable('client_order').set({ mark: 0 }).where('id', '=', order.id).execute()
  const words: Record<string, string> = {
    'true,true,true': 'yes',
    'true,false,false': 'unrated',
    'false,true,true': 'rated',
    'false,false,true': 'rated 4+',
  }
  return Object.keys(unrated)
    .flatMap((key) => {
      const name = key as keyof typeof unrated
      const word = words[[unrated[name], bad[name], good[name]].join()]
      return word === undefined ? [] : [`${name}: ${word}`]
    })
    .join('; ')
}

/** Columns of the document that are on the wire; no flag says whether an order can be paid or edited. */
const wireColumns = [
  'showRating',
  'showRatingBtn',
  'changeRating',
  'tip',
  'downloadFile',
  'showStatusBar',
  'in Active',
  'in Completed',
]

const flagsOnly = (row: string) =>
  row
    .split('; ')
    .filter((cell) => wireColumns.some((name) => cell.startsWith(`${name}: `)))
    .join('; ')

describe('each pair of statuses, reached through the operations API', () => {
  const rights = documentedRights()

  test('[STATE-17][STATE-20] the pairs are those of docs/order-states.md', () => {
    const pairs = situations.map(({ facts }) => `${facts.systemStatus}, ${facts.clientStatus}`)
    expect(new Set(pairs)).toEqual(new Set(rights.keys()))
  })

  test.each(proofSample(situations).map((situation) => [pairOf(situation), situation] as const))(
    '[STATE-10][STATE-19][STATE-20] %s: answers the documented statuses and flags, refuses all other events',
    async (_pair, situation) => {
      const order = await bring(situation)
      const wire = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
      const { systemStatus, clientStatus, declined } = situation.facts
      expect(wire.body).toMatchObject({ system_client_status: systemStatus, client_status: clientStatus, declined })
      const documented = [...(rights.get(`${systemStatus}, ${clientStatus}`) ?? [])].map(flagsOnly)
      expect(documented).toContain(await wireRights(order))

      const refused = eventsBy('operations').filter((name) => !eventFits(situation.facts, { name, by: 'operations' }))
      const before = (await operate('GET', `/orders/${order.id}`)).body
      const tenAtLeast = Array.from(
        { length: Math.max(10, refused.length) },
        (_, index) => refused[index % refused.length],
      )
      const answers = await Promise.all(
        tenAtLeast.map((event) => operate('POST', `/orders/${order.id}/events`, { event })),
      )
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 409, body: { error_type: 'transition_not_allowed' } })
      }
      expect((await operate('GET', `/orders/${order.id}`)).body).toEqual(before)
    },
  )
})

test('[STATE-17] a payment uses the same command as every event, once', async () => {
  const { product } = await testProduct()
  const order = await bring({ payment: 'all', events: [] })
  const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
  expect(body.events.map(({ event, author }) => [event, author])).toEqual([
    ['created', 'client'],
    ['paid', 'payments'],
  ])
  const stored = await findAnyOrder(product.queries, order.id)
  expect(eventFits(progressOf(stored), { name: 'paid', by: 'payments' })).toBe(false)
  expect(stored.version).toBeGreaterThan(order.version)
})

test('[STATE-18][STATE-07] the unpaid list has orders past their deadline, but no declined or deleted ones', async () => {
  const { product } = await testProduct()
  const [late, declined, deleted, paid] = [
    await bring({ payment: 'nothing', events: [] }),
    await bring({ payment: 'nothing', events: ['decline'] }),
    await bring({ payment: 'nothing', events: ['delete'] }),
    await bring({ payment: 'all', events: [] }),
  ]
  await product.queries
    .updateTable('client_order')
    .set({ deadline: new Date(Date.now() - 1000) })
    .where('id', '=', late.id)
    .execute()
  const listed = async (filter: string) =>
    (await person.send<OrderPage>('GET', `/api/v3/orders?filter=${filter}&page=0`)).body.results.map((each) => each.id)
  const unpaidOrders = await listed('unpaid')
  expect(unpaidOrders).toContain(late.id)
  for (const other of [declined, deleted, paid]) expect(unpaidOrders).not.toContain(other.id)
  expect(await listed('active')).not.toContain(late.id)
  expect(await listed('paid')).toContain(paid.id)
  expect((await readOrder(person, late)).deadline_left).toBe(0)
})

test('[STATE-16] the menu’s count and the list agree, whatever happens to the orders', async () => {
  const client = await signedInPerson()
  const agree = async () => {
    const { body: list } = await client.send<OrderPage>('GET', '/api/v3/orders')
    const { body: me } = await client.send<{ orders_count: number }>('GET', '/api/v3/users/client/me')
    expect(me.orders_count).toBe(list.total)
    expect(list.results).toHaveLength(list.total)
    return list.total
  }
  expect(await agree()).toBe(0)
  const [first, second, third] = [await client.order(), await client.order(), await client.order()]
  expect(await agree()).toBe(3)
  // Without a size there is no price yet: neither counts it, but its client can read it.
  const begun = await client.send<Order>('POST', '/api/v3/orders', { type: 'Quiz', subject: 'History' })
  expect(await agree()).toBe(3)
  expect(await readOrder(client, begun.body)).toMatchObject({ price: 0, isToContinue: true })
  const toContinue = async (query: string) =>
    (await client.send<OrderPage>('GET', `/api/v3/orders?${query}`)).body.to_continue.map(({ id }) => id)
  expect(await toContinue('page=0&filter=active')).toEqual([begun.body.id])
  expect(await toContinue('page=0&filter=completed')).toEqual([begun.body.id])
  expect(await toContinue('page=1')).toEqual([])
  await postEvents(first, 'decline')
  expect(await agree()).toBe(2)
  await postEvents(second, 'delete')
  expect(await agree()).toBe(1)
  await client.send('PATCH', `/api/v3/orders/${begun.body.id}`, { size: '60 Minutes', deadline: third.deadline })
  expect(await agree()).toBe(2)
  expect((await readOrder(client, begun.body)).isToContinue).toBe(false)
  expect(await toContinue('page=0')).toEqual([])
})

test('[STATE-16][OPS-05] an order by operations without a price can be continued, even behind newer pages', async () => {
  const client = await signedInPerson()
  const creation = await operate<OperationsOrderWithHistory>('POST', '/orders', {
    client_id: client.clientId,
    type: 'Quiz',
  })
  expect(creation.status).toBe(201)
  const { queries } = (await testProduct()).product
  const page = async () => (await client.send<OrderPage>('GET', '/api/v3/orders?page=0&filter=active')).body
  expect((await page()).to_continue).toMatchObject([{ _id: creation.body._id, priceName: 'Quiz', lists: [] }])
  for (let count = 0; count < 21; count += 1) await client.order()
  await queries
    .updateTable('client_order')
    .set({ created_at: new Date(Date.now() - 86_400_000) })
    .where('id', '=', creation.body._id)
    .execute()
  const { results, to_continue } = await page()
  expect(results).toHaveLength(20)
  expect(to_continue).toMatchObject([{ _id: creation.body._id }])
  await postEvents(creation.body, 'decline')
  expect((await page()).to_continue).toEqual([])
})

test('[OPS-08] a Nerd has no account, no screen and no field of an order; clients only choose one', async () => {
  const order = await bring({ payment: 'all', events: [] })
  const worker = { name: 'Ada', rating: 4.9 }
  const found = await operate<OperationsOrderWithHistory>('POST', `/orders/${order.id}/events`, {
    event: 'nerd_found',
    nerd: await registeredNerd('Ada'),
  })
  expect(found.body.workers).toEqual([worker])
  expect(JSON.stringify(await readOrder(person, order))).not.toMatch(/\bAda\b/)
  const { url } = await testProduct()
  const openApi = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, unknown> }
  const aboutNerd = /\/(nerd|writer|worker)s?(\/|$)/i
  expect(webRoutePatterns.filter(({ pattern }) => aboutNerd.test(pattern))).toEqual([])
  // SRV-05: a client chooses among the Nerds of their own orders; only that call reads names and ratings.
  const aboutNerds = Object.entries(openApi.paths).filter(
    ([path]) => aboutNerd.test(path) && !path.startsWith('/api/ops/'),
  )
  expect(aboutNerds.map(([path, calls]) => [path, Object.keys(calls as object)])).toEqual([
    [apiPaths.myNerds(), ['get']],
  ])
})
