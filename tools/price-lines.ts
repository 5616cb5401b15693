/** Prices and coupons as lines (OPS-05, OPS-16). */
import { giftText } from '../packages/contract/src/gift-text.ts'
import type { Discount, OperationsPrices } from '../packages/contract/src/operations.ts'
import type { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from '../packages/contract/src/pricing.ts'
import { priceNames } from '../packages/domain/src/catalog/job-types.ts'
import { serviceKeys, serviceNames } from '../packages/domain/src/catalog/services.ts'
import { quantityLabel } from '../packages/domain/src/pricing/units.ts'
import { dollars } from './ops-lines.ts'

const notOffered = 'no price, so not offered'

/** The rate of each job type up to each number of hours to the deadline. */
export const rateLines = (rates: PricingAnswer): string[] => [
  'Rates per page, 300 words, slide or 15 minutes, by the hours to the deadline',
  ...priceNames.map((name) => {
    const { deadlines = [], prices = [] } = rates[name] ?? {}
    const steps = deadlines.map((hours, index) => `up to ${hours} h ${dollars(prices[index] ?? 0)}`)
    return `${name}: ${steps.join(', ') || notOffered}`
  }),
]

/** The price of each extra service. */
export const serviceLines = (services: ServicePricesAnswer): string[] =>
  serviceKeys.map((key) => {
    const price = services[key]
    if (price === undefined) return `${serviceNames[key]}: ${notOffered}`
    return `${serviceNames[key]}: ${'amount' in price ? dollars(price.amount) : `${price.percent_of_quote}% of the quote`}`
  })

/** The credit for late work, by hours. */
export const lateCreditLines = ({ steps }: LateCreditAnswer): string[] =>
  steps.length === 0
    ? ['no credit for late work']
    : steps.map(({ hours_late: hours, percent }) => `${hours} h late: ${percent}% of the payment`)

/** All prices in force. */
export const priceLines = ({ rates, services, late_credit: steps }: OperationsPrices): string[] => [
  ...rateLines(rates),
  ...serviceLines(services),
  ...lateCreditLines({ steps }),
]

/** A coupon in one line, for a list. */
export function discountLine({ code, gift, used, left, over, expires_at: expiresAt }: Discount): string {
  const end = expiresAt === undefined ? (over ? 'ended' : 'no end') : `${over ? 'ended' : 'ends'} ${expiresAt}`
  return `${code}: ${giftText(gift)}; ${used} used${left === null ? '' : `, ${left} left`}; ${end}`
}

const paidOrdersText = ({ least_paid_orders: least, most_paid_orders: most }: Discount): string | undefined => {
  if (least === undefined && most === undefined) return undefined
  if (most === 0) return 'clients without a paid order'
  return `clients with ${least ?? 0} ${most === undefined ? 'or more' : `to ${most}`} paid orders`
}

/** The line of a coupon and its conditions. */
export function discountLines(discount: Discount): string[] {
  const conditions = [
    discount.once_a_client ? 'once per client' : undefined,
    discount.most_uses === undefined ? undefined : `at most ${quantityLabel(discount.most_uses, 'order', 'orders')}`,
    discount.price_names?.join(', '),
    paidOrdersText(discount),
    discount.least_quote_price === undefined ? undefined : `from ${dollars(discount.least_quote_price)}`,
  ].filter((condition) => condition !== undefined)
  return [discountLine(discount), `  ${conditions.join('; ') || 'no conditions'}`]
}
