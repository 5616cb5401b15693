import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { transaction } from '../database/transaction.ts'
import { bookPayment } from '../payments/settle/book-payment.ts'
import { payOrder } from './coupon-calls.ts'
import { testProduct } from './running-product.ts'
import { type Reply, send, signedInPerson, type TestPerson } from './test-client.ts'

/** Sends a call of operations with their token. */
export async function operate<Body = ErrorBody>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<Body>> {
  const { settings } = await testProduct()
  const token = settings.operationsToken
  return send<Body>(method, `/api/ops${path}`, { token, headers, ...(body === undefined ? {} : { body }) })
}

/** Posts events one after the other; answers what the last one answered. */
export async function postEvents(order: { id: string }, ...events: string[]): Promise<OperationsOrderWithHistory> {
  let last: OperationsOrderWithHistory | undefined
  for (const event of events) {
    const answer = await operate<OperationsOrderWithHistory>('POST', `/orders/${order.id}/events`, {
      event,
      ...(event === 'decline_refund' ? { tell: 'The work fits what was asked for.' } : {}),
    })
    if (answer.status !== 200) throw new Error(`${event}: ${JSON.stringify(answer.body)}`)
    last = answer.body
  }
  if (last === undefined) throw new Error('no event was posted')
  return last
}

/** Somebody with an order that is paid, with a card of the tests, and so in work. */
export async function personWithPaidOrder(card?: string): Promise<{ person: TestPerson; order: Order }> {
  const person = await signedInPerson()
  return { person, order: await payOrder(person, await person.order(), card) }
}

/** Books a payment of an order as a card's is, in cents, also of less than its price. */
export async function bookCardPayment(person: TestPerson, order: { id: string }, cents: number): Promise<void> {
  const { product } = await testProduct()
  await transaction(product.queries, (queries) =>
    bookPayment(queries, product, {
      clientId: person.clientId,
      orderId: order.id,
      ref: `test:${order.id}`,
      cardCents: cents,
      data: {},
    }),
  )
}
