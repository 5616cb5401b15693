import type { CouponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { session } from '../../../session.ts'

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

const entries = new Map<string, CouponEntry>()
const listeners = new Set<() => void>()

session.onEnd(() => entries.clear())

/** The entries of this tab by the order's draft key, so that one outlives the draft's becoming an order (DISC-12). */
export const couponEntries = {
  read: (key: string): CouponEntry => entries.get(key) ?? untouched,
  change(key: string, change: Partial<CouponEntry>): void {
    entries.set(key, { ...couponEntries.read(key), ...change })
    for (const listener of listeners) listener()
  },
  /** Forgets what was typed and what was wrong: the person left (DISC-12). */
  forget(key: string): void {
    if (!entries.delete(key)) return
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
