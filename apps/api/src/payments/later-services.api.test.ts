import type { Order } from '@nerdify/contract/orders.ts'
import { offeredServices } from '@nerdify/domain/catalog/services.ts'
import { serviceUnavailableTexts } from '@nerdify/domain/orders/additional-services.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksToAgree, movesOf } from '../testing/cards/books.ts'
import {
  amountOnCardPage,
  followPaymentLink,
  openPaymentLink,
  payOnCardPage,
  testCards,
} from '../testing/cards/card-page.ts'
import { cardEvents } from '../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, readOrder, untilChecked } from '../testing/coupon-calls.ts'
import { bookCardPayment, operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, signedInAnew, signedInPerson, type TestPerson } from '../testing/test-client.ts'

const add = (person: TestPerson, order: { id: string }, tag: string) =>
  change(person, order, { action: 'service_add', tag })
const remove = (person: TestPerson, order: { id: string }, tag: string) =>
  change(person, order, { action: 'service_delete', tag })

/** Pays an order's card page; answers the order once this much is paid. */
async function payMore(person: TestPerson, order: { id: string; payment_link: string }, paid: number): Promise<Order> {
  await payOnCardPage((await followPaymentLink(order.payment_link)).location)
  await untilChecked(person, order, 'paid')
  return untilPaid(person, order, paid)
}

const untilPaid = (person: TestPerson, order: { id: string }, paid: number) =>
  eventually(async () => {
    const now = await readOrder(person, order)
    return now.client_paid === paid && now
  })

/** Sums of an order's money that hold at any time (PRICE-05). */
function expectSum(order: Order): void {
  const cents = (dollars: number) => Math.round(dollars * 100)
  expect(cents(order.price)).toBe(cents(order.quote_price) - cents(order.discount_amount) + cents(order.service_price))
}

afterEach(async () => {
  const { clock } = await testProduct()
  clock.reset()
  await cardEvents()
})

