import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import type { ServiceTag } from '@nerdify/contract/orders.ts'

/** The words around the coupon (DISC-01 to DISC-03, DISC-14, DISC-15). */
export const couponTexts = {
  checking: 'Checking',
  removing: 'Removing',
  removed: (code: string) => `Coupon ${code} is removed.`,
  putBack: 'Put it back',
  off: (amount: string) => `${amount} off this order`,
  cashback: (amount: string) => `${amount} back to your balance after you pay`,
  freeService: (key: ServiceTag) => `${serviceNames[key]} for free`,
  freeVipSupport: 'VIP support for free',
  takenAway: 'The coupon no longer fits this order and was removed.',
} as const
