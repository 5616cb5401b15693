import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { OrderPage } from '@nerdify/contract/orders.ts'
import { mostChosenSubjects } from '@nerdify/domain/catalog/subjects.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { isInList, isToContinue, listFilters, orderToRate } from '@nerdify/domain/orders/order-lists.ts'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { uuidv7 } from '../../database/uuid.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInPerson, type TestPerson } from '../../testing/test-client.ts'
import { countOrders } from './list-orders.ts'
import { factsOf } from './order-facts-of.ts'
import type { StoredFacts } from '../orders.store.ts'

const dayMs = 24 * 3_600_000
const service = (added: boolean) =>
  JSON.stringify({
    top_writer: { list_cents: 4000, price_cents: 4000, free_reason: null, added, paid: false, refunded: false },
  })

/** Arbitrary values of the columns that list conditions read, reachable or not; instants are relative to `now`. */
const columns = (now: number) => {
  const instant = (...days: number[]) => fc.constantFrom(null, ...days.map((count) => new Date(now + count * dayMs)))
  const facts = {
    system_status: fc.constantFrom(null, ...systemStatuses),
    client_status: fc.oneof(fc.constant(null), fc.constantFrom(...clientStatuses)),
    quoted_at: instant(-9),
    price_cents: fc.constantFrom(0, 4000),
    services: fc.constantFrom('{}', service(true), service(false)),
    paid_cents: fc.constantFrom(0, 0, 0, 2000, 4000),
    deadline: instant(-3, 5),
    mark: fc.constantFrom(0, 0, 4),
    tags: fc.subarray(['client_accept', 'no_feedback_1d', 'payment_disputed']),
    additional: fc.subarray(['review_shown_on_client']),
    profile_arch: fc.constantFrom(0, 0, 0, 1),
    declined: fc.constantFrom(false, false, false, true),
    is_promo: fc.boolean(),
    is_complex: fc.constantFrom(false, false, true),
    client_accept_at: fc.option(fc.integer({ min: 1, max: 99 * dayMs }).map((ago) => new Date(now - ago))),
    revision_accept_at: instant(-1),
    revision_deadline: instant(-1, 1),
    offered_deadline: instant(-1, 1),
    refund_accept_at: instant(-1),
    refunded_cents: fc.constantFrom(0, 4000),
    sent_at: instant(-2, -40),
    review_settled_at: instant(-1),
    tips_paid: fc.boolean(),
    subject: fc.constantFrom(null, 'Law', 'History', 'Basket weaving', ...mostChosenSubjects),
  } satisfies Record<Exclude<keyof StoredFacts, 'id' | 'created_at'>, unknown>
  return fc.record(facts)
}

/** A person with `count` orders of any kind, oldest first. */
async function personWithAnyOrders(count: number) {
  const { product, clock } = await testProduct()
  const person = await signedInPerson()
  const now = clock.now()
  const rows = fc.sample(columns(now), { numRuns: count, seed: 20 }).map((facts, index) => {
    const at = now - (count - index) * 1000
    const id = uuidv7(at)
    const created = { created_at: new Date(at), updated_at: new Date(at), version: 1, field_versions: '{}' }
    return { ...facts, ...created, client_id: person.clientId, id, number: id, payment_token: id }
  })
  await product.queries.insertInto('client_order').values(rows).execute()
  // Background rounds of other tests must not find them.
  onTestFinished(async () => {
    await product.queries.deleteFrom('client_order').where('client_id', '=', person.clientId).execute()
  })
  return { product, person, now }
}

async function wholeList(person: TestPerson, query: string) {
  const ids: string[] = []
  for (let page = 0; ; page += 1) {
    const { body } = await person.send<OrderPage>('GET', `/api/v3/orders?page=${page}${query}`)
    ids.push(...body.results.map(({ id }) => id))
    if (page + 1 >= body.pages) return { ids, total: body.total }
  }
}

