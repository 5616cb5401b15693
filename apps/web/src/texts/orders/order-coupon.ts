import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import type { ServiceTag } from '@nerdify/contract/orders.ts'

/** The words around the coupon (DISC-01 to DISC-03, DISC-14, DISC-15). */
export const couponTexts = {
  checking: 'Checking',
  notChecked: 'We couldn’t check this code yet. Please check your other answers first.',
  removing: 'Removing',
  removed: (code: string) => `We removed coupon ${code}.`,
  putBack: 'Put it back',
  /** The gift of a friend (REF-04). */
  friendsGift: 'From your friend',
  takeGift: (dollars: number) => `Use your friend’s $${dollars}`,
  off: (amount: string) => `${amount} off this order`,
  cashback: (amount: string) => `${amount} back to your balance after you pay`,
  freeService: (key: ServiceTag) => `${serviceNames[key]} for free`,
  freeVipSupport: 'VIP support for free',
  /** The beginning of a message about a refused coupon (TALK-02). */
  question: (order: string, code: string | undefined) =>
    `Order ${order}, coupon${code === undefined || code === '' ? '' : ` ${code}`}: `,
  takenAway: 'This coupon no longer fits your order, so we removed it.',
} as const
