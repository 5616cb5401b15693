import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OwedToNerds, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { QueuePage } from '@nerdify/contract/queue.ts'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { transaction } from '../../database/transaction.ts'
import { ordersWithFee } from '../../orders/orders.store.ts'
import {
  bookCardTip,
  nerdWithDelivery,
  operate,
  personWithPaidOrder,
  postEvents,
  registeredNerd,
} from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInStaff } from '../../testing/staff-calls.ts'

afterEach(async () => (await testProduct()).clock.reset())

const monthNow = async () => {
  const { clock, settings } = await testProduct()
  return monthAt(clock.now(), settings.companyZone)
}

test('[OPS-14] owes tips to the Nerd by month until a payout with a reference', async () => {
  const { nerd, order } = await nerdWithDelivery()
  await bookCardTip(order, 500)
  const month = await monthNow()
  const sums = { nerd_id: nerd, month, tips: 5, fees: 0, paid_out: 0, owed: 5 }
  expect((await operate<OwedToNerds>('GET', `/nerds/${nerd}/owed`)).body).toMatchObject({ months: [sums], payouts: [] })
  const all = (await operate<OwedToNerds>('GET', '/owed_to_nerds')).body.months
  expect(all.filter(({ nerd_id: id }) => id === nerd)).toMatchObject([sums])

  const lead = await signedInStaff('lead')
  const payout = { month, reference: 'T-1' }
  const paid = await lead.operate<OwedToNerds>('POST', `/nerds/${nerd}/payouts`, payout)
  const settled = {
    months: [{ ...sums, paid_out: 5, owed: 0 }],
    payouts: [{ amount: 5, person: lead.name, ...payout }],
  }
  expect(paid).toMatchObject({ status: 200, body: settled })
  const again = await operate<ErrorBody>('POST', `/nerds/${nerd}/payouts`, payout)
  expect(again).toMatchObject({ status: 409, body: { error_type: 'nothing_owed', error_value: 'month' } })

  // A tip refunded after the payout.
  await bookCardTip(order, -200)
  expect((await operate<OwedToNerds>('GET', `/nerds/${nerd}/owed`)).body.months).toMatchObject([{ tips: 3, owed: -2 }])
  await bookCardTip(order, 900)
  const rest = await operate<OwedToNerds>('POST', `/nerds/${nerd}/payouts`, { month, reference: 'T-2' })
  expect(rest.body.payouts.map(({ amount }) => amount)).toEqual([7, 5])
})

test('[OPS-14] refuses a payout of another amount than the one owed, and books the amount owed', async () => {
  const { nerd, order } = await nerdWithDelivery()
  await bookCardTip(order, 500)
  const month = await monthNow()
  const pay = (amount: number) =>
    operate<OwedToNerds & ErrorBody>('POST', `/nerds/${nerd}/payouts`, { month, amount, reference: 'T-1' })
  await bookCardTip(order, 310)
  for (const amount of [5, 8.11, 0]) {
    expect(await pay(amount)).toMatchObject({
      status: 409,
      body: {
        text: expect.stringMatching(/^Now \$8\.10 is owed/),
        error_type: 'changed_meanwhile',
        error_value: 'amount',
      },
    })
  }
  expect((await pay(8.1)).body.payouts).toMatchObject([{ amount: 8.1 }])
})

test('[OPS-14][OPS-13] owes a fee for the month of the first delivery, also after a refund', async () => {
  const { clock, settings } = await testProduct()
  const { person, order } = await personWithPaidOrder()
  const nerd = await registeredNerd('Fee')
  const post = (body: object) =>
    operate<OperationsOrderWithHistory & ErrorBody>('POST', `/orders/${order.id}/events`, body)
  const owed = async () => (await operate<OwedToNerds>('GET', `/nerds/${nerd}/owed`)).body.months
  expect(await post({ event: 'quality_check', fee: 1 })).toMatchObject({ status: 422, body: { error_value: 'fee' } })
  expect(await post({ event: 'nerd_found', nerd, fee: 1.005 })).toMatchObject({
    status: 422,
    body: { error_value: 'fee' },
  })
  const found = await post({ event: 'nerd_found', nerd, fee: 20.5 })
  expect(found.body.nerd).toMatchObject({ id: nerd, fee: 20.5 })
  expect(found.body.events.at(-1)?.data).toMatchObject({ fee: 20.5 })
  expect(await owed()).toEqual([])
  await postEvents(order, 'send')
  const delivered = monthAt(clock.now(), settings.companyZone)
  const sums = { month: delivered, fees: 20.5, tips: 0, paid_out: 0, owed: 20.5 }
  expect(await owed()).toMatchObject([sums])
  clock.advance(40 * 24 * 3_600_000)
  await postEvents(order, 'request_revision', 'accept_revision', 'complete_revision', 'request_refund', 'accept_refund')
  expect(await owed()).toMatchObject([sums])
  const month = (await operate<OwedToNerds>('GET', `/owed_to_nerds?month=${delivered}`)).body.months
  expect(month.filter(({ nerd_id: id }) => id === nerd)).toMatchObject([sums])

  const staffWords = [JSON.stringify((await person.send('GET', `/api/v3/orders/${order.id}`)).body)]
  staffWords.push(JSON.stringify((await person.send('GET', `/api/v3/orders/${order.id}/history`)).body))
  staffWords.push(JSON.stringify((await person.send('GET', '/api/v3/users/client/me/data')).body))
  for (const words of staffWords) expect(words).not.toMatch(/\bfee\b|nerd_fee|20\.5|2050/)
})