test('[STATE-07][STATE-14][STATE-15] lists and counts from SQL match the rules', async () => {
  const { product, person, now } = await personWithAnyOrders(300)
  const stored = await product.queries
    .selectFrom('client_order')
    .selectAll()
    .where('client_id', '=', person.clientId)
    .orderBy('created_at', 'desc')
    .execute()
  const all = stored.map((order) => ({ ...factsOf(order), id: order.id }))
  const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id)

  for (const filter of [undefined, ...listFilters]) {
    const expectedIds = idsOf(all.filter((order) => isInList(order, filter, now)))
    expect(expectedIds.length).toBeGreaterThan(20)
    const list = await wholeList(person, filter === undefined ? '' : `&filter=${filter}`)
    expect({ filter, ...list }).toEqual({ filter, ids: expectedIds, total: expectedIds.length })
  }

  const { body: first } = await person.send<OrderPage>('GET', '/api/v3/orders')
  expect(first.to_rate?.id).toBe(orderToRate(all.filter((order) => !orderIs.hidden(order)))?.id)
  expect(idsOf(first.to_continue)).toEqual(idsOf(all.filter(isToContinue)).slice(0, 20))
  expect(await countOrders(product.queries, person.clientId)).toEqual({
    orders: all.filter((order) => !orderIs.hidden(order)).length,
    paidOrders: all.filter(orderIs.paid).length,
    completedOrders: all.filter((order) => !orderIs.hidden(order) && orderIs.completed(order)).length,
    lastSubjects: expect.anything(),
  })
})

test('[CAB-12] a client reads the last three subjects of orders in any list', async () => {
  const { product, person, now } = await personWithAnyOrders(6)
  const subjects = ['Law', 'History', 'Biology', 'History', null, 'Basket weaving']
  const completed = {
    system_status: 'Completed',
    client_status: 'Completed',
    mark: 5,
    tags: [],
    profile_arch: 0,
  } as const
  const shown = { ...completed, quoted_at: new Date(now), paid_cents: 4000, declined: false, tags: [] }
  const orders = await product.queries
    .selectFrom('client_order')
    .select('id')
    .where('client_id', '=', person.clientId)
    .orderBy('created_at')
    .execute()
  for (const [index, { id }] of orders.entries()) {
    const change = { ...shown, subject: subjects[index] ?? null }
    await product.queries.updateTable('client_order').set(change).where('id', '=', id).execute()
  }
  expect((await wholeList(person, '&filter=active')).total).toBe(0)
  const { body } = await person.send<Client>('GET', apiPaths.me())
  expect(body.last_subjects).toEqual(['History', 'Biology', 'Law'])
})

test('[CAB-12] finds orders by words of title, description, subject and number, page by page', async () => {
  const person = await signedInPerson()
  const stranger = await signedInPerson()
  const search = async (q: string, more = '') => {
    const { body } = await person.send<OrderPage>('GET', `/api/v3/orders?q=${encodeURIComponent(q)}${more}`)
    return { total: body.total, ids: body.results.map(({ id }) => id) }
  }
  const title = 'Über the Causes of the Civil War'
  const named = await person.order({ title, details: 'Compare Fort Sumter with Bull Run', subject: 'History' })
  const described = await person.order({ title: undefined, details: 'Photosynthesis in 600 words', subject: 'Biology' })
  await stranger.order({ title: 'Causes of the Civil War', subject: 'History' })
  for (let week = 0; week < 21; week += 1) await person.order({ title: `Weekly report ${week}`, subject: 'Biology' })

  expect(await search('civil caus')).toEqual({ total: 1, ids: [named.id] })
  expect(await search('WAR history')).toEqual({ total: 1, ids: [named.id] })
  expect(await search('sumter civil')).toEqual({ total: 1, ids: [named.id] })
  expect(await search('photosyn')).toEqual({ total: 1, ids: [described.id] })
  expect(await search(named.number)).toEqual({ total: 1, ids: [named.id] })
  expect(await search('weekly')).toMatchObject({ total: 21, ids: { length: 20 } })
  expect(await search('weekly', '&page=1')).toMatchObject({ total: 21, ids: { length: 1 } })
  expect(await search('weekly', '&filter=completed')).toEqual({ total: 0, ids: [] })
  expect((await search(' ')).total).toBe(23)
  for (const words of ['%_', '%', 'civil peace', '\\']) expect(await search(words)).toEqual({ total: 0, ids: [] })
})

test('[CAB-01] puts twenty orders on a page, and the twenty-first on a second one', async () => {
  const person = await signedInPerson()
  for (let count = 0; count < 20; count += 1) await person.order()
  const firstPage = async () => (await person.send<OrderPage>('GET', '/api/v3/orders')).body
  expect(await firstPage()).toMatchObject({ total: 20, pages: 1, results: { length: 20 } })
  const last = await person.order()
  const page = await firstPage()
  expect(page).toMatchObject({ total: 21, pages: 2, results: { length: 20 } })
  expect(page.results[0]?.id).toBe(last.id)
})
