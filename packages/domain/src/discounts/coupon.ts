import type { PriceName } from '../catalog/job-types.ts'
import { type ServiceKey, serviceKeys, serviceNames } from '../catalog/services.ts'
import type { Cents } from '../pricing/money.ts'

/**
 * Add-ons that a coupon can make free: extra services, and VIP support, which is not a service of an order (DISC-14).
 */
export type FreeAddOn = Exclude<ServiceKey, 'client_recomended_writer'> | 'vip_support'

const { client_recomended_writer: _, ...couponServices } = serviceNames
export const freeAddOnNames: Record<FreeAddOn, string> = { ...couponServices, vip_support: 'VIP Support' }

export const freeAddOns = Object.keys(freeAddOnNames) as readonly FreeAddOn[]

/** The gift of a coupon (DISC-14). Percentages apply to the quote price; cashback goes to the balance after payment. */
export type CouponGift =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amountCents: Cents }
  | { kind: 'cashback'; percent: number }
  | { kind: 'free'; addOns: readonly FreeAddOn[] }

/** A coupon with its conditions; an absent condition does not apply. Operations' data. */
export interface Coupon {
  /** As normalized by `couponCodeFrom`. */
  code: string
  gift: CouponGift
  /** Expires at this instant (epoch milliseconds). */
  expiresAt?: number
  /** Each client may use it for only one order. */
  onceAClient?: boolean
  /** The total number of orders that may use it. */
  mostUses?: number
  /** The job types that it applies to. */
  priceNames?: readonly PriceName[]
  /** The minimum number of the client's paid orders. */
  leastPaidOrders?: number
  /** The maximum number of the client's paid orders. */
  mostPaidOrders?: number
  /** For people without any paid order, erased accounts included (HOLD-09). */
  forNewPeople?: boolean
  /** The minimum quote price of the order. */
  leastQuoteCents?: Cents
}

/** The extra services that a gift makes free, in the order of SRV-01. */
export function servicesOfGift(gift: CouponGift | undefined): readonly ServiceKey[] {
  if (gift?.kind !== 'free') return []
  const addOns: readonly string[] = gift.addOns
  return serviceKeys.filter((key) => addOns.includes(key))
}