describe('services bought for a paid order', () => {
  test('[PAY-08][FLOW-26] are paid by a payment of their own', async () => {
    const { person, order } = await personWithPaidOrder()
    expect(order).toMatchObject({ client_paid: 48, price: 48, isCanAddServices: true })

    const chosen = await add(person, order, 'top_writer')
    expect(chosen).toMatchObject({
      status: 200,
      body: { price: 57.6, cabinet_price: 48, isPaid: true, client_paid: 48 },
    })
    expect((await add(person, order, 'adv_plagreport')).body).toMatchObject({ price: 65.6, service_price: 17.6 })
    const { location } = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(location)).toBe(1760)
    const html = await (await fetch(location)).text()
    expect(html).toContain('TOP Nerd, Plagiarism Report')

    const paid = await payMore(person, order, 65.6)
    expectSum(paid)
    expect(paid).toMatchObject({ price: 65.6, cabinet_price: 65.6, client_status: 'In progress', refunded: 0 })
    expect(paid.services).toMatchObject({
      top_writer: { added: true, active: true, price: 9.6 },
      adv_plagreport: { added: true, active: true, price: 8 },
      prioritize_my_task: { added: false, active: false },
    })
    expect((await remove(person, order, 'top_writer')).body).toMatchObject({ error_type: 'service_paid' })
    const again = await followPaymentLink(order.payment_link)
    expect(again.location).toBe(`/order/${order.id}/thank-you`)

    const history = await operate<{ events: { event: string; data?: unknown }[] }>('GET', `/orders/${order.id}`)
    expect(history.body.events.map(({ event }) => event)).toEqual(['created', 'paid', 'services_paid'])
  })

  test('[PAY-08][FLOW-26] leave nothing to buy once all are paid', async () => {
    const { person, order } = await personWithPaidOrder()
    for (const tag of offeredServices) await add(person, order, tag)
    const { price } = await readOrder(person, order)
    const all = await payMore(person, order, price)
    expect(all.isCanAddServices).toBe(false)
    const unchanged = await add(person, order, 'top_writer')
    expect(unchanged).toMatchObject({ status: 200, body: { price, client_paid: price } })
  })

  test('[PAY-08] close the open card page when one is removed, and need a new page when added (abuse 10)', async () => {
    const { person, order } = await personWithPaidOrder()
    await add(person, order, 'prioritize_my_task')
    const first = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(first.location)).toBe(500)
    expect((await followPaymentLink(order.payment_link)).location).toBe(first.location)
    await add(person, order, 'adv_plagreport')
    const second = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(second.location)).toBe(1300)
    expect((await payOnCardPage(first.location)).location).toBeNull()

    await remove(person, order, 'prioritize_my_task')
    await remove(person, order, 'adv_plagreport')
    const nothing = await followPaymentLink(order.payment_link)
    expect(nothing.location).toBe(`/order/${order.id}/thank-you`)
    expect((await payOnCardPage(second.location)).location).toBeNull()
    const back = await readOrder(person, order)
    expect(back).toMatchObject({ price: 48, service_price: 0, client_paid: 48 })
    expectSum(back)
  })

  test('[PAY-08][PAY-07] are refunded when paid on the open page after removal (abuse 10)', async () => {
    const { person, order } = await personWithPaidOrder()
    await add(person, order, 'prioritize_my_task')
    const page = await followPaymentLink(order.payment_link)
    await cardEvents({ held: true })
    await payOnCardPage(page.location)
    await remove(person, order, 'prioritize_my_task')
    await add(person, order, 'adv_plagreport')
    await untilChecked(person, order, 'paid')
    const { product } = await testProduct()
    const refund = product.queries.selectFrom('refund').selectAll().where('order_id', '=', order.id)
    expect(await refund.execute()).toMatchObject([{ cents: 500, reason: 'surplus' }])
    const settled = await untilPaid(person, order, 48)
    expectSum(settled)
    expect(settled.services).toMatchObject({
      prioritize_my_task: { added: false, active: false },
      adv_plagreport: { added: true, active: false },
    })
    // The report is still due in full.
    expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(800)
  })

  test('[PAY-07][PAY-08][PRICE-12] cost their price while a surplus is in transit to the card', async () => {
    const { provider } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    await add(person, order, 'prioritize_my_task')
    const page = await followPaymentLink(order.payment_link)
    await cardEvents({ held: true })
    await payOnCardPage(page.location, testCards.refundPends)
    await remove(person, order, 'prioritize_my_task')
    expect(await untilChecked(person, order, 'paid')).toMatchObject({ client_paid: 48, isPaid: true })
    await cardEvents()
    await add(person, order, 'adv_plagreport')
    const { location } = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(location)).toBe(800)
    await payOnCardPage(location)
    expect(await untilPaid(person, order, 56)).toMatchObject({ services: { adv_plagreport: { active: true } } })
    const returned = async () => (await movesOf(order)).includes('surplus_refund: gateway 500')
    await eventually(async () => {
      await provider.letBanksAnswer()
      return returned()
    })
    expect(await readOrder(person, order)).toMatchObject({ client_paid: 56, price: 56, isPaid: true })
    await expectBooksToAgree()
  })

  test('[PAY-08] stay due when added while the page of another is open', async () => {
    const { person, order } = await personWithPaidOrder()
    await add(person, order, 'prioritize_my_task')
    const page = await followPaymentLink(order.payment_link)
    await add(person, order, 'adv_plagreport')
    await payOnCardPage(page.location)
    await untilChecked(person, order, 'paid')
    const settled = await untilPaid(person, order, 53)
    expect(settled.services).toMatchObject({
      prioritize_my_task: { added: true, active: true },
      adv_plagreport: { added: true, active: false },
    })
    expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(800)
  })

  test('[SRV-04] cost nothing and need no card when the plan includes them', async () => {
    const { person, order } = await personWithPaidOrder()
    await operate('PATCH', `/clients/${person.clientId}`, {
      tags_add: ['subscription_active', 'subscription_nerdify_premium'],
    })
    const added = await add(person, order, 'top_writer')
    expect(added.body).toMatchObject({ price: 48, isPaid: true })
    expect(added.body.services.top_writer).toMatchObject({ added: true, active: true, price: 0, free_reason: 'plan' })
  })

  test('[PAY-08] are not free after a discount larger than the order', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const code = await newCoupon({ gift: { kind: 'amount', amountCents: 9900 } })
    expect((await applyCode(person, order, code)).body.price).toBe(0)
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}/thank-you`)
    const added = await add(person, order, 'adv_plagreport')
    expect(added.body).toMatchObject({ price: 8, isPaid: true })
    expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(800)
    const paid = await payMore(person, order, 8)
    expectSum(paid)
  })

  test('[FLOW-26] are refused while the order is in a refund', async () => {
    const { person, order } = await personWithPaidOrder()
    await postEvents(order, 'request_refund')
    expect(await readOrder(person, order)).toMatchObject({ isCanAddServices: false })
    expect(await add(person, order, 'adv_plagreport')).toMatchObject({ status: 409 })
  })
})

describe('once a Nerd is found', () => {
  test('[FLOW-27] TOP Nerd and Prioritize are refused in the screen’s words, the report is not', async () => {
    const { person, order } = await personWithPaidOrder()
    await postEvents(order, 'nerd_found')
    for (const tag of ['top_writer', 'prioritize_my_task']) {
      expect(await change<{ text: string }>(person, order, { action: 'service_add', tag })).toMatchObject({
        status: 409,
        body: {
          error_type: 'service_unavailable',
          error_value: tag,
          text: `${serviceUnavailableTexts.title} ${serviceUnavailableTexts.text.search}`,
        },
      })
    }
    expect((await add(person, order, 'adv_plagreport')).body).toMatchObject({ price: 56 })
    expect(await payMore(person, order, 56)).toMatchObject({ client_status: 'Nerd found', isCanAddServices: false })
  })

  test('[FLOW-27][PAY-08] the link leads to the screen that says so, without a card page', async () => {
    const { person, order } = await personWithPaidOrder()
    await add(person, order, 'top_writer')
    await postEvents(order, 'nerd_found')
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}/additional-services`)
    expect(await readOrder(person, order)).toMatchObject({ client_paid: 48, cabinet_price: 48 })
  })

  test('[FLOW-27][PAY-08] a payment for TOP Nerd on the open card page is refunded', async () => {
    const { person, order } = await personWithPaidOrder()
    await add(person, order, 'top_writer')
    await add(person, order, 'adv_plagreport')
    const page = await followPaymentLink(order.payment_link)
    await postEvents(order, 'nerd_found')
    await payOnCardPage(page.location)
    await untilChecked(person, order, 'paid')
    const settled = await untilPaid(person, order, 56)
    expect(settled.services).toMatchObject({
      top_writer: { active: false },
      adv_plagreport: { added: true, active: true },
    })
    expect(settled.cabinet_price).toBe(56)
  })
})

