import type { BalancePage } from '@nerdify/contract/client.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { BalanceSlice } from '@nerdify/contract/finding.ts'
import type { OperationsOrderWithHistory, RefundPosting } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, movesOf, personWithBalance } from '../../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage, testCards } from '../../testing/cards/card-page.ts'
import { cardEvents, cardProvider, paymentOf, providerUnderTest } from '../../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, payOrder, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInStaff, type TestStaff } from '../../testing/staff-calls.ts'
import { mailsTo } from '../../testing/subscribing.ts'
import { eventually, signedInPerson, type TestPerson } from '../../testing/test-client.ts'
import { sendDueRefunds } from './send-refunds.ts'

afterEach(async () => {
  await cardEvents()
  ;(await testProduct()).clock.reset()
  await expectBooksToAgree()
})

const refund = <Body = OperationsOrderWithHistory>(order: { id: string }, body: RefundPosting) =>
  operate<Body>('POST', `/orders/${order.id}/refunds`, body)

/** Tips an order $8. */
async function tip(person: TestPerson, order: Order, card: string = testCards.good): Promise<void> {
  const { product, url } = await testProduct()
  await postEvents(order, 'send')
  await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
  const { body: form } = await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)
  const body = new URLSearchParams({ ...form.fields, amount: '8' })
  const html = await (await fetch(`${url}/tip`, { method: 'POST', body })).text()
  await payOnCardPage(/url=([^"]+)/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '', card)
  await untilTipped(person, order, 8)
}

const untilTipped = (person: TestPerson, order: { id: string }, dollars: number) =>
  eventually(async () => (await readOrder(person, order)).total_tips_amount === dollars)

test('[HOLD-06][OPS-01] an outside refund counts as refunded, reduces cash-back, and calls no card', async () => {
  const person = await signedInPerson()
  const code = await newCoupon({ gift: { kind: 'cashback', percent: 25 } })
  const order = await payOrder(person, (await applyCode(person, await person.order(), code)).body)
  const noted = await refund(order, { amount: 12, outside: true, reason: 'Transfer to Ada' })
  expect(noted).toMatchObject({ status: 200, body: { refunded: 12, client_paid: 48 } })
  expect(noted.body.events.at(-1)).toMatchObject({ event: 'refund', data: { amount: 12, outside: true } })
  expect(await balanceOf(person)).toBe(9)
  expect((await movesOf(order)).filter((move) => move.startsWith('outside'))).toEqual([
    'outside_refund: refunded -1200',
    'outside_refund: outside 1200',
  ])
  expect(await refund<ErrorBody>(order, { amount: 36.01, reason: 'x' })).toMatchObject({
    status: 409,
    body: { error_type: 'refund_exceeds_paid', error_value: '36' },
  })
  await refund(order, { reason: 'The rest' })
  await eventually(async () => (await readOrder(person, order)).refunded === 48)
  const refunds = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order) })
  expect(refunds.data.map(({ amount }) => amount)).toEqual([3_600])
  expect(await refund<ErrorBody>(order, { amount: 1, outside: true, reason: 'x' })).toMatchObject({
    body: { error_type: 'nothing_to_refund' },
  })
  const { product } = await testProduct()
  const { rows } = await sql<{ request: unknown }>`
    select request from operations_log where subject = ${`order ${order.id}`} order by at, id`.execute(product.queries)
  expect(rows[0]?.request).toEqual({ amount: 12, outside: true, reason: 'withheld' })
})

test('[HOLD-06] an outside refund of the balance’s part does not return to the balance too', async () => {
  const person = await personWithBalance(1_000)
  const order = await person.order({ use_balance: true })
  await payOnCardPage((await followPaymentLink(order.payment_link)).location)
  await untilChecked(person, order, 'paid')
  expect((await refund(order, { amount: 43, outside: true, reason: 'x' })).status).toBe(200)
  await refund(order, { reason: 'The rest' })
  expect(await balanceOf(person)).toBe(5)
  expect((await readOrder(person, order)).refunded).toBe(48)
})

test('[HOLD-06][PAY-10] staff refund a tip to its card with its credit, up to what is left', async () => {
  const { person, order } = await personWithPaidOrder()
  expect(await refund<ErrorBody>(order, { tip: true, reason: 'x' })).toMatchObject({
    status: 409,
    body: { error_type: 'nothing_to_refund' },
  })
  await tip(person, order)
  expect(await balanceOf(person)).toBe(8)
  expect(await refund<ErrorBody>(order, { tip: true, amount: 8.01, reason: 'x' })).toMatchObject({
    status: 409,
    body: { error_type: 'refund_exceeds_paid', error_value: '8' },
  })
  expect(await refund<ErrorBody>(order, { tip: true, services: ['top_writer'], reason: 'x' })).toMatchObject({
    status: 422,
    body: { error_value: 'services' },
  })
  expect((await refund(order, { tip: true, reason: 'Asked for' })).status).toBe(200)
  await untilTipped(person, order, 0)
  expect(await balanceOf(person)).toBe(0)
  expect(await readOrder(person, order)).toMatchObject({ refunded: 0, client_paid: 48, isTipsPaid: false })
  const refunds = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order, 'tip') })
  expect(refunds.data.map(({ amount }) => amount)).toEqual([800])
  expect((await refund<ErrorBody>(order, { tip: true, reason: 'x' })).body.error_type).toBe('nothing_to_refund')
})

