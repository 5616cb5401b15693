import type { Client } from '@nerdify/contract/client.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { balanceOf, movesOf } from '../testing/cards/books.ts'
import {
  amountOnCardPage,
  followPaymentLink,
  isCardPageClosed,
  payOnCardPage,
  sessionIn,
} from '../testing/cards/card-page.ts'
import { cardEvents } from '../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, payOrder, readOrder, untilChecked } from '../testing/coupon-calls.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson, type TestPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const tenPercent = { gift: { kind: 'percent', percent: 10 } } as const
const minuteMs = 60_000

/** An order of $48 with a code on it. */
async function orderWith(person: TestPerson, code: string): Promise<Order> {
  const answer = await applyCode(person, await person.order(), code)
  if (answer.status !== 200) throw new Error(`${code} was refused: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const pageOf = async (order: Order) => (await followPaymentLink(order.payment_link)).location
/** The payment link's target after a lost coupon: the price has changed, and the page says why (PRICE-12). */
const lostCouponPage = (order: Order) => webPaths.orderRepriced(order.id, 'withoutCoupon')

describe('the discounted price', () => {
  test('[PRICE-12][DISC-14] the card page asks for the discounted price', async () => {
    const person = await signedInPerson()
    const order = await orderWith(person, 'NERD10')
    expect(await amountOnCardPage(await pageOf(order))).toBe(4320)
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 43.2, price: 43.2, isPaid: true })
  })

  test('[DISC-14][PAY-13] cash back reaches the balance after the payment, once, with its ledger entry', async () => {
    const person = await signedInPerson()
    const order = await orderWith(person, 'CASH15')
    expect(await balanceOf(person)).toBe(0)
    await payOrder(person, order)
    await untilChecked(person, order, 'paid')
    expect(await balanceOf(person)).toBe(7.2)
    expect((await movesOf(order)).filter((move) => move.startsWith('cashback'))).toEqual([
      'cashback: promo -720',
      'cashback: balance 720',
    ])
  })

  test('[PAY-06] an order that a coupon makes free is paid without the card page, with a record', async () => {
    const person = await signedInPerson()
    const order = await person.order({ size: '1 Pages', type: 'Essay (editing)' })
    expect((await applyCode(person, order, 'FIRST20')).body).toMatchObject({ quote_price: 14.95, price: 0 })
    const ways = await Promise.all([pageOf(order), pageOf(order)])
    expect(ways).toEqual(Array.from({ length: 2 }, () => `/order/${order.id}/thank-you`))
    const paid = await readOrder(person, order)
    expect(paid).toMatchObject({ isPaid: true, isLocked: true, client_paid: 0, client_status: 'In progress' })
    expect(await movesOf(order)).toEqual(['order_payment: promo 0', 'order_payment: order 0'])
    expect(await change<ErrorBody>(person, order, { size: '2 Pages' })).toMatchObject({ status: 409 })
  })

  test('[PAY-15] waives a rest too small for a card', async () => {
    const code = await newCoupon({ gift: { kind: 'amount', amountCents: 4760 } })
    const person = await signedInPerson()
    const order = await orderWith(person, code)
    expect(order.price).toBe(0.4)
    expect(await pageOf(order)).toBe(`/order/${order.id}/thank-you`)
    const paid = await readOrder(person, order)
    expect(paid).toMatchObject({ isPaid: true, price: 0, client_paid: 0, discount_amount: 48 })
    expect(paid.price).toBe(paid.quote_price - paid.discount_amount + paid.service_price)
  })
})

describe('between the link and the click', () => {
  test('[DISC-16][PRICE-12] (abuse 11) a coupon that expires before the link opens is gone, and the page says so first', async () => {
    const { clock } = await testProduct()
    const code = await newCoupon({ ...tenPercent, expiresAt: clock.now() + 5 * minuteMs })
    const person = await signedInPerson()
    const order = await orderWith(person, code)
    const early = await pageOf(order)
    expect(await amountOnCardPage(early)).toBe(4320)
    clock.advance(6 * minuteMs)
    expect(await pageOf(order)).toBe(lostCouponPage(order))
    expect(await isCardPageClosed(early)).toBe(true)
    expect(await readOrder(person, order)).toMatchObject({
      price: 48,
      discountValid: false,
      discountErrorType: 'expiration',
    })
    expect(await amountOnCardPage(await pageOf(order))).toBe(4800)
  })

  test('[DISC-16] (abuse 11) a coupon that was removed meanwhile is not on the page that opens', async () => {
    const person = await signedInPerson()
    const order = await orderWith(person, 'ONCE10')
    const before = await pageOf(order)
    await change(person, order, { action: 'discount_del' })
    expect(await amountOnCardPage(await pageOf(order))).toBe(4800)
    expect((await payOnCardPage(before)).location).toBeNull()
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 48, discountValid: false })
  })

  test('[PAY-07][DISC-03] (abuse 10, abuse 40) a coupon removed in one window and paid in the other leaves only the difference due', async () => {
    const person = await signedInPerson()
    const order = await orderWith(person, 'ONCE10')
    const page = await pageOf(order)
    await change(person, order, { action: 'discount_del' })
    await payOnCardPage(page)
    expect(await untilChecked(person, order, 'unpaid')).toMatchObject({ client_paid: 43.2, price: 48, isPaid: false })
    expect(await amountOnCardPage(await pageOf(order))).toBe(480)
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 48, isPaid: true, discountValid: false })
    expect((await applyCode(person, await person.order(), 'ONCE10')).status).toBe(200)
  })

  test('[DISC-17][PRICE-12] a draft stays while the quote holds, even if the time left is too short; a new quote removes it', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const deadline = new Date(clock.now() + 23.2 * 60 * minuteMs).toISOString()
    const order = (await applyCode(person, await person.order({ deadline }), 'DRAFT')).body
    clock.advance(20 * minuteMs)
    expect(await amountOnCardPage(await pageOf(order))).toBe(4080)
    clock.advance(20 * minuteMs)
    expect(await pageOf(order)).toBe(lostCouponPage(order))
    expect(await readOrder(person, order)).toMatchObject({ discountErrorType: 'draft_deadline', discountCode: null })
  })

  test('[PRICE-12][OPS-05] (abuse 11) a corrected coupon keeps its old gift while the quote is valid, then gives the new one', async () => {
    const { clock } = await testProduct()
    const code = await newCoupon({ gift: { kind: 'percent', percent: 90 } })
    const person = await signedInPerson()
    const [order, resized] = [await orderWith(person, code), await orderWith(person, code)]
    expect(order.price).toBe(4.8)
    await operate('PUT', `/discounts/${code}`, { gift: { kind: 'percent', percent: 10 } })
    clock.advance(20 * minuteMs)
    expect(await amountOnCardPage(await pageOf(order))).toBe(480)
    expect((await change(person, resized, { size: '3 Pages' })).body).toMatchObject({ price: 64.8, discountCode: code })
    clock.advance(20 * minuteMs)
    expect(await pageOf(order)).toBe(webPaths.orderRepriced(order.id, 'changed'))
    expect(await readOrder(person, order)).toMatchObject({ price: 43.2, discountCode: code })
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 43.2 })
  })

  test('[PRICE-12][DISC-14] a gift of another kind replaces the old one, and the page names a smaller cashback', async () => {
    const { clock } = await testProduct()
    const code = await newCoupon({ gift: { kind: 'free', addOns: ['adv_plagreport'] } })
    const person = await signedInPerson()
    const order = await orderWith(person, code)
    expect(order).toMatchObject({ price: 48, extras: ['adv_plagreport'] })
    const gifts = [
      { gift: { kind: 'cashback', percent: 50 }, cashback: 24 },
      { gift: { kind: 'cashback', percent: 5 }, cashback: 2.4 },
    ]
    for (const { gift, cashback } of gifts) {
      await operate('PUT', `/discounts/${code}`, { gift })
      clock.advance(31 * minuteMs)
      expect(await pageOf(order)).toBe(webPaths.orderRepriced(order.id, 'changed'))
      expect(await readOrder(person, order)).toMatchObject({
        price: 48,
        extras: [],
        discountInfo: [{ code, cashback_amount: cashback }],
      })
    }
  })

  test('[DISC-14][PRICE-12] the page says that a cashback is lost, though the price stays', async () => {
    const { clock } = await testProduct()
    const code = await newCoupon({ gift: { kind: 'cashback', percent: 15 }, expiresAt: clock.now() + minuteMs })
    const person = await signedInPerson()
    const order = await orderWith(person, code)
    clock.advance(2 * minuteMs)
    expect(await pageOf(order)).toBe(lostCouponPage(order))
    expect(await readOrder(person, order)).toMatchObject({ price: 48, discountErrorType: 'expiration' })
  })
})

describe('a single-use code', () => {
  test('[DISC-16] (abuse 33) two orders with it, opened one after the other: only the newer page can be paid', async () => {
    const person = await signedInPerson()
    const [one, two] = [await orderWith(person, 'ONCE10'), await orderWith(person, 'ONCE10')]
    const first = await pageOf(one)
    const second = await pageOf(two)
    const answers = await Promise.all([payOnCardPage(first), payOnCardPage(second)])
    expect(answers.map((answer) => answer.location !== null)).toEqual([false, true])
    await untilChecked(person, two, 'paid')
    expect(await pageOf(one)).toBe(lostCouponPage(one))
    expect(await readOrder(person, one)).toMatchObject({ price: 48, discountErrorType: 'used', client_paid: 0 })
    expect(await payOrder(person, one)).toMatchObject({ client_paid: 48 })
    expect(await readOrder(person, two)).toMatchObject({ client_paid: 43.2, discountCode: 'ONCE10' })
  })

  test.for([
    { code: 'ONCE10', paid: [43.2, 48, 48, 48, 48, 48] },
    { code: 'FIRST20', paid: [28, 48, 48, 48, 48, 48] },
  ])(
    '[DISC-16][DISC-17] (abuse 11, abuse 33) of six orders with $code opened and paid at once one gets the discount, five pay in full',
    async ({ code, paid: expected }) => {
      const person = await signedInPerson()
      const orders = []
      for (let count = 0; count < 6; count += 1) orders.push(await orderWith(person, code))
      const pages = await Promise.all(orders.map(pageOf))
      await Promise.all(pages.map((page) => payOnCardPage(page)))
      const paid = []
      for (const order of orders) {
        const before = await pageOf(order)
        if (before === lostCouponPage(order)) await payOrder(person, order)
        paid.push(await untilChecked(person, order, 'paid'))
      }
      expect(paid.map((order) => order.client_paid).toSorted()).toEqual(expected)
      for (const order of paid) expect(order.client_paid).toBe(order.price)
    },
  )

  test('[DISC-16] if the other order’s page turns out to be paid, that order has used up the code', async () => {
    const person = await signedInPerson()
    const [one, two] = [await orderWith(person, 'ONCE10'), await orderWith(person, 'ONCE10')]
    await cardEvents({ held: true })
    try {
      await payOnCardPage(await pageOf(one))
      expect(await pageOf(two)).toBe(lostCouponPage(two))
    } finally {
      await cardEvents()
    }
    expect(await readOrder(person, one)).toMatchObject({ isPaid: true, client_paid: 43.2 })
    expect(await readOrder(person, two)).toMatchObject({ price: 48, discountErrorType: 'used' })
  })

  test('[DISC-16] a page opened without the code does not take the code from the page that claimed it', async () => {
    const code = await newCoupon({ gift: { kind: 'cashback', percent: 50 }, onceAClient: true })
    const person = await signedInPerson()
    const one = await person.order()
    const withoutCode = await pageOf(one)
    await applyCode(person, one, code)
    const two = await orderWith(person, code)
    const holding = await pageOf(two)
    await payOnCardPage(withoutCode)
    expect(await untilChecked(person, one, 'paid')).toMatchObject({ client_paid: 48, discountErrorType: 'used' })
    await payOnCardPage(holding)
    expect(await untilChecked(person, two, 'paid')).toMatchObject({ client_paid: 48, discountCode: code })
    const { body } = await person.send<Client>('GET', '/api/v3/users/client/me')
    expect(body.available_balance).toBe(24)
  })

  test('[DISC-07][DISC-16] a payment uses it up, not its application, and only for that client', async () => {
    const person = await signedInPerson()
    const order = await orderWith(person, 'ONCE10')
    expect((await applyCode(person, await person.order(), 'ONCE10')).status).toBe(200)
    await payOrder(person, order)
    expect(await applyCode<ErrorBody>(person, await person.order(), 'ONCE10')).toMatchObject({
      status: 422,
      body: { error_type: 'used' },
    })
    expect((await orderWith(await signedInPerson(), 'ONCE10')).price).toBe(43.2)
  })
})

test('[DISC-16][PAY-08] services of a paid order can be bought even if its limited code has been used up since', async () => {
  const code = await newCoupon(tenPercent)
  const person = await signedInPerson()
  const order = await payOrder(person, await orderWith(person, code))
  await operate('PUT', `/discounts/${code}`, { ...tenPercent, once_a_client: true })
  await payOrder(person, await orderWith(person, code))
  await change(person, order, { action: 'service_add', tag: 'top_writer' })
  const { price } = await readOrder(person, order)
  expect(await payOrder(person, order)).toMatchObject({ client_paid: price })
})

describe('codes for a client’s first orders', () => {
  test('[DISC-16][DISC-17] (abuse 11) two codes for the first order, opened one after the other: only the newer page can be paid', async () => {
    const other = await newCoupon({ ...tenPercent, mostPaidOrders: 0 })
    const person = await signedInPerson()
    const [one, two] = [await orderWith(person, 'FIRST20'), await orderWith(person, other)]
    const [first, second] = [await pageOf(one), await pageOf(two)]
    const answers = await Promise.all([payOnCardPage(first), payOnCardPage(second)])
    expect(answers.map((answer) => answer.location !== null)).toEqual([false, true])
    expect(await untilChecked(person, two, 'paid')).toMatchObject({ client_paid: 43.2 })
    expect(await pageOf(one)).toBe(lostCouponPage(one))
    expect(await readOrder(person, one)).toMatchObject({ price: 48, discountErrorType: 'paid_orders_max' })
    expect(await payOrder(person, one)).toMatchObject({ client_paid: 48 })
  })

  test('[DISC-16] (abuse 11) a page opened without a code does not take the first order from the page that holds it', async () => {
    const other = await newCoupon({ gift: { kind: 'cashback', percent: 50 }, mostPaidOrders: 0 })
    const person = await signedInPerson()
    const one = await person.order()
    const withoutCode = await pageOf(one)
    await applyCode(person, one, other)
    const two = await orderWith(person, 'FIRST20')
    const holding = await pageOf(two)
    await payOnCardPage(withoutCode)
    expect(await untilChecked(person, one, 'paid')).toMatchObject({
      client_paid: 48,
      discountErrorType: 'paid_orders_max',
    })
    await payOnCardPage(holding)
    expect(await untilChecked(person, two, 'paid')).toMatchObject({ client_paid: 28, discountCode: 'FIRST20' })
    expect(await balanceOf(person)).toBe(0)
  })

  test('[DISC-16] (abuse 11) a code for the first two orders is for two, though three were opened', async () => {
    const code = await newCoupon({ ...tenPercent, mostPaidOrders: 1 })
    const person = await signedInPerson()
    const orders = [await orderWith(person, code), await orderWith(person, code), await orderWith(person, code)]
    for (const order of orders) await pageOf(order)
    const paid = []
    for (const order of orders) {
      const way = await pageOf(order)
      if (way !== lostCouponPage(order)) await payOnCardPage(way)
      paid.push(
        way === lostCouponPage(order) ? await payOrder(person, order) : await untilChecked(person, order, 'paid'),
      )
    }
    expect(paid.map((order) => order.client_paid)).toEqual([43.2, 43.2, 48])
  })
})

describe('a code for a limited number of orders', () => {
  test('[DISC-16] a use that another client’s open page holds counts until that page is closed', async () => {
    const code = await newCoupon({ ...tenPercent, mostUses: 1 })
    const [ann, ben] = [await signedInPerson(), await signedInPerson()]
    const [annsOrder, bensOrder] = [await orderWith(ann, code), await orderWith(ben, code)]
    expect(await amountOnCardPage(await pageOf(annsOrder))).toBe(4320)
    expect(await pageOf(bensOrder)).toBe(lostCouponPage(bensOrder))
    expect(await readOrder(ben, bensOrder)).toMatchObject({ price: 48, discountErrorType: 'used_up' })
    expect((await applyCode(ben, bensOrder, code)).status).toBe(422)

    await change(ann, annsOrder, { action: 'discount_del' })
    expect(await amountOnCardPage(await pageOf(annsOrder))).toBe(4800)
    expect((await applyCode(ben, bensOrder, code)).body).toMatchObject({ price: 43.2, discountErrorType: null })
    expect(await payOrder(ben, bensOrder)).toMatchObject({ client_paid: 43.2 })
  })

  test('[DISC-16] (abuse 33) five clients pay at once with a code for two: two get it', async () => {
    const code = await newCoupon({ ...tenPercent, mostUses: 2 })
    const people = await Promise.all(Array.from({ length: 5 }, () => signedInPerson()))
    const orders = await Promise.all(people.map((person) => orderWith(person, code)))
    const ways = await Promise.all(orders.map(pageOf))
    const lostPages = orders.map(lostCouponPage)
    await Promise.all(ways.filter((way) => !lostPages.includes(way)).map((page) => payOnCardPage(page)))
    const paid = []
    for (const [index, person] of people.entries()) {
      const order = orders[index] as Order
      paid.push(
        ways[index] === lostPages[index] ? await payOrder(person, order) : await untilChecked(person, order, 'paid'),
      )
    }
    expect(paid.map((order) => order.client_paid).toSorted()).toEqual([43.2, 43.2, 48, 48, 48])
    expect(paid.map((order) => order.discountErrorType ?? order.discountCode).toSorted()).toEqual([
      code,
      code,
      'used_up',
      'used_up',
      'used_up',
    ])
  })

  test('[DISC-16] with both limits a client gets it once, and a refusal uses up no slot', async () => {
    const code = await newCoupon({ ...tenPercent, mostUses: 2, onceAClient: true })
    const [ann, ben, cat] = [await signedInPerson(), await signedInPerson(), await signedInPerson()]
    await payOrder(ann, await orderWith(ann, code))
    expect((await applyCode(ann, await ann.order(), code)).status).toBe(422)
    await payOrder(ben, await orderWith(ben, code))
    expect(await applyCode<ErrorBody>(cat, await cat.order(), code)).toMatchObject({ body: { error_type: 'used_up' } })
  })

  test('[DISC-16] an unpaid page releases the code when it expires', async () => {
    const { product } = await testProduct()
    const code = await newCoupon({ ...tenPercent, mostUses: 1 })
    const [ann, ben] = [await signedInPerson(), await signedInPerson()]
    const annsOrder = await orderWith(ann, code)
    const page = await pageOf(annsOrder)
    expect((await applyCode(ben, await ben.order(), code)).status).toBe(422)
    await product.cards.expireSession(sessionIn(page))
    await untilChecked(ann, annsOrder, 'unpaid')
    expect((await applyCode(ben, await ben.order(), code)).status).toBe(200)
  })
})
