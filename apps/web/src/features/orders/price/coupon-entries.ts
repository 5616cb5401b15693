import type { CouponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { couponCodeFrom } from '@nerdify/domain/discounts/coupon-code.ts'
import { createStoreByKey } from '../store-by-key.ts'

/** The state of one order's coupon field: closed, a typed code, or a code just removed. */
export interface CouponEntry {
  open: boolean
  code: string
  error: CouponMessage | undefined
  /** The code that was just removed, to restore it without typing (ux 26). */
  removedCode: string | undefined
  busy: boolean
}

const untouched: CouponEntry = { open: false, code: '', error: undefined, removedCode: undefined, busy: false }

const entries = createStoreByKey(untouched)

/** This tab's entries by the order's draft key, so that an entry outlives the draft (DISC-12). */
export const couponEntries = {
  ...entries,
  change: (key: string, change: Partial<CouponEntry>): void => entries.write(key, { ...entries.read(key), ...change }),
}

/** The code that is typed and not applied. */
export function typedCode(key: string): string {
  const { open, code } = entries.read(key)
  return open ? couponCodeFrom(code) : ''
}
