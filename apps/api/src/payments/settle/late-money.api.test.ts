import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, movesOf, personWithBalance } from '../../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage, sessionIn, testCards } from '../../testing/cards/card-page.ts'
import { cardEvents, cardProvider, paymentOf } from '../../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, payOrder, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { mailsTo } from '../../testing/subscribing.ts'
import { eventually, signedInPerson, type TestPerson, textsTo } from '../../testing/test-client.ts'
import { openAttemptOf } from '../page/attempts.store.ts'
import { sendDueRefunds } from '../refund/send-refunds.ts'
import { endUnpaidAttempt } from './settle-attempt.ts'

afterEach(async () => {
  await cardEvents()
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

/** Opens the page of a tip of $8 for a delivered order of $48 with five stars. */
async function openTipPage(person: TestPerson, order: Order): Promise<string> {
  const { product, url } = await testProduct()
  await postEvents(order, 'send')
  await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
  const { body: form } = await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)
  const body = new URLSearchParams({ ...form.fields, amount: '8' })
  const html = await (await fetch(`${url}/tip`, { method: 'POST', body })).text()
  return /url=([^"]+)/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

const untilMoved = (order: { id: string }, move: string) =>
  eventually(async () => (await movesOf(order)).includes(move))

test('[PAY-07] a payment of exactly the price announces no surplus', async () => {
  const { person, order } = await personWithPaidOrder(testCards.good)
  const { product } = await testProduct()
  const messages = product.queries.selectFrom('outbox').select('template').where('to_address', '=', person.phone)
  const names = (await messages.execute()).map(({ template }) => template)
  expect(names).toContain('order-paid')
  expect(names).not.toContain('order-surplus')
  expect((await readOrder(person, order)).client_paid).toBe(48)
})

describe('money for an order that takes none any more', () => {
  test.each([
    ['declined', 'decline', { declined: true, system_client_status: 'Unpaid' }],
    ['deleted', 'delete', { isDeleted: true, system_client_status: 'Deleted' }],
  ])(
    '[PAY-07][STATE-20] refunds card and balance when an open page is paid after the order was %s',
    async (_how, event, state) => {
      const person = await personWithBalance(1_000)
      const order = await person.order({ use_balance: true })
      await applyCode(person, order, await newCoupon({ gift: { kind: 'cashback', percent: 10 } }))
      const { location } = await followPaymentLink(order.payment_link)
      await postEvents(order, event)
      await payOnCardPage(location)
      await untilMoved(order, 'surplus_refund: gateway 3800')
      const { body: now } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
      expect(now).toMatchObject({ ...state, client_paid: 0, client_status: null, isPaid: false })
      expect(await balanceOf(person)).toBe(10)
      const sentence = `you paid $48.00 after order ${order.number} was closed, and we're sending it back`
      await eventually(async () =>
        (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(sentence)),
      )
      expect((await movesOf(order)).filter((move) => move.startsWith('cashback'))).toEqual([])
    },
  )

  test('[PAY-08][PAY-11] refunds services paid on the open page after the order’s refund', async () => {
    const { person, order } = await personWithPaidOrder()
    await change(person, order, { action: 'service_add', tag: 'adv_plagreport' })
    const { location } = await followPaymentLink(order.payment_link)
    await postEvents(order, 'request_refund', 'accept_refund')
    await payOnCardPage(location)
    await untilMoved(order, 'surplus_refund: gateway 800')
    await untilMoved(order, 'refund: gateway 4800')
    expect(await readOrder(person, order)).toMatchObject({
      client_paid: 48,
      refunded: 48,
      system_client_status: 'Refund Accepted',
      services: { adv_plagreport: { active: false } },
    })
  })

  test.each([
    ['takes it back days later', testCards.refundFails, 53],
    ['refuses it, as the payment is disputed', 'disputed', 53],
  ])(
    '[PAY-07][PAY-06] counts a surplus that the provider %s as paid, and notifies staff (abuse 21)',
    async (_how, card, paid) => {
      const { product, clock, provider, settings } = await testProduct()
      const { person, order } = await personWithPaidOrder()
      await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })
      const { location } = await followPaymentLink(order.payment_link)
      await cardEvents({ held: true })
      const isDisputed = card === 'disputed'
      if (isDisputed) await provider.breakCalls({ fault: 'error', calls: 2, method: 'POST', path: '/v1/refunds' })
      await payOnCardPage(location, isDisputed ? provider.disputableCard : card)
      await change(person, order, { action: 'service_delete', tag: 'prioritize_my_task' })
      expect(await untilChecked(person, order, 'paid')).toMatchObject({ client_paid: 48 })
      await cardEvents()
      if (isDisputed) {
        const refunds = product.queries.selectFrom('refund').select(['attempts', 'payment_intent_id'])
        const tried = await eventually(async () => {
          const one = await refunds.where('order_id', '=', order.id).executeTakeFirst()
          return one?.attempts === 1 && one
        })
        await provider.openDispute(tried.payment_intent_id)
        clock.advance(2 * 60_000)
      } else {
        await untilMoved(order, 'surplus_refund: gateway 500')
        await provider.letBanksAnswer()
      }
      await eventually(async () => {
        await sendDueRefunds(product)
        return (await readOrder(person, order)).client_paid === paid
      })
      await eventually(async () =>
        (await mailsTo(settings.supportEmail, order.number)).some(({ subject }) =>
          subject.includes(`order ${order.number} failed`),
        ),
      )
    },
  )

  test('[PAY-10][STATE-11] refunds a tip paid after the order’s refund without credit, and notifies', async () => {
    const { person, order } = await personWithPaidOrder()
    const page = await openTipPage(person, order)
    await postEvents(order, 'request_refund', 'accept_refund')
    await payOnCardPage(page)
    await untilMoved(order, 'tip_refund: gateway 800')
    const notice = `order ${order.number} could no longer take your tip of $8.00`
    await eventually(async () =>
      (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(notice)),
    )
    expect(await readOrder(person, order)).toMatchObject({ total_tips_amount: 0, tips_paid: false })
    expect(await balanceOf(person)).toBe(0)
  })
})

describe('money for an order in a dispute', () => {
  test('[PAY-10] credits a tip paid on an earlier page once the dispute is won (abuse 25)', async () => {
    const { provider } = await testProduct()
    const { person, order } = await personWithPaidOrder(provider.disputableCard)
    const page = await openTipPage(person, order)
    const dispute = await provider.openDispute(await paymentOf(order))
    await untilMoved(order, 'dispute: gateway 4800')
    await payOnCardPage(page)
    await untilMoved(order, 'tip: tips 800')
    expect(await balanceOf(person)).toBe(0)
    await provider.closeDispute(dispute, 'won')
    await eventually(async () => (await balanceOf(person)) === 8)
  })

  test('[DISC-14] credits a cash-back earned during a dispute once it is won (abuse 25)', async () => {
    const { provider } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, await newCoupon({ gift: { kind: 'cashback', percent: 50 } }))
    await payPart(order, 100, provider.disputableCard)
    await eventually(async () => (await readOrder(person, order)).client_paid === 1)
    const dispute = await provider.openDispute(await paymentOf(order))
    await untilMoved(order, 'dispute: gateway 100')
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 48, isPaid: true })
    expect(await balanceOf(person)).toBe(0)
    await provider.closeDispute(dispute, 'won')
    await eventually(async () => (await balanceOf(person)) === 24)
  })
})

