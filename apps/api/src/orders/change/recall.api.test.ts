import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { announcingHours } from '@nerdify/domain/messages/quiet-hours.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startSession } from '../../sessions/sessions.ts'
import { bookCardPayment, operate, personWithPaidOrder } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, send, signedInPerson, type TestPerson, textsTo } from '../../testing/test-client.ts'
import { recallUnpaidOrders } from './recall-unpaid-orders.ts'

afterEach(async () => (await testProduct()).clock.reset())

const hourMs = 3_600_000

/** Advances the clock and runs the round of that time, whatever the product's own rounds did before. */
async function roundAfter(ms: number): Promise<void> {
  const { product, clock } = await testProduct()
  const at = { ...product, clock: { now: () => clock.now() + ms } }
  while ((await recallUnpaidOrders(at)) > 0);
}

/** An order with a deadline after the quiet hours. */
async function orderFor(person: TestPerson): Promise<Order> {
  const { clock } = await testProduct()
  return person.order({ deadline: new Date(clock.now() + 5 * 24 * hourMs).toISOString() })
}

const recallsIn = async (order: { id: string }) => {
  const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
  return body.events.filter(({ event, author }) => event === 'recalled' && author === 'schedule').length
}

const recallTexts = async (person: TestPerson) =>
  (await textsTo(await testProduct(), person.phone)).filter(({ text }) => text.includes('ready for payment'))

test('[MSG-06] recalls an unpaid order once, by a text whose link signs in and leads to the payment', async () => {
  const person = await signedInPerson()
  const order = await orderFor(person)
  await roundAfter(hourMs / 2)
  expect(await recallsIn(order)).toBe(0)
  const { product, clock } = await testProduct()
  clock.advance(hourMs + 60_000)
  await roundAfter(0)
  await roundAfter(4 * hourMs)
  expect(await recallsIn(order)).toBe(1)
  // At night the text waits for the morning.
  clock.advance(12 * hourMs)
  product.wake.outbox()
  const [text] = await eventually(async () => {
    const texts = await recallTexts(person)
    return texts.length > 0 && texts
  })
  expect(text?.text).toContain(order.number)
  const [, value] = new RegExp(`/a/([\\w-]+)/${order.id}(?: |$)`).exec(text?.text ?? '') ?? []
  const key = { type: 'check_code', factor: 'key', value, code: '' }
  const { body: signedIn } = await send<{ jwt: string }>('POST', '/api/v3/factor_auth', { body: key })
  const read = await send<Order>('GET', `/api/v3/orders/${order.id}`, { token: signedIn.jwt })
  expect(read).toMatchObject({ status: 200, body: { payment_link: order.payment_link } })
  expect(await recallTexts(person)).toHaveLength(1)
})

test('[MSG-06] recalls at 8 AM of the client’s zone if the order is due at night, unless its deadline is earlier', async () => {
  const { product, clock } = await testProduct()
  const zone = 'America/Chicago'
  const { opens } = announcingHours(clock.now() + 48 * hourMs, zone)
  const nightMs = opens - 2 * hourMs - clock.now()
  const people = [await signedInPerson(), await signedInPerson()]
  for (const { clientId } of people)
    await startSession(product, product.queries, { clientId, origin: 'code', at: { timeZone: zone } })
  const [waits, hurries] = people as [TestPerson, TestPerson]
  const order = await orderFor(waits)
  const urgent = await hurries.order({ deadline: new Date(opens - hourMs).toISOString() })
  await roundAfter(nightMs)
  expect(await Promise.all([order, urgent].map(recallsIn))).toEqual([1, 0])
  const due = product.queries.selectFrom('outbox').select('next_at').where('template', '=', 'order-recall')
  expect(await due.where('to_address', '=', waits.phone).execute()).toEqual([{ next_at: opens }])
})

test('[MSG-06] two processes at once remind once; skips an order that is paid or being edited', async () => {
  const person = await signedInPerson()
  const order = await orderFor(person)
  const { order: paid } = await personWithPaidOrder()
  const fresh = await signedInPerson()
  const touched = await orderFor(fresh)
  const { product, clock } = await testProduct()
  await product.queries
    .updateTable('client_order')
    .set({ updated_at: new Date(clock.now() + 90 * 60_000) })
    .where('id', '=', touched.id)
    .execute()
  await Promise.all([roundAfter(2 * hourMs), roundAfter(2 * hourMs)])
  await roundAfter(2 * hourMs)
  expect(await recallsIn(order)).toBe(1)
  expect(await recallsIn(paid)).toBe(0)
  expect(await recallsIn(touched)).toBe(0)
})

