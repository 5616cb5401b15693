import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksToAgree, movesOf } from '../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage, sessionIn } from '../testing/cards/card-page.ts'
import { cardEvents, cardProvider, paymentOf, providerUnderTest } from '../testing/cards/card-provider.ts'
import type { CallFault } from '../testing/cards/card-provider-under-test.ts'
import { payOrder, readOrder, untilChecked } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, send, signedInPerson, textsTo } from '../testing/test-client.ts'
import { sendDueRefunds } from './refund/send-refunds.ts'

afterEach(async () => {
  await (await providerUnderTest()).mendCalls()
  await cardEvents()
  const { clock, cardCalls } = await testProduct()
  clock.reset()
  cardCalls.heal()
  await expectBooksToAgree()
})

const hourMs = 3_600_000
/** The SDK's number of tries. */
const everyTry = 2

const attemptsOf = async (order: Order) => {
  const { product } = await testProduct()
  return product.queries
    .selectFrom('payment_attempt')
    .select(['id', 'status', 'session_id'])
    .where('order_id', '=', order.id)
    .execute()
}

/** Breaks the next calls that make a card page. */
async function breakCheckout(fault: CallFault['fault'], calls: number): Promise<void> {
  await (await providerUnderTest()).breakCalls({ fault, calls, method: 'POST', path: '/v1/checkout' })
}

async function sessionsOf(order: Order): Promise<string[]> {
  const { data } = await (await cardProvider()).checkout.sessions.list({ limit: 20 })
  return data.filter(({ metadata }) => metadata?.order_id === order.id).map(({ id }) => id)
}

/** Opens the payment link like a browser; returns the page, unless it redirected. */
const openLink = (order: Order) => send<string>('GET', new URL(order.payment_link).pathname)

describe('the provider fails', () => {
  test.each<[string, CallFault['fault'], number]>([
    ['answers 500', 'error', everyTry],
    ['answers 429', 'rate_limit', 1],
    ['cuts the connection', 'reset', everyTry],
    ['answers nonsense', 'nonsense', 1],
  ])(
    '[PAY-01][PAY-07][HOLD-01] asks for another try when the provider %s, then makes a page (abuse 17)',
    async (_how, fault, calls) => {
      const person = await signedInPerson()
      const order = await person.order()
      await breakCheckout(fault, calls)
      const failed = await openLink(order)
      expect(failed.status).toBe(503)
      expect(failed.body).toMatch(/try again/i)
      // The key may keep the failure, so the attempt ends; its page was never shown.
      expect(await attemptsOf(order)).toMatchObject([{ status: 'failed', session_id: null }])
      expect((await person.send('POST', `/api/v3/orders/${order.id}/payment_check`)).body).toMatchObject({
        status: 'unpaid',
      })

      expect(await payOrder(person, order)).toMatchObject({ client_paid: 48 })
      expect((await attemptsOf(order)).map(({ status }) => status).toSorted()).toEqual(['failed', 'paid'])
      expect(await sessionsOf(order)).toHaveLength(1)
    },
  )

  test('[PAY-03] confirms without asking to pay again while provider and events are silent (abuse 17)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ lost: true })
    const { location } = await followPaymentLink(order.payment_link)
    await payOnCardPage(location)
    const provider = await providerUnderTest()
    const path = `/v1/checkout/sessions/${sessionIn(location)}`
    const breakReading = () => provider.breakCalls({ fault: 'error', calls: everyTry, method: 'GET', path })
    await breakReading()
    const check = () => person.send<PaymentCheckAnswer>('POST', `/api/v3/orders/${order.id}/payment_check`)
    expect((await check()).body).toMatchObject({ status: 'confirming', order: { client_paid: 0, isPaid: false } })
    await breakReading()
    expect((await openLink(order)).status).toBe(503)
    expect((await check()).body).toMatchObject({ status: 'paid', order: { client_paid: 48 } })
    expect(await sessionsOf(order)).toHaveLength(1)
  })

  test('[PAY-07] keeps the page on a retry, and lets nobody pay a lost page (abuse 16)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    // One failure makes the SDK retry; constant failure makes the person retry.
    await breakCheckout('lose_response', 1)
    const first = await followPaymentLink(order.payment_link)
    expect(await sessionsOf(order)).toEqual([sessionIn(first.location)])

    const other = await person.order()
    await breakCheckout('lose_response', everyTry)
    expect((await openLink(other)).status).toBe(503)
    const sessions = await sessionsOf(other)
    expect(sessions).toHaveLength(1)
    // The page was never shown, so the next press makes another (HOLD-01).
    const { location } = await followPaymentLink(other.payment_link)
    expect(sessions).not.toContain(sessionIn(location))
    await payOnCardPage(location)
    await untilChecked(person, other, 'paid')
    expect((await sessionsOf(other)).toSorted()).toEqual([...sessions, sessionIn(location)].toSorted())
    expect((await readOrder(person, other)).client_paid).toBe(48)
  })

  test('[PAY-11] refunds once when the answer is lost: by key within a day, later by search (abuse 16)', async () => {
    const { product, clock, cardCalls } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const refunds = async () => {
      const { data } = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order) })
      return data.map(({ amount }) => amount)
    }
    const refundButDie = async (dollars: number) => {
      await cardEvents({ lost: true })
      cardCalls.dieAfter('refund')
      const deaths = cardCalls.deaths()
      await operate('POST', `/orders/${order.id}/refunds`, { amount: dollars, reason: 'Late' })
      await eventually(async () => cardCalls.deaths() > deaths)
    }
    const untilRefunded = (dollars: number) =>
      eventually(async () => {
        await sendDueRefunds(product)
        return (await readOrder(person, order)).refunded === dollars
      })

    await refundButDie(5)
    clock.advance(2 * 60_000)
    await untilRefunded(5)
    expect(await refunds()).toEqual([500])

    clock.reset()
    await refundButDie(7)
    // The provider may forget its keys after a day.
    await (await providerUnderTest()).outliveKeys()
    clock.advance(25 * hourMs)
    await untilRefunded(12)
    expect(await refunds()).toEqual([700, 500])
  })
})

