import type { PriceName } from '../catalog/job-types.ts'
import type { ServiceKey } from '../catalog/services.ts'
import { type Cents, dollarsFromCents } from '../pricing/money.ts'
import { type Coupon, type FreeAddOn, freeAddOnNames, servicesOfGift } from './coupon.ts'

/** What a coupon is held against: the order without any discount, and what its client has done before. */
export interface CouponSituation {
  /** Epoch milliseconds. */
  now: number
  priceName: PriceName
  quoteCents: Cents
  /** Hours to the deadline, rounded up. */
  hours: number
  /** How many orders the client has paid. */
  paidOrders: number
  /** How many they are known to have paid under accounts that were erased (HOLD-09). */
  earlierOrders: number
  /** Another order of the client has used the code. */
  usedByClient: boolean
  /** Other orders have taken all the uses that the code has. */
  usedUp: boolean
  /** The services that the order has without the coupon and the plan: added by hand or by operations, paid or not. */
  chosenServices: readonly ServiceKey[]
  /** What the client's plan includes of all that a coupon can give. */
  planAddOns: readonly FreeAddOn[]
}

type CouponRule = (coupon: Coupon, situation: CouponSituation) => boolean

/** DISC-17: a draft needs at least this many hours. */
const leastDraftHours = 24

const gives = (coupon: Coupon, key: ServiceKey) => servicesOfGift(coupon.gift).includes(key)

/** Whether it depends on what somebody paid under accounts that were erased (HOLD-09). */
export const asksForEarlierOrders = ({
  mostPaidOrders,
  forNewPeople,
}: Pick<Coupon, 'mostPaidOrders' | 'forNewPeople'>) => mostPaidOrders !== undefined || forNewPeople === true

/** What the coupon gives and the plan includes already. */
const alreadyIncluded = ({ gift }: Coupon, { planAddOns }: CouponSituation) =>
  gift.kind === 'free' ? gift.addOns.filter((addOn) => planAddOns.includes(addOn)) : []

/**
 * On how many of a client's orders codes for their first ones may stand: on the first and as many more as may be paid
 * by then, less those that were paid under accounts that were erased (HOLD-09).
 */
export const ordersWithCode = (mostPaidOrders: number, earlierOrders: number): number =>
  Math.max(0, mostPaidOrders + 1 - earlierOrders)

/**
 * Why a coupon is refused, by its error type (DISC-04 to DISC-10, DISC-17). The first rule that refuses is the one that
 * is told: what nobody can mend comes before what another order, size, service or deadline would mend.
 */
export const couponRules = {
  expiration: ({ expiresAt }, { now }) => expiresAt !== undefined && now >= expiresAt,
  gift_used: ({ forNewPeople }, { usedByClient }) => forNewPeople === true && usedByClient,
  used: ({ onceAClient }, { usedByClient }) => onceAClient === true && usedByClient,
  used_up: ({ mostUses }, { usedUp }) => mostUses !== undefined && usedUp,
  paid_orders_max: ({ mostPaidOrders, forNewPeople }, { paidOrders, earlierOrders }) =>
    (mostPaidOrders !== undefined && paidOrders >= ordersWithCode(mostPaidOrders, earlierOrders)) ||
    (forNewPeople === true && earlierOrders > 0),
  paid_orders: ({ leastPaidOrders }, { paidOrders }) => leastPaidOrders !== undefined && paidOrders < leastPaidOrders,
  order_type: ({ priceNames }, { priceName }) => priceNames !== undefined && !priceNames.includes(priceName),
  service_allready_sub: (coupon, situation) => {
    const included = alreadyIncluded(coupon, situation)
    return coupon.gift.kind === 'free' && included.length > 0 && included.length === coupon.gift.addOns.length
  },
  min_price: ({ leastQuoteCents }, { quoteCents }) => leastQuoteCents !== undefined && quoteCents < leastQuoteCents,
  service_top_writer: (coupon, { chosenServices }) =>
    gives(coupon, 'top_writer') && chosenServices.includes('top_writer'),
  service_draft: (coupon, { chosenServices }) =>
    gives(coupon, 'draft_needed') && chosenServices.includes('draft_needed'),
  draft_deadline: (coupon, { hours }) => gives(coupon, 'draft_needed') && hours < leastDraftHours,
} satisfies Record<string, CouponRule>

/** The error types of the rules, in the order in which they are asked. */
export const couponRuleNames = Object.keys(couponRules) as readonly (keyof typeof couponRules)[]

/** Why a code is refused: a rule's error type, or that nobody knows the code (DISC-11). */
export type CouponErrorType = keyof typeof couponRules | 'unknown_code'

/** A refusal: its error type and the value that its sentence needs (dollars, or a service's name). */
export interface CouponRefusal {
  errorType: CouponErrorType
  errorValue: string | number | null
}

/** What the sentence of a refusal needs: dollars, or the name of a service. */
const values: Partial<Record<CouponErrorType, (coupon: Coupon, situation: CouponSituation) => string | number | null>> =
  {
    service_allready_sub: (coupon, situation) => {
      const [included] = alreadyIncluded(coupon, situation)
      return included === undefined ? null : freeAddOnNames[included]
    },
    min_price: ({ leastQuoteCents = 0 }) => dollarsFromCents(leastQuoteCents),
  }

/** Why a coupon cannot be used, or undefined when it can; a code that nobody knows is no coupon. */
export function couponRefusal(coupon: Coupon | undefined, situation: CouponSituation): CouponRefusal | undefined {
  if (coupon === undefined) return { errorType: 'unknown_code', errorValue: null }
  const errorType = couponRuleNames.find((name) => couponRules[name](coupon, situation))
  return errorType && { errorType, errorValue: values[errorType]?.(coupon, situation) ?? null }
}
