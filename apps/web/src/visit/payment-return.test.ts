import { webPaths } from '@nerdify/contract/web-paths.ts'
import { expect, test } from 'vitest'
import { paymentIn, paymentOf } from './payment-return.ts'

const order_id = '0192a1b2-c3d4-7e5f-8a6b-0123456789ab'

test('[PAY-03] reads the payment return only from the card page’s return address', () => {
  const returnAt = (path: string) => paymentIn(new URL(path, 'https://nerdify.example'))
  const paid = returnAt(webPaths.orderPaid(order_id, 'to-ken'))
  expect(paid).toEqual({ order_id, token: 'to-ken' })
  expect(paymentOf(structuredClone({ paid }))).toEqual(paid)
  expect(returnAt(webPaths.orderThankYou(order_id))).toBeUndefined()
  expect(returnAt(`${webPaths.orderDetails(order_id)}#paid-x`)).toBeUndefined()
  for (const state of [null, {}, { paid: null }, { paid: { order_id } }]) expect(paymentOf(state)).toBeUndefined()
})