test('[HOLD-06][PAY-10] an outside refund of a tip is recorded', async () => {
  const { person, order } = await personWithPaidOrder()
  await tip(person, order)
  expect((await refund(order, { tip: true, outside: true, reason: 'Transfer' })).status).toBe(200)
  expect(await readOrder(person, order)).toMatchObject({ total_tips_amount: 0, refunded: 0 })
  expect(await balanceOf(person)).toBe(0)
  expect((await movesOf(order)).slice(-4)).toContain('outside_refund: outside 800')
})

/** The refunds of an order that the bank refused. */
const failedRefunds = async (order: { id: string }) =>
  (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body.failed_refunds

/** Lets the bank refuse the refunds of an order that were sent. */
const untilRefused = async (order: { id: string }, count: number) => {
  await (await providerUnderTest()).letBanksAnswer()
  return eventually(async () => {
    const refunds = await failedRefunds(order)
    return refunds.length === count && refunds
  })
}

/** Notes the first refused refund of an order by the command that its wait offers. */
const noteRefused = async (order: { id: string }) => {
  const [refused] = await failedRefunds(order)
  const { event: _, ...money } = refused?.next[0] ?? { event: 'refund_outside' }
  const { services, ...body } = money
  return refund(order, { ...body, ...(services && { services: [...services] }), outside: true, reason: 'Transfer' })
}

test('[OPS-09][HOLD-06] a noted refund leaves the other card’s, and a part leaves the rest', async () => {
  const person = await signedInPerson()
  const order = await payOrder(person, await person.order(), testCards.refundFails)
  await change(person, order, { action: 'service_add', tag: 'top_writer' })
  await payOnCardPage((await followPaymentLink(order.payment_link)).location, testCards.refundFails)
  const { top_writer: service } = order.services
  const untilMoney = (field: 'client_paid' | 'refunded') =>
    eventually(async () => (await readOrder(person, order))[field] === 48 + service.price)
  await untilMoney('client_paid')
  await refund(order, { reason: 'All of it' })
  await untilMoney('refunded')
  const [ofService] = await untilRefused(order, 2)
  expect(ofService?.next).toMatchObject([{ event: 'refund_outside', amount: service.price }])
  const note = (amount: number) => refund(order, { amount, outside: true, reason: 'Transfer' })
  expect((await note(service.price)).body.failed_refunds).toMatchObject([{ words: '$48.00 by card: refused' }])
  expect((await refund(order, { amount: 5, reason: 'Goodwill' })).body.failed_refunds).toMatchObject([
    { words: '$43.00 by card: refused' },
  ])
  expect((await note(43)).body.failed_refunds).toEqual([])
})

test('[OPS-09] a refund waits from the bank’s refusal, although another one went back before', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const order = await payOrder(person, await person.order(), testCards.refundFails)
  await refund(order, { amount: 10, reason: 'Late' })
  await eventually(async () => (await readOrder(person, order)).refunded === 10)
  await refund(order, { amount: 12, outside: true, reason: 'Transfer' })
  clock.advance(5 * 86_400_000)
  const refusedAt = clock.now()
  const [wait] = await untilRefused(order, 1)
  expect(wait).toMatchObject({ words: '$10.00 by card: refused', late: false })
  expect(Date.parse(wait?.since ?? '')).toBeGreaterThanOrEqual(refusedAt)
})

test('[HOLD-06][PAY-10] a refused refund of a tip is noted as one of the tip', async () => {
  const { person, order } = await personWithPaidOrder()
  await tip(person, order, testCards.refundFails)
  await refund(order, { tip: true, reason: 'Asked for' })
  await untilTipped(person, order, 0)
  const [refused] = await untilRefused(order, 1)
  expect(refused).toMatchObject({
    words: '$8.00 of the tip by card: refused',
    next: [{ event: 'refund_outside', amount: 8, tip: true }],
  })
  expect((await noteRefused(order)).body).toMatchObject({ failed_refunds: [], refunded: 0, total_tips_amount: 0 })
  expect(await balanceOf(person)).toBe(0)
})