test('[OPS-14] changes a fee until it is paid out, and a reassigned order owes its former Nerd nothing', async () => {
  const { clock, settings } = await testProduct()
  const { order } = await personWithPaidOrder()
  const [former, nerd] = [await registeredNerd('Former'), await registeredNerd('Fee')]
  const set = (fee: number | null) =>
    operate<OperationsOrderWithHistory & ErrorBody>('PATCH', `/orders/${order.id}`, { fee })
  const owed = async (id: string) => (await operate<OwedToNerds>('GET', `/nerds/${id}/owed`)).body.months
  expect(await set(5)).toMatchObject({ status: 409, body: { error_type: 'no_nerd', error_value: 'fee' } })
  const find = (id: string, fee: number) =>
    operate<OperationsOrderWithHistory>('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd: id, fee })
  await find(former, 30)
  await postEvents(order, 'reassign')
  expect((await find(nerd, 25)).body.nerd).toMatchObject({ id: nerd, fee: 25 })
  await postEvents(order, 'send')
  expect(await owed(former)).toEqual([])
  const clerk = await signedInStaff('clerk')
  const changed = await clerk.operate<OperationsOrderWithHistory>('PATCH', `/orders/${order.id}`, { fee: 27 })
  expect(changed).toMatchObject({ status: 200, body: { nerd: { fee: 27 } } })
  expect(changed.body.events.at(-1)).toMatchObject({ event: 'changed', data: { fee: 27 } })
  expect(await owed(nerd)).toMatchObject([{ fees: 27, owed: 27 }])
  const month = monthAt(clock.now(), settings.companyZone)
  expect((await operate('POST', `/nerds/${nerd}/payouts`, { month, reference: 'T-1' })).status).toBe(200)
  expect(await set(null)).toMatchObject({ status: 409, body: { error_type: 'fee_paid_out', error_value: 'fee' } })
  expect(await owed(nerd)).toMatchObject([{ fees: 27, paid_out: 27, owed: 0 }])
})

test.each([
  ['a payout', false],
  ['an older payout', true],
])('[OPS-14] a fee that %s did not include is corrected, until one includes it', async (_, isOlder) => {
  const { nerd, order } = await nerdWithDelivery()
  await bookCardTip(order, 500)
  const { clock, product } = await testProduct()
  const month = await monthNow()
  const pay = async (reference: string) => {
    clock.advance(1_000)
    const { status } = await operate('POST', `/nerds/${nerd}/payouts`, { month, reference })
    clock.advance(1_000)
    if (isOlder)
      await product.queries.updateTable('tip_payout').set({ fee_orders: null }).where('nerd_id', '=', nerd).execute()
    return status
  }
  const set = (fee: number) => operate<OperationsOrderWithHistory & ErrorBody>('PATCH', `/orders/${order.id}`, { fee })
  expect(await pay('T-1')).toBe(200)
  expect((await set(500)).status).toBe(200)
  expect(await set(50)).toMatchObject({ status: 200, body: { nerd: { fee: 50 } } })
  const { body } = await operate<OwedToNerds>('GET', `/nerds/${nerd}/owed`)
  expect(body.months).toMatchObject([{ fees: 50, paid_out: 5, owed: 50 }])
  expect(await pay('T-2')).toBe(200)
  expect(await set(60)).toMatchObject({ status: 409, body: { error_type: 'fee_paid_out' } })
})

test.each([
  ['their own', 0],
  ['the other entry’s', 1],
])('[OPS-14] after merging, a payout of %s month locks the fees that it included, and no others', async (_, first) => {
  const entries = [await nerdWithDelivery(), await nerdWithDelivery()] as const
  const [{ nerd: into }, { nerd: from }] = entries
  const [paid, unpaid] = first === 0 ? entries : [entries[1], entries[0]]
  const set = (order: { id: string }, fee: number) => operate<ErrorBody>('PATCH', `/orders/${order.id}`, { fee })
  for (const { order } of entries) expect((await set(order, 400)).status).toBe(200)
  const payout = { month: await monthNow(), reference: 'T-1' }
  expect((await operate('POST', `/nerds/${paid.nerd}/payouts`, payout)).status).toBe(200)
  expect((await operate('POST', `/nerds/${from}/merge`, { into })).status).toBe(200)
  expect((await set(unpaid.order, 40)).status).toBe(200)
  const { body } = await operate<OwedToNerds>('GET', `/nerds/${into}/owed`)
  expect(body.months).toMatchObject([{ fees: 440, paid_out: 400, owed: 40 }])
  expect(await set(paid.order, 40)).toMatchObject({ status: 409, body: { error_type: 'fee_paid_out' } })
})

test('[OPS-14] two concurrent payouts of the same tips pay them once', async () => {
  const { nerd, order } = await nerdWithDelivery()
  await bookCardTip(order, 500)
  const month = await monthNow()
  const answers = await Promise.all(
    ['T-1', 'T-2', 'T-3'].map((reference) => operate('POST', `/nerds/${nerd}/payouts`, { month, reference })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { body } = await operate<OwedToNerds>('GET', `/nerds/${nerd}/owed`)
  expect(body.payouts.map(({ amount }) => amount)).toEqual([5])
})

test.each([
  ['a month that does not exist', { month: '2026-13', reference: 'a' }, 'month'],
  ['a blank reference', { month: '2026-11', reference: ' ' }, 'reference'],
])('[OPS-14][API-10] refuses a payout with %s at its field', async (_, body, field) => {
  const { nerd } = await nerdWithDelivery()
  const refused = await operate('POST', `/nerds/${nerd}/payouts`, body)
  expect(refused).toMatchObject({ status: 422, body: { error_value: field } })
})

test('[OPS-14] finds fees by indexes', async () => {
  const { product } = await testProduct()
  const cases = [
    [{ nerdId: '01900000-0000-7000-8000-000000000000' }, 'client_order_of_nerd'],
    [{ from: 0, until: 1 }, 'order_event_deliveries'],
  ] as const
  await transaction(product.queries, async (queries) => {
    // With so few rows any database would scan the table.
    await sql`set local enable_seqscan = off`.execute(queries)
    await sql`analyze client_order, order_event`.execute(queries)
    for (const [of, index] of cases) {
      const plan = JSON.stringify(await ordersWithFee(queries, of).explain())
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan')
    }
  })
})

test('[OPS-14] merging moves orders, marks, owed money and payouts of one entry to the other', async () => {
  const { nerd: into, order: other } = await nerdWithDelivery()
  const { nerd: from, order } = await nerdWithDelivery()
  await bookCardTip(other, 500)
  await bookCardTip(order, 300)
  const month = await monthNow()
  for (const [nerd, reference] of [
    [into, 'T-1'],
    [from, 'T-2'],
  ]) {
    expect((await operate('POST', `/nerds/${nerd}/payouts`, { month, reference })).status).toBe(200)
  }
  await bookCardTip(order, 200)
  const { order: open } = await personWithPaidOrder()
  await operate('POST', `/orders/${open.id}/events`, { event: 'nerd_found', nerd: from })

  const merge = (id: string, target: string) =>
    operate<RegisteredNerd & ErrorBody>('POST', `/nerds/${id}/merge`, { into: target })
  for (const wrong of [from, randomUUID()]) {
    expect(await merge(from, wrong)).toMatchObject({ status: 422, body: { error_value: 'into' } })
  }
  expect((await merge(randomUUID(), into)).status).toBe(404)
  expect(await merge(from, into)).toMatchObject({ status: 200, body: { id: into, open: 1, delivered_30_days: 2 } })
  const read = await operate<RegisteredNerd>('GET', `/nerds/${from}`)
  expect(read.body).toMatchObject({ active: false, open: 0, delivered_30_days: 0 })
  const owed = await operate<OwedToNerds>('GET', `/nerds/${into}/owed`)
  expect(owed.body.months).toMatchObject([{ month, tips: 10, paid_out: 8, owed: 2 }])
  expect(owed.body.payouts.map(({ reference }) => reference).toSorted()).toEqual(['T-1', 'T-2'])
  expect((await operate<OwedToNerds>('GET', `/nerds/${from}/owed`)).body).toEqual({ months: [], payouts: [] })
  const shown = await operate<OperationsOrderWithHistory>('GET', `/orders/${open.id}`)
  expect(shown.body.nerd).toMatchObject({ id: into })
  expect((await operate('POST', `/nerds/${into}/payouts`, { month, reference: 'T-3' })).status).toBe(200)
})

test('[OPS-14][SRV-05] after merging, an open order prefers the Nerd by the remaining name', async () => {
  const { product } = await testProduct()
  const { order } = await personWithPaidOrder()
  const { body: from } = await operate<RegisteredNerd>('POST', '/nerds', { name: `Alex ${order.id}`, rating: 4 })
  const { body: into } = await operate<RegisteredNerd>('POST', '/nerds', { name: `Alexandra ${order.id}`, rating: 4 })
  await product.queries
    .updateTable('client_order')
    .set({ preferred_worker: from.name })
    .where('id', '=', order.id)
    .execute()
  await operate('POST', `/nerds/${from.id}/merge`, { into: into.id })
  const { body } = await operate<QueuePage>('GET', `/queue?q=${order.id}`)
  expect(body.results.map(({ preferred_nerd }) => preferred_nerd)).toEqual([into.name])
})
