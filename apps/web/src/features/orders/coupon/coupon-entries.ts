import type { CouponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { couponCodeFrom } from '@nerdify/domain/discounts/coupon-code.ts'
import { createStoreByKey } from '../store-by-key.ts'

/** What a person is doing with the coupon of one order: nothing, typing a code, or having just removed one. */
export interface CouponEntry {
  open: boolean
  code: string
  error: CouponMessage | undefined
  /** The code that was just removed: it can be put back without typing (ux 26). */
  removedCode: string | undefined
  busy: boolean
}

const untouched: CouponEntry = { open: false, code: '', error: undefined, removedCode: undefined, busy: false }

const entries = createStoreByKey(untouched)

/** The entries of this tab by the order's draft key, so that one outlives the draft's becoming an order (DISC-12). */
export const couponEntries = {
  ...entries,
  change: (key: string, change: Partial<CouponEntry>): void => entries.write(key, { ...entries.read(key), ...change }),
}

/** The code that is typed and not applied, if there is one. */
export function typedCode(key: string): string {
  const { open, code } = entries.read(key)
  return open ? couponCodeFrom(code) : ''
}
