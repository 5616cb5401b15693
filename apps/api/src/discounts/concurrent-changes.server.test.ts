import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { newCoupon } from '../testing/coupon-calls.ts'
import { isAwaited } from '../testing/is-awaited.ts'
import { testProduct } from '../testing/running-product.ts'
import { changeCoupon, endCoupon, lockCoupon, readCoupon } from './change-coupon.ts'
import { deferToDigest, noteErrorReport, takeDeferredErrors } from './discounts.store.ts'

test('[OPS-16][DESK-05] the end of a coupon keeps a colleague’s change of its gift', async () => {
  const { product, clock } = await testProduct()
  const code = await newCoupon({ gift: { kind: 'percent', percent: 10 } })
  const gift = { kind: 'percent', percent: 30 } as const
  const now = clock.now()
  const { end } = await transaction(product.queries, async (colleague) => {
    await lockCoupon(colleague, code)
    await changeCoupon(colleague, { typed: code, body: { gift }, now })
    const ending = transaction(product.queries, (queries) => endCoupon(queries, code, now))
    await isAwaited(colleague)
    return { end: ending }
  })
  await end
  expect(await readCoupon(product.queries, code, now)).toMatchObject({ gift, over: true })
})

test('[DISC-13] an error that is deferred while a digest begins waits for the next one', async () => {
  const { product, clock } = await testProduct()
  const { queries } = product
  const [clientId, orderId] = [randomUUID(), randomUUID()]
  const now = clock.now()
  const defer = async (code: string) => {
    const error = { clientId, orderId, code, errorType: 'unknown', now }
    await noteErrorReport(queries, error)
    await deferToDigest(queries, { ...error, times: 1 })
  }
  const taken = async () => (await takeDeferredErrors(queries, now)).filter((error) => error.orderId === orderId)
  await defer('FIRST')
  const { digest } = await transaction(queries, async (other) => {
    const first = { clientId, orderId, code: 'FIRST', errorType: 'unknown', now }
    await deferToDigest(other, { ...first, times: 2 })
    const digesting = taken()
    await isAwaited(other)
    await defer('SECOND')
    return { digest: digesting }
  })
  expect(await digest).toMatchObject([{ code: 'FIRST', times: 2 }])
  expect(await taken()).toMatchObject([{ code: 'SECOND', times: 1 }])
})
