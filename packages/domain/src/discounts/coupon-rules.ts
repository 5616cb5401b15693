import type { PriceName } from '../catalog/job-types.ts'
import type { ServiceKey } from '../catalog/services.ts'
import { type Cents, dollarsFromCents } from '../pricing/money.ts'
import { type Coupon, type FreeAddOn, freeAddOnNames, servicesOfGift } from './coupon.ts'

/** The facts that the coupon rules check: the order without any discount, and the client's history. */
export interface CouponSituation {
  /** Epoch milliseconds. */
  now: number
  priceName: PriceName
  quoteCents: Cents
  /** Hours to the deadline, rounded up. */
  hours: number
  paidOrders: number
  /** Orders known to be paid under the client's erased accounts (HOLD-09). */
  earlierOrders: number
  /** Another order of the client used the code. */
  usedByClient: boolean
  /** Other orders used up the code. */
  usedUp: boolean
  /** Services on the order apart from coupon and plan: added by the client or operations, paid or unpaid. */
  chosenServices: readonly ServiceKey[]
  /** The coupon add-ons that the client's plan already includes. */
  planAddOns: readonly FreeAddOn[]
}

type CouponRule = (coupon: Coupon, situation: CouponSituation) => boolean

/** DISC-17: a draft needs at least this many hours. */
const leastDraftHours = 24

const givesService = (coupon: Coupon, key: ServiceKey) => servicesOfGift(coupon.gift).includes(key)

/** Whether the coupon depends on payments under erased accounts (HOLD-09). */
export const dependsOnEarlierOrders = ({
  mostPaidOrders,
  forNewPeople,
}: Pick<Coupon, 'mostPaidOrders' | 'forNewPeople'>) => mostPaidOrders !== undefined || forNewPeople === true

/** The coupon's add-ons that the plan already includes. */
const alreadyIncluded = ({ gift }: Coupon, { planAddOns }: CouponSituation) =>
  gift.kind === 'free' ? gift.addOns.filter((addOn) => planAddOns.includes(addOn)) : []

/**
 * The number of a client's orders that may use codes for first orders: the first and those up to `mostPaidOrders`,
 * minus the orders paid under erased accounts (HOLD-09).
 */
export const ordersWithCode = (mostPaidOrders: number, earlierOrders: number): number =>
  Math.max(0, mostPaidOrders + 1 - earlierOrders)

/**
 * Reasons to refuse a coupon, by error type (DISC-04 to DISC-10, DISC-17). The first match is reported: refusals that
 * the client cannot resolve come before those that another order, size, service or deadline resolves.
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
    givesService(coupon, 'top_writer') && chosenServices.includes('top_writer'),
  service_draft: (coupon, { chosenServices }) =>
    givesService(coupon, 'draft_needed') && chosenServices.includes('draft_needed'),
  draft_deadline: (coupon, { hours }) => givesService(coupon, 'draft_needed') && hours < leastDraftHours,
} satisfies Record<string, CouponRule>

/** The error types in order of evaluation. */
export const couponRuleNames = Object.keys(couponRules) as readonly (keyof typeof couponRules)[]

/** Why a code is refused: the error type of a rule, or an unknown code (DISC-11). */
export type CouponErrorType = keyof typeof couponRules | 'unknown_code'

/** The error type and the value in its sentence: dollars, or the name of a service. */
export interface CouponRefusal {
  errorType: CouponErrorType
  errorValue: string | number | null
}

/** The values in the sentences, by error type. */
const sentenceValues: Partial<
  Record<CouponErrorType, (coupon: Coupon, situation: CouponSituation) => string | number | null>
> = {
  service_allready_sub: (coupon, situation) => {
    const [included] = alreadyIncluded(coupon, situation)
    return included === undefined ? null : freeAddOnNames[included]
  },
  min_price: ({ leastQuoteCents = 0 }) => dollarsFromCents(leastQuoteCents),
}

/** Why a coupon cannot be used; undefined if it can. An undefined coupon means an unknown code. */
export function couponRefusal(coupon: Coupon | undefined, situation: CouponSituation): CouponRefusal | undefined {
  if (coupon === undefined) return { errorType: 'unknown_code', errorValue: null }
  const errorType = couponRuleNames.find((name) => couponRules[name](coupon, situation))
  return errorType && { errorType, errorValue: sentenceValues[errorType]?.(coupon, situation) ?? null }
}