test('[FLOW-27][PAY-08] refuses a report once the work is sent, and refunds it on the open card page', async () => {
  const { person, order } = await personWithPaidOrder()
  await add(person, order, 'adv_plagreport')
  const page = await followPaymentLink(order.payment_link)
  await postEvents(order, 'send')
  expect(await readOrder(person, order)).toMatchObject({ isCanAddServices: false })
  expect(await add(person, order, 'adv_plagreport')).toMatchObject({
    status: 409,
    body: { error_type: 'service_unavailable', text: expect.stringContaining('we have already sent you the work.') },
  })
  await payOnCardPage(page.location)
  await untilChecked(person, order, 'paid')
  const settled = await untilPaid(person, order, 48)
  expect(settled.services.adv_plagreport).toMatchObject({ active: false })
})

test('[WAIT-04] sells no services on a late order', async () => {
  const { person, order } = await personWithPaidOrder()
  await add(person, order, 'top_writer')
  const page = await followPaymentLink(order.payment_link)
  const { clock } = await testProduct()
  clock.advance(Date.parse(String(order.deadline)) - clock.now() + 1)
  const back = await signedInAnew(person)
  expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}/additional-services`)
  expect((await payOnCardPage(page.location)).closed).toBe(true)
  expect((await readOrder(back, order)).actions).not.toContain('add_services')
  expect(await readOrder(back, order)).toMatchObject({ isCanAddServices: false })
  expect(await add(back, order, 'adv_plagreport')).toMatchObject({ status: 409, body: { error_type: 'order_late' } })
})

test('[WAIT-04][PAY-08] refunds a service that is paid on the open card page after the deadline', async () => {
  const { person, order } = await personWithPaidOrder()
  await add(person, order, 'top_writer')
  const page = await followPaymentLink(order.payment_link)
  const { clock } = await testProduct()
  clock.advance(Date.parse(String(order.deadline)) - clock.now() + 1)
  await payOnCardPage(page.location)
  const back = await signedInAnew(person)
  await eventually(async () => (await movesOf(order)).some((move) => move.startsWith('surplus_refund: gateway')))
  const settled = await untilPaid(back, order, 48)
  expect(settled).toMatchObject({ cabinet_price: 48, services: { top_writer: { active: false } } })
})

test('[HOLD-06][PAY-08] a press adds a service that kept money covers; a partial cover costs the rest', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  // More than its price, like a surplus that the bank did not take back.
  await bookCardPayment(person, order, 5_500)
  await add(person, order, 'prioritize_my_task')
  const { page } = await openPaymentLink(`${order.payment_link}?cancel_url=/order/${order.id}/additional-services`)
  expect(page).toContain('What you’ve paid already covers it.')
  // The link back leads to where the page was opened (PAY-01).
  expect(page).toContain(`<a href="/order/${order.id}/additional-services">Go back without paying</a>`)
  const { location } = await followPaymentLink(order.payment_link)
  expect(location).toBe(`/order/${order.id}/thank-you`)
  const paidOrder = await readOrder(person, order)
  expect(paidOrder).toMatchObject({ price: 53, cabinet_price: 53, client_paid: 55 })
  expect(paidOrder.services).toMatchObject({ prioritize_my_task: { added: true, active: true, price: 5 } })
  const history = await operate<{ events: { event: string }[] }>('GET', `/orders/${order.id}`)
  expect(history.body.events.map(({ event }) => event)).toEqual(['created', 'paid', 'services_paid'])

  await add(person, order, 'adv_plagreport')
  expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(600)
  expect((await payMore(person, order, 61)).services).toMatchObject({ adv_plagreport: { active: true, price: 8 } })
})
