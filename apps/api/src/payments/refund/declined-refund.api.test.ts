import { afterEach, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree } from '../../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage } from '../../testing/cards/card-page.ts'
import { applyCode, newCoupon, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { bookCardPayment, postEvents } from '../../testing/operations-calls.ts'
import { eventually, signedInPerson } from '../../testing/test-client.ts'

afterEach(expectBooksToAgree)

/** A client who paid half of an order of $48 with a cash-back of 10 %. */
async function partPaid() {
  const person = await signedInPerson()
  const code = await newCoupon({ gift: { kind: 'cashback', percent: 10 } })
  const { body: order } = await applyCode(person, await person.order(), code)
  await bookCardPayment(person, order, 2_400)
  return { person, order }
}

test('[HOLD-06][STATE-20] a declined refund of an order never in work leaves it unpaid and payable', async () => {
  const { person, order } = await partPaid()
  await postEvents(order, 'request_refund')
  const declined = await postEvents(order, 'decline_refund')
  expect(declined).toMatchObject({ system_client_status: 'Unpaid', client_status: null, client_paid: 24 })
  await payOnCardPage((await followPaymentLink(order.payment_link)).location)
  expect(await untilChecked(person, order, 'paid')).toMatchObject({
    system_client_status: null,
    client_status: 'In progress',
    client_paid: 48,
    refunded: 0,
  })
})

test('[HOLD-06][STATE-20][DISC-14] an order covered meanwhile goes to work with its cash-back, once', async () => {
  const { person, order } = await partPaid()
  const { location } = await followPaymentLink(order.payment_link)
  await postEvents(order, 'request_refund')
  await payOnCardPage(location)
  await eventually(async () => (await readOrder(person, order)).client_paid === 48)
  const declined = await postEvents(order, 'decline_refund')
  expect(declined).toMatchObject({ system_client_status: null, client_status: 'In progress', isPaid: true })
  expect(declined.events.slice(-2).map(({ event, author }) => [event, author])).toEqual([
    ['decline_refund', 'machine'],
    ['paid', 'payments'],
  ])
  expect(await balanceOf(person)).toBe(4.8)
  // Once in work, it is declined as usual.
  await postEvents(order, 'request_refund')
  expect(await postEvents(order, 'decline_refund')).toMatchObject({
    system_client_status: 'Refund Declined',
    client_status: 'In progress',
  })
  expect(await balanceOf(person)).toBe(4.8)
})
