import type { Discount, DiscountUse, LoggedAction } from '@nerdify/contract/operations.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { couponsWithUses, isPaidOrder } from '../discounts/discounts.store.ts'
import { followPaymentLink } from '../testing/cards/card-page.ts'
import { applyCode, newCoupon, payOrder, readOrder } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, registeredNerd } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { signedInPerson } from '../testing/test-client.ts'
import { actionsOf } from './audit-log.store.ts'

interface Slice<Row> {
  results: Row[]
  next: string | null
}

const read = async <Row>(path: string) => (await operate<Slice<Row>>('GET', path)).body

/** Every row of a list, slice by slice. */
async function readAll<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { results, next }: Slice<Row> = await read<Row>(
      `${path}${path.includes('?') ? '&' : '?'}${cursor === '' ? '' : `cursor=${encodeURIComponent(cursor)}`}`,
    )
    rows.push(...results)
    cursor = next
  }
  return rows
}

describe('[OPS-19] the log', () => {
  test('is read by person, order, client and action, newest first', async () => {
    const { person, order } = await personWithPaidOrder()
    const nerd = await registeredNerd('Log')
    const ada = await signedInStaff('lead')
    await ada.operate('POST', `/orders/${order.number}/events`, { event: 'nerd_found', nerd })
    await ada.operate('POST', `/clients/${person.clientId}/balance_credits`, { amount: 5, reason: 'Sorry' })
    await operate('PATCH', `/clients/${person.clientId}`, { tags_add: ['vip'] })

    const byAda = await read<LoggedAction>(`/log?person=${encodeURIComponent(ada.name)}`)
    expect(byAda.results.map(({ action, subject }) => [action, subject])).toEqual([
      ['credit balance', `client ${person.clientId}`],
      [expect.any(String), `order ${order.id}`],
    ])
    expect(byAda.results[0]).toMatchObject({ request: { amount: 5, reason: 'withheld' }, at: expect.any(String) })
    expect(byAda.results.map(({ subject_name: name }) => name)).toEqual([formatPhone(person.phone), order.number])
    const ofOrder = await read<LoggedAction>(`/log?order=${order.number}`)
    expect(ofOrder.results.map(({ person: who }) => who)).toEqual([ada.name])
    const ofClient = await read<LoggedAction>(`/log?client=${person.clientId}`)
    expect(ofClient.results).toHaveLength(2)
    const credits = await read<LoggedAction>(
      `/log?client=${person.clientId}&action=${encodeURIComponent('credit balance')}`,
    )
    expect(credits.results).toHaveLength(1)
  })

  test('comes in slices, each row once', async () => {
    const { clientId } = await signedInPerson()
    const count = 53
    for (let turn = 0; turn < count; turn += 1)
      await operate('PATCH', `/clients/${clientId}`, { tags_add: [`t${turn}`] })
    const rows = await readAll<LoggedAction>(`/log?client=${clientId}`)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count)
    expect(rows.map(({ request }) => request['tags_add'])).toEqual(
      Array.from({ length: count }, (_, turn) => [`t${count - 1 - turn}`]),
    )
  })

  test.each([
    ['/log?cursor=elsewhere', 422],
    ['/log?person=', 422],
    [`/log?person=${'x'.repeat(300)}`, 422],
    ['/log?order=1&client=2', 422],
    ['/log?order=999', 404],
    ['/log?client=%25_%5C', 200],
    ['/log?color=red', 422],
  ])('answers %s with %i', async (path, status) => {
    expect((await operate('GET', path)).status).toBe(status)
  })
})

describe('[OPS-16] coupons', () => {
  test('are listed with their uses and end; a use names order and client', async () => {
    const code = await newCoupon({ gift: { kind: 'percent', percent: 10 }, mostUses: 3 })
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, code)
    const find = async () => (await readAll<Discount>('/discounts')).find((row) => row.code === code)
    expect(await find()).toMatchObject({ used: 0, left: 3, over: false })
    await payOrder(person, order)
    expect(await find()).toMatchObject({ used: 1, left: 2, over: false })
    expect((await read<DiscountUse>(`/discounts/${code.toLowerCase()}/uses`)).results).toMatchObject([
      { order_id: order.id, number: order.number, client_id: person.clientId, discount: 4.8 },
    ])
    expect((await operate('GET', '/discounts/NONE/uses')).status).toBe(404)
  })

  test('an order that a coupon makes free counts as a use of it', async () => {
    const code = await newCoupon({ gift: { kind: 'amount', amountCents: 50_000 } })
    const person = await signedInPerson()
    const { body: order } = await applyCode(person, await person.order(), code)
    expect(order.price).toBe(0)
    const countUses = async () => (await operate<Discount>('GET', `/discounts/${code}`)).body.used
    expect(await countUses()).toBe(0)
    await followPaymentLink(order.payment_link)
    expect(await readOrder(person, order)).toMatchObject({ client_status: 'In progress', client_paid: 0 })
    expect(await countUses()).toBe(1)
    const { results } = await read<DiscountUse>(`/discounts/${code}/uses`)
    expect(results).toMatchObject([{ order_id: order.id, client_id: person.clientId, discount: 48 }])
  })

  test('a coupon that is switched off has expired, and the list says so', async () => {
    const code = await newCoupon({ gift: { kind: 'percent', percent: 10 } })
    expect(await operate<Discount>('POST', `/discounts/${code}/off`)).toMatchObject({
      status: 200,
      body: { code, expires_at: expect.any(String) },
    })
    // An expired code is refused (DISC-06).
    const { clock } = await testProduct()
    const { body } = await operate<Discount>('GET', `/discounts/${code}`)
    expect(Date.parse(body.expires_at ?? '')).toBeLessThanOrEqual(clock.now())
    expect((await readAll<Discount>('/discounts')).find((row) => row.code === code)).toMatchObject({ over: true })
    expect((await operate('POST', '/discounts/NONE/off')).status).toBe(404)
  })
})

test('[OPS-19][OPS-16] reads log and coupons by indexes', async () => {
  const { product } = await testProduct()
  await transaction(product.queries, async (queries) => {
    // With so few rows any database would scan the table.
    await sql`set local enable_seqscan = off`.execute(queries)
    const planOf = async (statement: { explain(): Promise<unknown> }) => JSON.stringify(await statement.explain())
    const rows = queries.selectFrom('operations_log').selectAll().orderBy('id', 'desc').limit(51)
    expect(await planOf(rows.where('subject', '=', 'client 1'))).toContain('operations_log_of_subject')
    expect(await planOf(rows.where('author', '=', 'Ada'))).toContain('operations_log_of_author')
    const paid = queries.selectFrom('client_order').select('id').where('discount_code', '=', 'A').where(isPaidOrder)
    expect(await planOf(paid.orderBy('id', 'desc').limit(51))).toContain('client_order_uses_of_code')
    expect(await actionsOf(queries, { author: 'nobody of that name' }, { before: undefined, most: 1 })).toEqual([])
    expect(await couponsWithUses(queries, { after: '\u{10ffff}', most: 1 })).toEqual([])
  })
})
