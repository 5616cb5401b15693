import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleAgreedPrice } from './agreed-price.ts'

test('[OPS-12][PAY-11] after any agreements, payments and refunds the client has paid the last agreed price', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(cents, fc.array(fc.record({ agreed: cents, pays: fc.boolean() }), { minLength: 1 }), (first, steps) => {
      let [price, paid, refunded] = [first, first, 0]
      for (const { agreed, pays } of steps) {
        const money = { agreedCents: agreed, keptCents: paid - refunded, paidCents: paid }
        const settled = settleAgreedPrice(money)
        expect(Math.min(settled.dueCents, settled.surplusCents)).toBe(0)
        price = settled.priceCents
        refunded += settled.surplusCents
        expect(price - paid).toBe(settled.dueCents)
        if (pays) {
          paid = price
          expect(paid - refunded).toBe(agreed)
        }
      }
    }),
  )
})
