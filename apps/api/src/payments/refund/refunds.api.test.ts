import type { BalancePage } from '@nerdify/contract/client.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OperationsOrderWithHistory, RefundPosting } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, movesOf, personWithBalance } from '../../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage, sessionIn, testCards } from '../../testing/cards/card-page.ts'
import { cardEvents, cardProvider, paymentOf, providerUnderTest } from '../../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, payOrder, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { mailsTo, untilEventsApplied } from '../../testing/subscribing.ts'
import { eventually, signedInPerson, type TestPerson, textsTo } from '../../testing/test-client.ts'
import { applyDueCardEvents } from '../../card-events/card-events.ts'
import { sendDueRefunds } from './send-refunds.ts'

afterEach(async () => {
  await cardEvents()
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

const refund = <Body = OperationsOrderWithHistory>(order: { id: string }, body: RefundPosting) =>
  operate<Body>('POST', `/orders/${order.id}/refunds`, body)

const untilRefunded = (person: TestPerson, order: { id: string }, dollars: number): Promise<Order> =>
  eventually(async () => {
    const now = await readOrder(person, order)
    return now.refunded === dollars && now
  })

describe('refunds by operations', () => {
  test('[PAY-11][PAY-06][OPS-05] a partial refund keeps the status; accept_refund refunds the rest', async () => {
    const { person, order } = await personWithPaidOrder()
    const answer = await refund(order, { amount: 12.5, reason: 'One page less' })
    expect(answer).toMatchObject({ status: 200, body: { client_status: 'In progress' } })
    expect(answer.body.events.at(-1)).toMatchObject({
      event: 'refund',
      author: 'machine',
      data: { amount: 12.5, reason: 'One page less' },
    })
    expect(await untilRefunded(person, order, 12.5)).toMatchObject({ client_paid: 48, isPaid: true })
    await postEvents(order, 'request_refund', 'accept_refund')
    expect(await untilRefunded(person, order, 48)).toMatchObject({
      client_paid: 48,
      system_client_status: 'Refund Accepted',
    })
    expect((await movesOf(order)).slice(2)).toEqual([
      'refund: refunded -1250',
      'refund: gateway 1250',
      'refund: refunded -3550',
      'refund: gateway 3550',
    ])
    const charges = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order) })
    expect(charges.data.map(({ amount }) => amount)).toEqual([3550, 1250])
  })

  test('[PAY-11] a service is refunded at its price, and can be bought again', async () => {
    const person = await signedInPerson()
    const created = await person.order()
    const { body: withService } = await change(person, created, { action: 'service_add', tag: 'prioritize_my_task' })
    const order = await payOrder(person, withService)
    const { price } = order.services.prioritize_my_task
    const posted = await refund(order, { services: ['prioritize_my_task'], reason: 'Late' })
    expect(posted.body.events.at(-1)).toMatchObject({ event: 'refund', data: { services: ['prioritize_my_task'] } })
    expect((await untilRefunded(person, order, price)).services.prioritize_my_task).toMatchObject({
      active: true,
      refunded: true,
    })
    const again = await refund<ErrorBody>(order, { services: ['prioritize_my_task'], reason: 'Late' })
    expect(again).toMatchObject({ status: 422, body: { error_value: 'services' } })
    const never = await refund<ErrorBody>(order, { services: ['top_writer'], reason: 'Late' })
    expect(never).toMatchObject({ status: 422, body: { error_value: 'services' } })

    const bought = await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })
    expect(bought).toMatchObject({ status: 200 })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    const paid = await eventually(async () => {
      const now = await readOrder(person, order)
      return now.client_paid > order.client_paid && now
    })
    expect(paid.client_paid).toBe(order.client_paid + price)
    expect(paid.services.prioritize_my_task).toMatchObject({ active: true, refunded: false })
  })

  test('[PAY-11][PAY-13][INFO-04] a refund fills the card first, then the balance', async () => {
    const person = await personWithBalance(1_000)
    const order = await person.order({ use_balance: true })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    await untilChecked(person, order, 'paid')
    await refund(order, { amount: 40, reason: 'Too late' })
    await untilRefunded(person, order, 40)
    expect(await balanceOf(person)).toBe(2)
    await refund(order, { reason: 'All of it' })
    await untilRefunded(person, order, 48)
    expect(await balanceOf(person)).toBe(10)
    const { body: history } = await person.send<BalancePage>('GET', '/api/v3/users/client/me/balance')
    const cents = history.results.map(({ amount }) => Math.round(amount * 100))
    expect(cents).toEqual([800, 200, -1_000, 1_000])
  })

  test('[DISC-14][PAY-13] a refund takes its share of the cash-back, and below zero blocks spending', async () => {
    const person = await signedInPerson()
    const code = await newCoupon({ gift: { kind: 'cashback', percent: 50 } })
    const order = await payOrder(person, (await applyCode(person, await person.order(), code)).body)
    expect(await balanceOf(person)).toBe(24)
    await refund(order, { amount: 12, reason: 'A part' })
    await untilRefunded(person, order, 12)
    expect(await balanceOf(person)).toBe(18)
    // The rest of the credit is spent, then its order fully refunded.
    const other = await person.order({ use_balance: true })
    await payOnCardPage((await followPaymentLink(other.payment_link)).location)
    await untilChecked(person, other, 'paid')
    expect(await balanceOf(person)).toBe(0)
    await refund(order, { reason: 'All of it' })
    await untilRefunded(person, order, 48)
    expect(await balanceOf(person)).toBe(-18)
    const third = await person.order({ use_balance: true, size: '1 Pages' })
    await payOnCardPage((await followPaymentLink(third.payment_link)).location)
    expect((await untilChecked(person, third, 'paid')).client_paid).toBe(24)
    expect(await balanceOf(person)).toBe(-18)
  })

  test('[DISC-14][PAY-11] a refund takes cash-back only beyond the price of later services', async () => {
    const person = await signedInPerson()
    const code = await newCoupon({ gift: { kind: 'cashback', percent: 50 } })
    const order = await payOrder(person, (await applyCode(person, await person.order(), code)).body)
    await change(person, order, { action: 'service_add', tag: 'adv_plagreport' })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    await eventually(async () => (await readOrder(person, order)).client_paid === 56)
    await refund(order, { services: ['adv_plagreport'], reason: 'No report' })
    await untilRefunded(person, order, 8)
    expect(await balanceOf(person)).toBe(24)
    await refund(order, { amount: 12, reason: 'A part' })
    await untilRefunded(person, order, 20)
    expect(await balanceOf(person)).toBe(18)
  })

  test('[PAY-11] an impossible refund is refused before the provider is called (abuse 20)', async () => {
    const { person, order } = await personWithPaidOrder()
    expect(await refund<ErrorBody>(order, { amount: 48.01, reason: 'x' })).toMatchObject({
      status: 409,
      body: { error_type: 'refund_exceeds_paid', error_value: '48' },
    })
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund<ErrorBody>(order, { reason: 'x' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error_type).toBe('nothing_to_refund')
    await untilRefunded(person, order, 48)
    const unpaid = await (await signedInPerson()).order()
    expect(await refund<ErrorBody>(unpaid, { reason: 'x' })).toMatchObject({
      status: 409,
      body: { error_type: 'nothing_to_refund' },
    })
    const stripe = await cardProvider()
    const payment = await paymentOf(order)
    await expect(stripe.refunds.create({ payment_intent: payment, amount: 1 })).rejects.toMatchObject({
      statusCode: 400,
    })
    expect((await stripe.refunds.list({ payment_intent: payment })).data).toHaveLength(1)
  })

  test.each([
    ['no reason', { amount: 1 }, 'reason'],
    ['an amount of nothing', { amount: 0, reason: 'x' }, 'amount'],
    ['an amount below nothing', { amount: -5, reason: 'x' }, 'amount'],
    ['parts of a cent', { amount: 1.005, reason: 'x' }, 'amount'],
    ['an unknown service', { services: ['gold'], reason: 'x' }, 'services.0'],
  ])('[API-10][OPS-05] %s is refused at its field', async (_what, body, field) => {
    const { order } = await personWithPaidOrder()
    const answer = await operate('POST', `/orders/${order.id}/refunds`, body)
    expect(answer).toMatchObject({ status: 422, body: { error_value: field } })
  })

  test('[OPS-01][API-11] the log withholds the reason, and a repeat with the same key refunds once', async () => {
    const { person, order } = await personWithPaidOrder()
    const key = { 'idempotency-key': `refund-${order.id}` }
    const body = { amount: 5, reason: 'Ada was late' }
    const answers = [
      await operate('POST', `/orders/${order.id}/refunds`, body, key),
      await operate('POST', `/orders/${order.id}/refunds`, body, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await untilRefunded(person, order, 5)
    const { product } = await testProduct()
    const { rows } = await sql<{ action: string; request: unknown }>`
      select action, request from operations_log where subject = ${`order ${order.id}`}`.execute(product.queries)
    expect(rows).toEqual([{ action: 'refund', request: { amount: 5, reason: 'withheld' } }])
  })
})

describe('what the bank and the provider do', () => {
  const payWith = async (card: string) => {
    const person = await signedInPerson()
    const order = await person.order()
    await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
    return { person, order: await untilChecked(person, order, 'paid') }
  }

  test('[PAY-11] a refund that fails later is not shown, is reported, and can be repeated (abuse 21)', async () => {
    const person = await signedInPerson()
    const created = await person.order()
    const { body: withService } = await change(person, created, { action: 'service_add', tag: 'prioritize_my_task' })
    const order = await payOrder(person, withService, testCards.refundFails)
    await refund(order, { amount: 20, reason: 'Too late' })
    await untilRefunded(person, order, 20)
    await (await providerUnderTest()).letBanksAnswer()
    await untilRefunded(person, order, 0)
    expect((await movesOf(order)).slice(-2)).toEqual(['refund_failed: refunded 2000', 'refund_failed: gateway -2000'])
    const { product } = await testProduct()
    const { rows } = await sql<{ variables: unknown }>`
      select variables from outbox where template = 'refund-failed' and variables ->> 'number' = ${order.number}`.execute(
      product.queries,
    )
    expect(rows).toEqual([{ variables: { number: order.number, amount: '$20.00', reason: 'operations' } }])
    const words = `the $20.00 we sent back for order ${order.number} didn't reach you`
    await eventually(async () => (await textsTo(await testProduct(), person.phone, words)).length > 0)
    expect((await refund(order, { reason: 'Again' })).status).toBe(200)
    const { services } = await untilRefunded(person, order, order.client_paid)
    expect(services.prioritize_my_task).toMatchObject({ refunded: true })
  })

  test('[PAY-11] a pending refund counts once the bank has it, and blocks other refunds', async () => {
    const { person, order } = await payWith(testCards.refundPends)
    await refund(order, { reason: 'Too late' })
    await eventually(async () => {
      const { data } = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order) })
      return data[0]?.status === 'pending'
    })
    expect((await readOrder(person, order)).refunded).toBe(0)
    expect((await refund(order, { amount: 1, reason: 'x' })).status).toBe(409)
    await (await providerUnderTest()).letBanksAnswer()
    await untilRefunded(person, order, 48)
  })

  test('[PAY-11] a service with a pending refund is not refunded again (abuse 20)', async () => {
    const person = await signedInPerson()
    const created = await person.order()
    await change(person, created, { action: 'service_add', tag: 'top_writer' })
    const order = await payOrder(person, created, testCards.refundPends)
    const services: RefundPosting['services'] = ['top_writer']
    expect((await refund(order, { services, reason: 'Late' })).status).toBe(200)
    const again = await refund<ErrorBody>(order, { services, reason: 'Late' })
    expect(again).toMatchObject({ status: 422, body: { error_value: 'services' } })
    await eventually(async () => {
      const { data } = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order) })
      return data[0]?.status === 'pending'
    })
    await (await providerUnderTest()).letBanksAnswer()
    const { price } = order.services.top_writer
    expect((await untilRefunded(person, order, price)).services.top_writer).toMatchObject({ refunded: true })
  })

  test('[PAY-11] a dispute before the call fails the refund until it is won (abuse 20, abuse 25)', async () => {
    const { product, clock, provider } = await testProduct()
    const { person, order } = await payWith(provider.disputableCard)
    await provider.breakCalls({ fault: 'error', calls: 2, method: 'POST', path: '/v1/refunds' })
    await refund(order, { amount: 5, reason: 'Late' })
    const status = async () => {
      const rows = product.queries.selectFrom('refund').select(['status', 'attempts']).where('order_id', '=', order.id)
      return (await rows.execute()).map((row) => row.status)
    }
    await eventually(async () => {
      const rows = product.queries.selectFrom('refund').select('attempts').where('order_id', '=', order.id)
      return (await rows.executeTakeFirst())?.attempts === 1
    })
    const dispute = await provider.openDispute(await paymentOf(order))
    clock.advance(2 * 60_000)
    await eventually(async () => {
      await sendDueRefunds(product)
      return (await status()).includes('failed')
    })
    clock.reset()
    expect((await readOrder(person, order)).refunded).toBe(0)
    const alerts = product.queries.selectFrom('outbox').select('id').where('template', '=', 'refund-failed')
    expect(await alerts.where(sql<boolean>`variables ->> 'number' = ${order.number}`).execute()).toHaveLength(1)
    await provider.closeDispute(dispute, 'won')
    await eventually(async () => (await refund(order, { amount: 5, reason: 'Late' })).status === 200)
    await untilRefunded(person, order, 5)
  })

  test('[PAY-04] a refund stays refunded when its events arrive in reverse order (abuse 4)', async () => {
    const { person, order } = await payWith(testCards.refundPends)
    const provider = await providerUnderTest()
    await cardEvents({ lost: true })
    await refund(order, { reason: 'Too late' })
    const payment = await paymentOf(order)
    const made = async () => (await provider.dashboard.refunds.list({ payment_intent: payment })).data[0]
    await eventually(async () => (await made())?.status === 'pending')
    await provider.letBanksAnswer()
    await eventually(async () => (await made())?.status === 'succeeded')
    const news = (type: string) =>
      eventually(async () => {
        const { data } = await provider.dashboard.events.list({ type, limit: 20 })
        const { id } = (await made()) ?? {}
        return data.find(({ data: { object } }) => 'id' in object && object.id === id)
      })
    await cardEvents()
    await provider.sendAgain((await news('refund.updated')).id)
    await untilRefunded(person, order, 48)
    const moves = await movesOf(order)
    await provider.sendAgain((await news('refund.created')).id)
    await untilEventsApplied()
    expect((await readOrder(person, order)).refunded).toBe(48)
    expect(await movesOf(order)).toEqual(moves)
  })

  test('[PAY-11] a refund made in the provider’s dashboard is booked from its event (abuse 4)', async () => {
    const { person, order } = await personWithPaidOrder()
    await (await cardProvider()).refunds.create({ payment_intent: await paymentOf(order), amount: 700 })
    expect(await untilRefunded(person, order, 7)).toMatchObject({ client_paid: 48 })
    expect((await refund(order, { amount: 41.01, reason: 'x' })).status).toBe(409)
  })

  test('[PAY-04] a refund’s event waits until its payment is booked (abuse 4)', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ lost: true })
    const { location } = await followPaymentLink(order.payment_link)
    await payOnCardPage(location)
    await cardEvents()
    const stripe = await cardProvider()
    const session = await stripe.checkout.sessions.retrieve(sessionIn(location))
    const made = await stripe.refunds.create({ payment_intent: String(session.payment_intent), amount: 300 })
    const waiting = async () => {
      const { rows } = await sql<{ status: string; last_error: string }>`
        select status, last_error from card_event where object_id = ${made.id} and type = 'refund.created'`.execute(
        product.queries,
      )
      return rows[0]?.last_error?.includes('not booked yet') && rows[0]
    }
    expect(await eventually(waiting)).toMatchObject({ status: 'new' })
    // Retries continue, and staff are notified once.
    const stuck = await eventually(async () => {
      // The product tries it in the background too, so a single call may find nothing due.
      clock.advance(3_600_000)
      await applyDueCardEvents(product)
      const found = await mailsTo(product.settings.supportEmail, made.id)
      return found.length > 0 && found
    })
    expect(stuck.map(({ subject }) => subject)).toEqual(['A card event does not take effect: refund.created'])
    expect(await waiting()).toMatchObject({ status: 'new' })
    await untilChecked(person, order, 'paid')
    clock.advance(3_600_000)
    await applyDueCardEvents(product)
    await untilRefunded(person, order, 3)
  })

  test('[PAY-03] an event from a clock days ahead does not wait for days', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ lost: true })
    const { location } = await followPaymentLink(order.payment_link)
    await payOnCardPage(location)
    await cardEvents()
    clock.advance(3 * 24 * 3_600_000)
    const stripe = await cardProvider()
    const session = await stripe.checkout.sessions.retrieve(sessionIn(location))
    const made = await stripe.refunds.create({ payment_intent: String(session.payment_intent), amount: 300 })
    await eventually(async () => {
      const { rows } = await sql<{ id: string }>`
        select id from card_event where object_id = ${made.id} and next_at > ${new Date(clock.now())}
          and last_error is not null`.execute(product.queries)
      return rows.length > 0
    })
    clock.reset()
    await untilChecked(person, order, 'paid')
    expect(await untilRefunded(person, order, 3)).toMatchObject({ client_paid: 48 })
  })

  test('[PAY-04] five copies of each event in any order have one effect (abuse 3, abuse 4)', async () => {
    const { person, order } = await personWithPaidOrder()
    await cardEvents({ copies: 5, jitterMs: 200 })
    await refund(order, { amount: 9, reason: 'Late' })
    await untilRefunded(person, order, 9)
    await (await providerUnderTest()).untilIdle()
    expect((await readOrder(person, order)).refunded).toBe(9)
    expect((await movesOf(order)).filter((move) => move.startsWith('refund'))).toHaveLength(2)
  })
})
