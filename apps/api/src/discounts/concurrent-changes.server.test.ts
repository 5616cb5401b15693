import { expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { newCoupon } from '../testing/coupon-calls.ts'
import { isAwaited } from '../testing/is-awaited.ts'
import { testProduct } from '../testing/running-product.ts'
import { changeCoupon, endCoupon, lockCoupon, readCoupon } from './change-coupon.ts'

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