describe('paid twice', () => {
  test('[PAY-07] books two paid pages of one order, returns the second, and notifies once (abuse 2)', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    const first = (await followPaymentLink(order.payment_link)).location
    // Another process could make a second page before it saw the first.
    await product.queries
      .updateTable('payment_attempt')
      .set({ status: 'failed' })
      .where('order_id', '=', order.id)
      .execute()
    const second = (await followPaymentLink(order.payment_link)).location
    expect(second).not.toBe(first)
    await Promise.all([payOnCardPage(first), payOnCardPage(second)])
    await eventually(async () => (await movesOf(order)).includes('surplus_refund: gateway 4800'))
    expect(await readOrder(person, order)).toMatchObject({ isPaid: true, client_paid: 48, refunded: 0 })
    const moves = await movesOf(order)
    expect(moves.filter((move) => move === 'order_payment: order 4800')).toHaveLength(2)
    expect(moves.filter((move) => move.startsWith('surplus_refund'))).toHaveLength(2)

    const textsWith = (words: string) =>
      eventually(async () => {
        const texts = (await textsTo(await testProduct(), person.phone)).filter(({ text }) => text.includes(words))
        return texts.length > 0 && texts
      })
    expect(await textsWith(`you paid $48.00 more than order ${order.number} costs`)).toHaveLength(1)
    expect(await textsWith(`order ${order.number} is paid`)).toHaveLength(1)
  })
})

test('[PAY-03] reports an unpaid payment or tip as unpaid, and changes nothing (abuse 9)', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  await followPaymentLink(order.payment_link)
  const before = await readOrder(person, order)
  const answer = await person.send('POST', `/api/v3/orders/${order.id}/payment_check`)
  expect(answer.body).toMatchObject({ status: 'unpaid', order: { client_paid: 0, tips_paid: false } })
  expect(await readOrder(person, order)).toEqual(before)
  expect(await movesOf(order)).toEqual([])
})
