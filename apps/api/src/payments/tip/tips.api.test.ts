import type { Order } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, movesOf } from '../../testing/cards/books.ts'
import { amountOnCardPage, payOnCardPage, sessionIn } from '../../testing/cards/card-page.ts'
import { cardEvents, cardProvider, providerUnderTest } from '../../testing/cards/card-provider.ts'
import { change, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, type TestPerson, textsTo } from '../../testing/test-client.ts'

afterEach(async () => {
  await cardEvents()
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

/** A client whose order of $48 is delivered and rated five stars. */
async function personWithRatedOrder(): Promise<{ person: TestPerson; order: Order }> {
  const { person, order } = await personWithPaidOrder()
  await deliverAndRate(order)
  return { person, order }
}

async function deliverAndRate(order: { id: string }): Promise<void> {
  await postEvents(order, 'send')
  const { product } = await testProduct()
  await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
}

const formOf = async (person: TestPerson, order: { id: string }) =>
  (await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)).body

/** Posts the form like a browser; answers the status and the card page's address. */
async function postForm(
  form: TipForm,
  fields: Record<string, string>,
): Promise<{ status: number; page: string; html: string }> {
  const { url } = await testProduct()
  const body = new URLSearchParams({ ...form.fields, ...fields })
  const answer = await fetch(url + new URL(form.action).pathname, { method: 'POST', body, redirect: 'manual' })
  const html = await answer.text()
  return { status: answer.status, page: /url=([^"]+)/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '', html }
}

const untilTipped = (person: TestPerson, order: { id: string }, dollars: number) =>
  eventually(async () => {
    const now = await readOrder(person, order)
    return now.total_tips_amount === dollars && now
  })

describe('a tip', () => {
  test('[PAY-09][PAY-10][RATE-05] is paid once by a signed form, and its amount credited', async () => {
    const { person, order } = await personWithPaidOrder()
    // Unpaid services do not count: the options are parts of the cabinet price.
    const added = await change(person, order, { action: 'service_add', tag: 'adv_plagreport' })
    expect(added.body).toMatchObject({ price: 56, cabinet_price: 48 })
    await deliverAndRate(order)
    const form = await formOf(person, order)
    expect(form.options).toEqual([
      { percent: 5, amount: 3 },
      { percent: 10, amount: 5 },
      { percent: 15, amount: 8 },
    ])
    const { status, page } = await postForm(form, { amount: '5' })
    expect(status).toBe(200)
    expect(await amountOnCardPage(page)).toBe(500)
    expect((await postForm(form, { amount: '5' })).page).toBe(page)
    const paid = await payOnCardPage(page)
    expect(paid.location).toContain(`/orders/${order.id}/tips-success/5`)
    expect(await untilTipped(person, order, 5)).toMatchObject({
      tips_paid: true,
      isTipsPaid: true,
      isCanShowTipsBtn: false,
      client_paid: 48,
    })
    expect(await balanceOf(person)).toBe(5)
    expect((await movesOf(order)).slice(2)).toEqual([
      'tip: gateway -500',
      'tip: tips 500',
      'tip_credit: promo -500',
      'tip_credit: balance 500',
    ])
    expect((await postForm(form, { amount: '5' })).status).toBe(422)
    expect(await person.send('GET', `/api/v3/orders/${order.id}/tip_form`)).toMatchObject({
      status: 409,
      body: { error_type: 'tip_not_offered' },
    })
  })

  test.each([
    ['another amount', { amount: '0.01' }],
    ['no amount', { amount: '' }],
    ['an amount that is no number', { amount: 'NaN' }],
    ['another’s client_id', { amount: '5', client_id: '01900000-0000-7000-8000-000000000000' }],
    ['another currency', { amount: '5', currency: 'EUR' }],
    ['another merchant', { amount: '5', vendor: 'Evil' }],
    ['an unknown signature', { amount: '5', details: 'e30.AAAA' }],
    ['nothing that is signed', { amount: '5', details: '' }],
  ])('[PAY-09] (abuse 13) with %s it is refused on a plain page, without a card page', async (_what, fields) => {
    const { person, order } = await personWithRatedOrder()
    const answer = await postForm(await formOf(person, order), fields)
    expect(answer.status).toBe(422)
    expect(answer.html).toContain('We couldn’t take this tip')
    expect(answer.page).toBe('')
    const { product } = await testProduct()
    const tips = product.queries.selectFrom('payment_attempt').select('id').where('order_id', '=', order.id)
    expect(await tips.where('kind', '=', 'tip').execute()).toEqual([])
  })

  test('[PAY-09] an old form, a body that is no form, and a too large one are refused (abuse 13)', async () => {
    const { url, clock } = await testProduct()
    const { person, order } = await personWithRatedOrder()
    const form = await formOf(person, order)
    clock.advance(61 * 60_000)
    expect((await postForm(form, { amount: '5' })).status).toBe(422)
    const json = await fetch(`${url}/tip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(422)
    expect((await postForm(form, { amount: '5', more: 'x'.repeat(20_000) })).status).toBe(422)
  })

  test('[RATE-06][STATE-11] a badly rated order, or another client’s, has no form', async () => {
    const { person, order } = await personWithPaidOrder()
    expect((await person.send('GET', `/api/v3/orders/${order.id}/tip_form`)).status).toBe(409)
    const { order: others } = await personWithRatedOrder()
    expect((await person.send('GET', `/api/v3/orders/${others.id}/tip_form`)).status).toBe(404)
  })

  test('[PAY-09] another amount, or a page that closes within minutes, gets a new card page', async () => {
    const { clock } = await testProduct()
    const { person, order } = await personWithRatedOrder()
    const pageFor = async (amount: string) => (await postForm(await formOf(person, order), { amount })).page
    const three = await pageFor('3')
    const five = await pageFor('5')
    expect(sessionIn(five)).not.toBe(sessionIn(three))
    expect(await amountOnCardPage(five)).toBe(500)
    clock.advance(59 * 60_000)
    expect(await pageFor('5')).toBe(five)
    clock.advance(2 * 60_000)
    expect(sessionIn(await pageFor('5'))).not.toBe(sessionIn(five))
  })

  test('[PAY-10] the second of two paid tips is refunded, and one is credited (abuse 13)', async () => {
    const { person, order } = await personWithRatedOrder()
    const form = await formOf(person, order)
    const first = (await postForm(form, { amount: '3' })).page
    await cardEvents({ lost: true })
    await payOnCardPage(first)
    await cardEvents()
    // A second page, as another process could make before the first is booked.
    const { product } = await testProduct()
    await product.queries
      .updateTable('payment_attempt')
      .set({ status: 'failed' })
      .where('order_id', '=', order.id)
      .where('kind', '=', 'tip')
      .execute()
    await payOnCardPage((await postForm(form, { amount: '8' })).page)
    await untilTipped(person, order, 8)
    const events = await (await cardProvider()).events.list({ limit: 20, type: 'checkout.session.completed' })
    const lost = events.data.find(({ data }) => 'id' in data.object && data.object.id === sessionIn(first))
    await (await providerUnderTest()).sendAgain(String(lost?.id))
    await eventually(async () => (await movesOf(order)).includes('tip_refund: gateway 300'))
    const notice = `order ${order.number} could no longer take your tip of $3.00, so we're sending it back`
    await eventually(async () =>
      (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(notice)),
    )
    expect(await untilTipped(person, order, 8)).toMatchObject({ tips_paid: true })
    expect(await balanceOf(person)).toBe(8)
  })

  test('[PAY-10] a refunded tip no longer counts, and its credit is taken back, even below zero', async () => {
    const { person, order } = await personWithRatedOrder()
    await payOnCardPage((await postForm(await formOf(person, order), { amount: '8' })).page)
    await untilTipped(person, order, 8)
    const other = await person.order({ use_balance: true })
    const { url } = await testProduct()
    const way = await fetch(url + new URL(other.payment_link).pathname, { redirect: 'manual' })
    await payOnCardPage(way.headers.get('location') ?? '')
    await untilChecked(person, other, 'paid')
    const { product } = await testProduct()
    const tip = await product.queries
      .selectFrom('payment_attempt')
      .select('payment_intent_id')
      .where('order_id', '=', order.id)
      .where('kind', '=', 'tip')
      .executeTakeFirstOrThrow()
    await (await cardProvider()).refunds.create({ payment_intent: String(tip.payment_intent_id) })
    expect(await untilTipped(person, order, 0)).toMatchObject({ tips_paid: false, refunded: 0, client_paid: 48 })
    expect(await balanceOf(person)).toBe(-8)
  })

  test('[PAY-10] the payment check finds a tip without an event (abuse 5)', async () => {
    const { person, order } = await personWithRatedOrder()
    await cardEvents({ lost: true })
    await payOnCardPage((await postForm(await formOf(person, order), { amount: '3' })).page)
    const { body } = await person.send<{ order: Order }>('POST', `/api/v3/orders/${order.id}/payment_check`)
    expect(body.order).toMatchObject({ isTipsPaid: true, total_tips_amount: 3 })
  })
})