test('[HOLD-06][PAY-11] a refused refund of a service is noted with the service', async () => {
  const person = await signedInPerson()
  const created = await person.order()
  await change(person, created, { action: 'service_add', tag: 'top_writer' })
  const order = await payOrder(person, created, testCards.refundFails)
  const { price } = order.services.top_writer
  await refund(order, { services: ['top_writer'], reason: 'No TOP Nerd' })
  await eventually(async () => (await readOrder(person, order)).refunded === price)
  await untilRefused(order, 1)
  expect((await readOrder(person, order)).services.top_writer).toMatchObject({ refunded: false })
  const { body } = await noteRefused(order)
  expect(body).toMatchObject({ failed_refunds: [], refunded: price })
  expect(body.services.top_writer).toMatchObject({ refunded: true })
})

test('[HOLD-06][INFO-04][OPS-01] staff credit a balance once per key; it has a cause and can be spent', async () => {
  const person = await signedInPerson()
  const key = { 'idempotency-key': `credit-${person.clientId}` }
  const credit = () =>
    operate('POST', `/clients/${person.clientId}/balance_credits`, { amount: 5, reason: 'Sorry' }, key)
  expect(await credit()).toMatchObject({ status: 200, body: { available_balance: 5 } })
  expect((await credit()).status).toBe(200)
  expect(await balanceOf(person)).toBe(5)
  const { body } = await person.send<{ results: { cause: string; amount: number }[] }>(
    'GET',
    '/api/v3/users/client/me/balance',
  )
  expect(body.results).toMatchObject([{ cause: 'staff_credit', amount: 5 }])
  const { product } = await testProduct()
  const { rows } = await sql<{ action: string; request: unknown }>`
    select action, request from operations_log where subject = ${`client ${person.clientId}`}`.execute(product.queries)
  expect(rows.at(-1)).toEqual({ action: 'credit balance', request: { amount: 5, reason: 'withheld' } })
  const { body: wrong } = await operate('POST', `/clients/${person.clientId}/balance_credits`, {
    amount: 5.001,
    reason: 'x',
  })
  expect(wrong.error_value).toBe('amount')
})

test('[HOLD-06] moving money requires a visible reason', async () => {
  const { person, order } = await personWithPaidOrder()
  for (const path of [`/clients/${person.clientId}/balance_credits`, `/orders/${order.id}/refunds`])
    expect(await operate('POST', path, { amount: 5, reason: ' \u200b\u3164' })).toMatchObject({
      status: 422,
      body: { error_value: 'reason', text: 'reason needs words that can be seen' },
    })
  expect(await balanceOf(person)).toBe(0)
})

test('[OPS-11][PAY-13] of ten concurrent debits a balance pays as many as it can, and the client reads why', async () => {
  const person = await signedInPerson()
  const move = (what: string, amount: number, call = operate as TestStaff['operate']) =>
    call('POST', `/clients/${person.clientId}/balance_${what}s`, { amount, reason: 'Meant for another order' })
  await move('credit', 10)
  const answers = await Promise.all(Array.from({ length: 10 }, () => move('debit', 3)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  expect(await balanceOf(person)).toBe(1)
  expect(await move('debit', 2)).toMatchObject({
    status: 409,
    body: {
      error_type: 'balance_too_low',
      error_value: '1',
      text: 'The balance has only $1.00, so no more can be taken.',
    },
  })
  expect(await move('debit', 1, (await signedInStaff('clerk')).operate)).toMatchObject({ status: 403 })
  expect(await move('debit', 1, (await signedInStaff('lead')).operate)).toMatchObject({ status: 200 })
  const { body } = await person.send<BalancePage>('GET', '/api/v3/users/client/me/balance')
  expect(body.results.map(({ cause, amount, reason }) => [cause, amount, reason])).toEqual([
    ['staff_debit', -1, 'Meant for another order'],
    ...Array.from({ length: 3 }, () => ['staff_debit', -3, 'Meant for another order']),
    ['staff_credit', 10, null],
  ])
  const staff = await operate<BalanceSlice>('GET', `/clients/${person.clientId}/balance_changes`)
  expect(staff.body.results.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 5 }, () => 'Meant for another order'),
  )
})

test('[HOLD-06] mails staff once about a refund that waits for money on our own account', async () => {
  const { clock, product, settings } = await testProduct()
  const person = await signedInPerson()
  const order = await payOrder(person, await person.order(), testCards.refundLacksFunds)
  await refund(order, { amount: 5, reason: 'Late' })
  const mails = async () =>
    (await mailsTo(settings.supportEmail, 'does not hold enough money')).filter(({ subject }) =>
      subject.endsWith(`order ${order.number}`),
    )
  expect(await eventually(async () => (await mails())[0])).toMatchObject({
    subject: `A refund does not go out: order ${order.number}`,
  })
  await (await providerUnderTest()).letBanksAnswer()
  await eventually(async () => {
    clock.advance(60_000)
    await sendDueRefunds(product)
    return (await readOrder(person, order)).refunded === 5
  })
  clock.reset()
  expect(await mails()).toHaveLength(1)
})
