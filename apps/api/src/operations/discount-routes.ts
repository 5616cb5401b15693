import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { Discount, DiscountChange } from '@nerdify/contract/operations.ts'
import { maxCouponCodeLength } from '@nerdify/contract/orders.ts'
import { couponCodeFrom } from '@nerdify/domain/discounts/coupon-code.ts'
import { Type } from 'typebox'
import { changeCoupon, readCoupon } from '../discounts/change-coupon.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall, keptWithWrite } from '../http/call.ts'
import type { Product } from '../product.ts'
import { writeLogged } from './logged-write.ts'

const DiscountAddress = Type.Object({ code: Type.String({ maxLength: maxCouponCodeLength }) })

/** The calls of operations about coupons (OPS-05). */
export function operationsDiscountRoutes(app: App, product: Product): void {
  app.get(
    opsPaths.discount(':code'),
    operationsCall('One coupon', { params: DiscountAddress, 200: Discount }),
    async (request) => readCoupon(product.queries, request.params.code),
  )

  app.put(
    opsPaths.discount(':code'),
    operationsCall(
      'Put a coupon in force',
      { params: DiscountAddress, body: DiscountChange, 200: Discount },
      keptWithWrite,
    ),
    async (request) => {
      const typed = request.params.code
      return writeLogged(product, request, 'change discount', async ({ queries, now }) => {
        await changeCoupon(queries, { typed, body: request.body, now })
        return {
          subject: `discount ${couponCodeFrom(typed)}`,
          body: await readCoupon(queries, typed),
          logged: { discount: request.body },
        }
      })
    },
  )
}
