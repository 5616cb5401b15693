import type { BalancePage } from '@nerdify/contract/client.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, movesOf, personWithBalance } from '../../testing/cards/books.ts'
import {
  amountOnCardPage,
  followPaymentLink,
  isCardPageClosed,
  openPaymentLink,
  payOnCardPage,
  pressPaymentForm,
  testCards,
} from '../../testing/cards/card-page.ts'
import { applyCode, change, newCoupon, payOrder, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, signedInPerson, type TestPerson } from '../../testing/test-client.ts'
import { nothingPutOff } from '../../testing/nothing-put-off.ts'
import { pollStaleAttempts } from '../page/poll-attempts.ts'

const minuteMs = 60_000

afterEach(async () => {
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

/** An order of $48 with use_balance. */
async function orderOnBalance(person: TestPerson, more: Parameters<TestPerson['order']>[0] = {}): Promise<Order> {
  return person.order({ use_balance: true, ...more })
}

describe('use my balance', () => {
  test('[PAY-13] the balance pays its part, the card the rest, and the history says why', async () => {
    const person = await personWithBalance(1_000)
    const order = await person.order()
    expect((await change(person, order, { use_balance: true })).body.use_balance).toBe(true)
    const { location } = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(location)).toBe(3_800)
    expect(await balanceOf(person)).toBe(0)
    expect(await readOrder(person, order)).toMatchObject({ balance_held: 10, client_paid: 0 })
    await payOnCardPage(location)
    expect(await untilChecked(person, order, 'paid')).toMatchObject({ client_paid: 48, isPaid: true, balance_held: 0 })
    expect(await balanceOf(person)).toBe(0)
    expect(await movesOf(order)).toEqual([
      'balance_hold: balance -1000',
      'balance_hold: hold 1000',
      'order_payment: gateway -3800',
      'order_payment: hold -1000',
      'order_payment: order 4800',
    ])
    const { body } = await person.send<BalancePage>('GET', '/api/v3/users/client/me/balance')
    expect(body.results.map(({ cause, amount }) => [cause, amount])).toEqual([
      ['held', -10],
      ['cashback', 10],
    ])
  })

  test('[PAY-13][PAY-06][PAY-03] a full cover needs no card, and a prefetch or HEAD request pays nothing', async () => {
    const person = await personWithBalance(4_800)
    const order = await orderOnBalance(person)
    const { url } = await testProduct()
    const look = (how: RequestInit) =>
      fetch(url + new URL(order.payment_link).pathname, { redirect: 'manual', ...how }).then(({ status }) => status)
    expect(await look({ method: 'HEAD' })).toBe(200)
    expect(await look({ headers: { 'sec-purpose': 'prefetch;prerender' } })).toBe(503)
    expect(await readOrder(person, order)).toMatchObject({ client_paid: 0, isPaid: false })
    expect(await movesOf(order)).toEqual([])
    // A payment without a session shows that it arrived; a later visit does not.
    const thankYou = `/order/${order.id}/thank-you`
    expect(await followPaymentLink(order.payment_link)).toMatchObject({
      location: thankYou,
      mark: expect.stringMatching(/^paid-[\w-]{22}$/),
    })
    expect(await followPaymentLink(order.payment_link)).toMatchObject({ location: thankYou, mark: '' })
    expect(await readOrder(person, order)).toMatchObject({
      client_paid: 48,
      isPaid: true,
      client_status: 'In progress',
    })
    expect(await balanceOf(person)).toBe(0)
    expect(await movesOf(order)).toEqual(['order_payment: balance -4800', 'order_payment: order 4800'])
  })

  test('[SAFE-12] a visit of the payment link pays nothing, and its button pays once', async () => {
    const person = await personWithBalance(9_600)
    const order = await orderOnBalance(person)
    for (let opened = 0; opened < 3; opened += 1) {
      const { status, page } = await openPaymentLink(`${order.payment_link}?cancel_url=/orders/filter/unpaid`)
      expect(status).toBe(200)
      expect(page).toContain(`Order No. ${order.number}`)
      expect(page).toContain('$48.00')
      expect(page).toMatch(/<button>Pay from my balance<\/button>/)
    }
    expect(await balanceOf(person)).toBe(96)
    expect(await movesOf(order)).toEqual([])
    expect(await readOrder(person, order)).toMatchObject({ client_paid: 0, isPaid: false })
    const presses = await Promise.all([1, 2, 3].map(() => pressPaymentForm(`${order.payment_link}?balance=48`)))
    expect(presses.map(({ status, location }) => [status, location])).toEqual(
      presses.map(() => [303, `/order/${order.id}/thank-you`]),
    )
    expect(await balanceOf(person)).toBe(48)
    expect(await movesOf(order)).toEqual(['order_payment: balance -4800', 'order_payment: order 4800'])
  })

  test('[SAFE-12] an order that a discount makes free waits for the press', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, await newCoupon({ gift: { kind: 'percent', percent: 100 } }))
    const { page } = await openPaymentLink(order.payment_link)
    expect(page).toMatch(/<button>Place my order<\/button>/)
    expect(await readOrder(person, order)).toMatchObject({ isPaid: false, client_status: null })
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}/thank-you`)
    expect(await readOrder(person, order)).toMatchObject({ isPaid: true, client_status: 'In progress' })
  })

  test('[SAFE-12][PAY-13] the press pays exactly the shown amount, or leads to the card page', async () => {
    const person = await personWithBalance(4_800)
    const order = await orderOnBalance(person)
    await followPaymentLink((await person.order({ use_balance: true, size: '1 Pages' })).payment_link)
    const redirect = await pressPaymentForm(`${order.payment_link}?balance=48`)
    expect(redirect.location).toBe(`/order/${order.id}/extra-services?balance=changed`)
    expect(await readOrder(person, order)).toMatchObject({ isPaid: false })
    const { location } = await pressPaymentForm(order.payment_link)
    expect(await amountOnCardPage(location)).toBe(2_400)
  })

  test('[PAY-15] a card is never charged 30 cents: the balance pays less, the card 50 cents (abuse 19)', async () => {
    const person = await personWithBalance(4_770)
    const order = await orderOnBalance(person)
    const { location } = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(location)).toBe(50)
    await payOnCardPage(location)
    await untilChecked(person, order, 'paid')
    expect(await balanceOf(person)).toBe(0.2)
  })

  test('[PAY-13] the balance is used only on request; a later request replaces the open page', async () => {
    const person = await personWithBalance(1_000)
    const order = await person.order()
    const whole = (await followPaymentLink(order.payment_link)).location
    expect(await amountOnCardPage(whole)).toBe(4_800)
    expect(await balanceOf(person)).toBe(10)
    await change(person, order, { use_balance: true })
    const part = (await followPaymentLink(order.payment_link)).location
    expect(await amountOnCardPage(part)).toBe(3_800)
    expect(await isCardPageClosed(whole)).toBe(true)
    expect((await followPaymentLink(order.payment_link)).location).toBe(part)
    await change(person, order, { use_balance: false })
    expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(4_800)
    expect(await balanceOf(person)).toBe(10)
  })

  test('[PAY-13] the second of two tabs shows that the balance changed (abuse 18)', async () => {
    const person = await personWithBalance(1_000)
    const orders = await Promise.all([orderOnBalance(person), orderOnBalance(person)])
    const ways = await Promise.all(orders.map((order) => followPaymentLink(`${order.payment_link}?balance=10`)))
    const isRedirected = ways.map(
      ({ location }, index) => location === `/order/${orders[index]?.id}/extra-services?balance=changed`,
    )
    expect(isRedirected.filter(Boolean)).toHaveLength(1)
    const second = orders[isRedirected.indexOf(true)] as Order
    expect(await balanceOf(person)).toBe(0)
    const again = await followPaymentLink(`${second.payment_link}?balance=0`)
    expect(await amountOnCardPage(again.location)).toBe(4_800)
  })

  test('[DISC-16][PAY-13] the second tab releases its coupon for another client (abuse 18)', async () => {
    const person = await personWithBalance(1_000)
    const orders = await Promise.all([orderOnBalance(person), orderOnBalance(person)])
    const coupon = { gift: { kind: 'cashback', percent: 5 }, mostUses: 1 } as const
    const codes = [await newCoupon(coupon), await newCoupon(coupon)] as const
    await Promise.all(orders.map((order, index) => applyCode(person, order, String(codes[index]))))
    const ways = await Promise.all(orders.map((order) => followPaymentLink(`${order.payment_link}?balance=10`)))
    const second = ways.findIndex(({ location }) => location.endsWith('?balance=changed'))
    const other = await signedInPerson()
    const order = await other.order()
    expect((await applyCode(other, order, String(codes[second]))).status).toBe(200)
    expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(4_800)
  })

  test('[PAY-13] one of ten simultaneous full payments succeeds, and the balance stays >= 0 (abuse 18)', async () => {
    const person = await personWithBalance(4_800)
    const orders = await Promise.all(Array.from({ length: 10 }, () => orderOnBalance(person)))
    const ways = await Promise.all(orders.map((order) => followPaymentLink(order.payment_link)))
    const paid = ways.filter(({ location }) => location.endsWith('/thank-you'))
    expect(paid).toHaveLength(1)
    expect(await balanceOf(person)).toBe(0)
  })

  test('[PAY-13] a page that closes unpaid releases its hold (abuse 15)', async () => {
    const { product, clock, provider } = await testProduct()
    const person = await personWithBalance(1_000)
    const order = await orderOnBalance(person)
    const { location } = await followPaymentLink(order.payment_link)
    expect(await balanceOf(person)).toBe(0)
    // An abandoned bank question is no payment.
    await payOnCardPage(location, testCards.asksBank, { bank: 'abandon' })
    await provider.endPage(location)
    clock.advance(70 * minuteMs)
    for (let asked = 1; asked > 0; ) asked = await pollStaleAttempts(nothingPutOff(product))
    expect(await eventually(async () => (await balanceOf(person)) === 10)).toBe(true)
    expect(await readOrder(person, order)).toMatchObject({ balance_held: 0, isPaid: false })
    expect((await movesOf(order)).slice(2)).toEqual(['balance_release: hold -1000', 'balance_release: balance 1000'])
    // Open pages of other tests close too: thousands at the proofs' full size.
  }, 600_000)

  test('[PAY-07][PAY-13] a surplus goes to the card first, then to the balance', async () => {
    const person = await personWithBalance(4_000)
    const order = await orderOnBalance(person, { size: '3 Pages' })
    const { location } = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(location)).toBe(3_200)
    await change(person, order, { size: '1 Pages' })
    await payOnCardPage(location)
    const settled = await eventually(async () => {
      await untilChecked(person, order, 'paid')
      const now = await readOrder(person, order)
      return now.client_paid === 24 && now
    })
    expect(settled).toMatchObject({ isPaid: true, price: 24, refunded: 0 })
    expect(await balanceOf(person)).toBe(16)
  })

  test('[PAY-08][PAY-13] later services can be paid from the balance', async () => {
    const person = await personWithBalance(1_000)
    const order = await payOrder(person, await person.order())
    await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })
    const { body } = await change(person, order, { use_balance: true })
    const cents = Math.round(body.services.prioritize_my_task.price * 100)
    expect(cents).toBeGreaterThan(0)
    const { location } = await followPaymentLink(order.payment_link)
    if (cents > 1_000) await payOnCardPage(location)
    expect(await untilChecked(person, order, 'paid')).toMatchObject({
      services: { prioritize_my_task: { active: true } },
    })
    expect(await balanceOf(person)).toBe(Math.max(0, 1_000 - cents) / 100)
  })
})
