import { expect, test } from 'vitest'
import { bookCardPayment } from '../testing/operations-calls.ts'
import { countStatements } from '../testing/count-statements.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson } from '../testing/test-client.ts'
import { ordersOfSenders } from './order-of-sender.ts'

test('[WAIT-01][WAIT-03] finds the newest paid order of each sender, else the newest, in one statement', async () => {
  const { product } = await testProduct()
  const [paid, unpaid, without] = [await signedInPerson(), await signedInPerson(), await signedInPerson()]
  const meant = await paid.order()
  await bookCardPayment(paid, meant, 4800)
  await paid.order()
  await unpaid.order()
  const newest = await unpaid.order()
  const counted = countStatements(product.queries)
  const people = [paid, unpaid, without].map(({ clientId }) => clientId)
  const orderOf = await ordersOfSenders(counted.queries, [...people, null, paid.clientId])
  expect([...people, null].map((clientId) => orderOf(clientId)?.id)).toEqual([
    meant.id,
    newest.id,
    undefined,
    undefined,
  ])
  expect(counted.count()).toBe(1)
})
