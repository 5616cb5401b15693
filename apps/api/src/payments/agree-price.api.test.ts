import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { afterEach, expect, test } from 'vitest'
import { expectBooksToAgree } from '../testing/cards/books.ts'
import { amountOnCardPage, followPaymentLink, payOnCardPage } from '../testing/cards/card-page.ts'
import { change, readOrder, untilChecked } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, signedInPerson, type TestPerson, textsTo } from '../testing/test-client.ts'

afterEach(expectBooksToAgree)

const agree = (order: { id: string }, body: object) =>
  operate<OperationsOrderWithHistory & ErrorBody>('POST', `/orders/${order.id}/agreement`, {
    reason: 'Agreed',
    ...body,
  })

/** Pays the $12 that are due for an order of $48 after an agreement on $60. */
async function payRestOf60(person: TestPerson, order: Order): Promise<void> {
  const { location } = await followPaymentLink(order.payment_link)
  expect(await amountOnCardPage(location)).toBe(1200)
  await payOnCardPage(location)
  expect(await untilChecked(person, order, 'paid')).toMatchObject({
    client_paid: 60,
    client_status: 'Nerd found',
    isPaid: true,
  })
}

test('[OPS-12][PAY-08][PAY-11] the payment link asks for an agreed price’s rest, and a surplus is refunded', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'nerd_found')
  const raised = await agree(order, { price: 60, size: '3 Pages', tell: 'One page more.' })
  expect(raised).toMatchObject({ status: 200, body: { price: 60, size: '3 Pages', client_status: 'Nerd found' } })
  expect(raised.body.events.at(-1)).toMatchObject({
    event: 'agreed',
    data: { price_cents: 6000, size: '3 Pages', note: 'Agreed', tell: 'One page more.' },
  })
  const words = 'is now 3 pages and costs $60.00. $12.00 of it is still due. One page more.'
  await eventually(async () =>
    (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(words)),
  )
  expect(await readOrder(person, order)).toMatchObject({ isPaid: false, client_paid: 48 })

  await payRestOf60(person, order)

  // The refund may be pending: its money is not counted twice.
  expect((await agree(order, { price: 40 })).status).toBe(200)
  expect(await agree(order, { price: 50 })).toMatchObject({ status: 200, body: { price: 70 } })
  await eventually(async () => (await readOrder(person, order)).refunded === 20)
  const again = await followPaymentLink(order.payment_link)
  expect(await amountOnCardPage(again.location)).toBe(1000)
  await payOnCardPage(again.location)
  expect(await untilChecked(person, order, 'paid')).toMatchObject({ client_paid: 70, refunded: 20, isPaid: true })
})

test('[OPS-12][PAY-08][FLOW-27] an agreement drops an unpaid extra, and its link asks for the rest alone', async () => {
  const { person, order } = await personWithPaidOrder()
  const withExtra = await change(person, order, { action: 'service_add', tag: 'top_writer' })
  expect(withExtra.body).toMatchObject({ price: 57.6, cabinet_price: 48 })
  await postEvents(order, 'nerd_found')
  expect(await agree(order, { price: 60 })).toMatchObject({ status: 200, body: { price: 60, service_price: 0 } })
  await payRestOf60(person, order)
  expect(await readOrder(person, order)).toMatchObject({
    price: 60,
    quote_price: 60,
    services: { top_writer: { added: false, active: false } },
  })
})

test('[OPS-12][PAY-06] the payment link asks for an agreed price’s rest after a declined refund', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'nerd_found')
  expect((await agree(order, { price: 60 })).status).toBe(200)
  await postEvents(order, 'request_refund')
  expect((await readOrder(person, order)).actions).not.toContain('pay')
  expect(await agree(order, { price: 70 })).toMatchObject({ status: 409, body: { error_type: 'order_not_paid' } })
  await postEvents(order, 'decline_refund')
  expect((await readOrder(person, order)).actions).toContain('pay')

  await payRestOf60(person, order)
})

test('[OPS-12][FLOW-18] refuses an agreement for an unpaid or changed order, or with an impossible size', async () => {
  const unpaid = await (await signedInPerson()).order()
  expect(await agree(unpaid, { price: 60 })).toMatchObject({ status: 409, body: { error_type: 'order_not_paid' } })
  const { order } = await personWithPaidOrder()
  expect((await agree(order, { price: 60, reason: ' ' })).status).toBe(422)
  for (const size of ['51 Pages', '3 Slides', 'many'])
    expect(await agree(order, { price: 60, size })).toMatchObject({ status: 422, body: { error_value: 'size' } })
  const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
  const { version } = body
  const both = await Promise.all([60, 61].map((price) => agree(order, { price, version })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ error_type: 'order_changed' })
})