test('[MSG-06] reminds a client with several orders of the last one, and of another a day later', async () => {
  const person = await signedInPerson()
  const orders = [await orderFor(person), await orderFor(person)]
  const recalled = async () => Promise.all(orders.map(recallsIn))
  await roundAfter(2 * hourMs)
  expect(await recalled()).toEqual([0, 1])
  await roundAfter(20 * hourMs)
  expect(await recalled()).toEqual([0, 1])
  await roundAfter(27 * hourMs)
  expect(await recalled()).toEqual([1, 1])
})

test('[MSG-06] never recalls an order without a price, a declined one or a deleted one', async () => {
  const [one, other, another] = [await signedInPerson(), await signedInPerson(), await signedInPerson()]
  const created = await one.send<{ id: string }>('POST', '/api/v3/orders', { type: 'Quiz', subject: 'History' })
  const declined = await orderFor(other)
  const deleted = await orderFor(another)
  await operate('POST', `/orders/${declined.id}/events`, { event: 'decline', tell: 'Nobody knows the subject.' })
  await operate('POST', `/orders/${deleted.id}/events`, { event: 'delete' })
  await roundAfter(2 * hourMs)
  for (const order of [created.body, declined, deleted]) expect(await recallsIn(order)).toBe(0)
})

test('[MSG-05][MSG-06] sends no delayed recall of an order that was paid, or whose client was blocked', async () => {
  const { product, clock } = await testProduct()
  const [waits, pays, abuses] = [await signedInPerson(), await signedInPerson(), await signedInPerson()]
  const orders = await Promise.all([waits, pays, abuses].map(orderFor))
  // The texts are due at the round's time, two hours from now, or the next morning.
  await roundAfter(2 * hourMs)
  for (const order of orders) expect(await recallsIn(order)).toBe(1)
  await bookCardPayment(pays, orders[1] as Order, 4_800)
  await operate('POST', `/clients/${abuses.clientId}/block`)
  clock.advance(14 * hourMs)
  product.wake.outbox()
  await eventually(async () => (await recallTexts(waits)).length > 0)
  const unsent = product.queries
    .selectFrom('outbox')
    .select('id')
    .where('to_address', 'in', [pays.phone, abuses.phone])
    .where('template', '=', 'order-recall')
    .where('status', 'in', ['queued', 'sending'])
  await eventually(async () => (await unsent.execute()).length === 0)
  for (const person of [pays, abuses]) expect(await recallTexts(person)).toEqual([])
})

test('[MSG-06][OPS-11] recalls no order of a blocked client, but one that still waits after the block', async () => {
  const person = await signedInPerson()
  const order = await orderFor(person)
  await operate('POST', `/clients/${person.clientId}/block`)
  await roundAfter(2 * hourMs)
  expect(await recallsIn(order)).toBe(0)
  await operate('POST', `/clients/${person.clientId}/unblock`)
  await roundAfter(2 * hourMs)
  expect(await recallsIn(order)).toBe(1)
})

test('[MSG-06][LAW-06] recalls no order of a client who asked for deletion, but one that still waits if they stay', async () => {
  const person = await signedInPerson()
  const order = await orderFor(person)
  await person.send('PATCH', '/api/v3/users/client/me', { action: 'delete_account' })
  await roundAfter(2 * hourMs)
  expect(await recallsIn(order)).toBe(0)
  await person.send('PATCH', '/api/v3/users/client/me', { action: 'keep_account' })
  await roundAfter(2 * hourMs)
  expect(await recallsIn(order)).toBe(1)
})

test('[MSG-06] an order that cannot be recalled does not delay others', async () => {
  const { product } = await testProduct()
  const [broken, other] = [await orderFor(await signedInPerson()), await orderFor(await signedInPerson())]
  const run = (statement: string) => sql.raw(statement).execute(product.queries)
  await run(`create function refuse_recall() returns trigger language plpgsql as $$
    begin if new.id = '${broken.id}' and new.recalled_at is not null then raise exception 'no'; end if; return new; end $$`)
  await run('create trigger refuse_recall before update on client_order for each row execute function refuse_recall()')
  try {
    await roundAfter(2 * hourMs)
  } finally {
    await run('drop trigger refuse_recall on client_order')
    await run('drop function refuse_recall')
  }
  expect(await recallsIn(broken)).toBe(0)
  expect(await recallsIn(other)).toBe(1)
  await roundAfter(2 * hourMs)
  expect(await recallsIn(broken)).toBe(1)
})
