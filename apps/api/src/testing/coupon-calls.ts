import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import type { Coupon } from '@nerdify/domain/discounts/coupon.ts'
import { startWithCoupons } from '../discounts/code-uses.ts'
import { followPaymentLink, payOnCardPage } from './cards/card-page.ts'
import { testProduct } from './running-product.ts'
import { eventually, type Reply, send, type TestPerson } from './test-client.ts'

let coupons = 0

/** Activates a new coupon, as operations would; returns its code. */
export async function newCoupon(coupon: Omit<Coupon, 'code'>): Promise<string> {
  const { product, clock } = await testProduct()
  coupons += 1
  const code = `TEST${process.pid}X${coupons}`
  await startWithCoupons(product.queries, [{ code, ...coupon }], clock.now())
  return code
}

/** Changes an order; returns the order, or the error body. */
export function change<Body = Order>(
  person: TestPerson,
  order: { id: string },
  body: Record<string, unknown>,
): Promise<Reply<Body>> {
  return person.send<Body>('PATCH', `/api/v3/orders/${order.id}`, body)
}

/** Applies a code to an order. */
export function applyCode<Body = Order>(person: TestPerson, order: { id: string }, code: string): Promise<Reply<Body>> {
  return change<Body>(person, order, { action: 'discount_add', code })
}

/** The current state of an order. */
export async function readOrder(person: TestPerson, order: { id: string }): Promise<Order> {
  return (await person.send<Order>('GET', `/api/v3/orders/${order.id}`)).body
}

/** Pays an order by its link on the card page, and waits until it is paid. */
export async function payOrder(
  person: TestPerson,
  order: { id: string; payment_link: string },
  card?: string,
): Promise<Order> {
  await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
  return untilChecked(person, order, 'paid')
}

/** Pays an order of $48; returns the milliseconds until its event has booked it, without polling the product. */
export async function msUntilBooked(person: TestPerson): Promise<number> {
  const order = await person.order()
  await payOnCardPage((await followPaymentLink(order.payment_link)).location)
  const start = performance.now()
  await eventually(async () => (await readOrder(person, order)).client_paid === 48)
  return performance.now() - start
}

/** Repeats the payment check of an order until it answers `status`; returns the order. */
export function untilChecked(
  person: TestPerson,
  order: { id: string },
  status: PaymentCheckAnswer['status'],
): Promise<Order> {
  return eventually(async () => {
    const { body } = await person.send<PaymentCheckAnswer>('POST', `/api/v3/orders/${order.id}/payment_check`)
    return body.status === status && body.order
  })
}

/** The lines of each receipt on an order's receipts page, above the total: "Essay writing, 2 pages: $40.00". */
export async function linesOfReceipts(order: Order): Promise<string[][]> {
  const { body } = await send<string>('GET', new URL(order.receipt_link ?? '').pathname)
  return [...body.matchAll(/<tbody>(.*?)<\/tbody>\s*<tbody class="total">/g)].map(([, rows = '']) =>
    [...rows.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)].map(([, text, amount]) => `${text}: ${amount}`),
  )
}