/** Pays part of an order, in cents, as a page with another amount would. */
async function payPart(order: Order, cents: number, card: string): Promise<void> {
  const { location } = await followPaymentLink(order.payment_link)
  const stripe = await cardProvider()
  const asked = await stripe.checkout.sessions.retrieve(sessionIn(location))
  const metadata = asked.metadata ?? {}
  const part = await stripe.checkout.sessions.create({
    mode: 'payment',
    ui_mode: 'hosted_page',
    allowed_payment_method_types: ['card'],
    client_reference_id: String(asked.client_reference_id),
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'A part' } } },
    ],
    success_url: 'http://localhost/paid',
  })
  await payOnCardPage(String(part.url), card)
}

test('[PAY-03][PAY-13] books only the card’s part of a page that ended here and was paid there', async () => {
  const { product } = await testProduct()
  const person = await personWithBalance(1_000)
  const order = await person.order({ use_balance: true })
  const { location } = await followPaymentLink(order.payment_link)
  const attempt = await openAttemptOf(product.queries, person.clientId, order.id)
  if (attempt === undefined) throw new Error('the page has no attempt')
  await endUnpaidAttempt(product, attempt, 'failed')
  await payOnCardPage(location)
  await untilMoved(order, 'order_payment: gateway -3800')
  expect(await readOrder(person, order)).toMatchObject({ client_paid: 38, isPaid: false })
  expect(await balanceOf(person)).toBe(10)
})

test('[PAY-11][FLOW-26] a full refund includes the paid services', async () => {
  const person = await signedInPerson()
  const created = await person.order()
  await change(person, created, { action: 'service_add', tag: 'top_writer' })
  await change(person, created, { action: 'service_add', tag: 'adv_plagreport' })
  const order = await payOrder(person, created)
  await operate('POST', `/orders/${order.id}/refunds`, { services: ['adv_plagreport'], reason: 'Not needed' })
  await operate('POST', `/orders/${order.id}/refunds`, { amount: 10, reason: 'Late' })
  await untilMoved(order, 'refund: gateway 1000')
  expect((await readOrder(person, order)).services.top_writer).toMatchObject({ active: true, refunded: false })
  await postEvents(order, 'request_refund', 'accept_refund')
  await eventually(async () => (await readOrder(person, order)).refunded === order.client_paid)
  expect((await readOrder(person, order)).services).toMatchObject({
    top_writer: { active: true, refunded: true },
    adv_plagreport: { active: true, refunded: true },
    prioritize_my_task: { active: false, refunded: false },
  })
  await untilChecked(person, order, 'paid')
})
