import type { PriceName } from '../catalog/job-types.ts'
import { type ServiceKey, serviceKeys, serviceNames } from '../catalog/services.ts'
import type { Cents } from '../pricing/money.ts'

/** What a coupon can give for free: extra services, and VIP support, which is no service of an order (DISC-14). */
export type FreeAddOn = Exclude<ServiceKey, 'client_recomended_writer'> | 'vip_support'

const { client_recomended_writer: _, ...givenServices } = serviceNames
/** Readable names of what a coupon can give for free. */
export const freeAddOnNames: Record<FreeAddOn, string> = { ...givenServices, vip_support: 'VIP Support' }

/** Everything that a coupon can give for free. */
export const freeAddOns = Object.keys(freeAddOnNames) as readonly FreeAddOn[]

/** What a coupon gives (DISC-14). Percentages are of the quote price; cashback goes to the balance after payment. */
export type CouponGift =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amountCents: Cents }
  | { kind: 'cashback'; percent: number }
  | { kind: 'free'; addOns: readonly FreeAddOn[] }

/** A coupon: what it gives and on which conditions; a condition that is not there does not bind. Operations' data. */
export interface Coupon {
  /** In the form of `couponCodeFrom`. */
  code: string
  gift: CouponGift
  /** From this instant (epoch milliseconds) on it is over. */
  expiresAt?: number
  /** Each client may use it for one order only. */
  onceAClient?: boolean
  /** How many orders may use it in all. */
  mostUses?: number
  /** The job types it is for. */
  priceNames?: readonly PriceName[]
  /** It is for clients with at least so many paid orders. */
  leastPaidOrders?: number
  /** It is for clients with at most so many paid orders. */
  mostPaidOrders?: number
  /** It is for people who paid no order before, under an account that was erased either (HOLD-09). */
  forNewPeople?: boolean
  /** It is for orders whose quote price is at least this. */
  leastQuoteCents?: Cents
}

/** The extra services of an order that a gift makes free, in the order of SRV-01. */
export function servicesOfGift(gift: CouponGift | undefined): readonly ServiceKey[] {
  if (gift?.kind !== 'free') return []
  const addOns: readonly string[] = gift.addOns
  return serviceKeys.filter((key) => addOns.includes(key))
}
