import type { Order } from '@nerdify/contract/orders.ts'
import { type CouponMessage, couponMessage, isCouponErrorType } from '@nerdify/domain/discounts/coupon-messages.ts'
import type { QueryClient } from '@tanstack/react-query'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { orderChangesOf } from '../draft/order-queues.ts'
import { orderDraftKey } from '../draft/drafts.ts'
import { priceNews } from './price-news.ts'
import { couponEntries } from './coupon-entries.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'

/** A change of an order's coupon, in the wire's form. */
type CouponChange = { action: 'discount_add' | 'discount_del'; code: string }

/**
 * Changes the coupon of an order; false if an earlier change could not be saved, which the order's notice reports.
 * Rejects with a `CallError`.
 */
export async function changeCoupon(queryClient: QueryClient, orderId: string, change: CouponChange): Promise<boolean> {
  // Earlier changes are saved first, because the coupon depends on them.
  if (!(await orderChangesOf(queryClient, orderId).settled())) return false
  const changed = await api.changeOrder(orderId, change, crypto.randomUUID())
  priceNews.note(queryClient.getQueryData<Order>(queryKeys.order(orderId)), changed)
  storeOrder(queryClient, changed)
  return true
}

/** The message for an error from changing the coupon. */
export const couponFailure = (thrown: unknown): CouponMessage => couponFault(asCallError(thrown))

/** Applies a code to an order; false if that failed: its entry then says why (DISC-03). */
export async function applyCode(queryClient: QueryClient, orderId: string, code: string): Promise<boolean> {
  const key = orderDraftKey(orderId)
  // A client who has left stays where they are, and finds no old error later (DISC-12).
  const isHere = trackScreen()
  const stays = { open: true, code, busy: false, removedCode: undefined }
  couponEntries.change(key, { ...stays, busy: true, error: undefined })
  try {
    const isApplied = await changeCoupon(queryClient, orderId, { action: 'discount_add', code })
    if (isApplied) couponEntries.forget(key)
    else couponEntries.change(key, stays)
    return isApplied
  } catch (thrown) {
    if (isHere()) couponEntries.change(key, { ...stays, error: couponFailure(thrown) })
    else couponEntries.forget(key)
    return false
  }
}

const plainMessage = (text: string): CouponMessage => ({ text, linkText: null })

/**
 * Why a code could not be applied or removed. A coupon's own refusal has its rule as `error_type` (DISC-04 to DISC-11).
 * Any other refusal belongs to another field, which shows it (EASE-08).
 */
export function couponFault(fault: CallError): CouponMessage {
  const { status, error_type: type, error_value: value } = fault
  if (status !== 422) return plainMessage(failureText(fault))
  return type !== undefined && isCouponErrorType(type)
    ? couponMessage(type, value)
    : plainMessage(couponTexts.notChecked)
}
