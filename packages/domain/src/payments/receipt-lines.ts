import { type ServiceKey, serviceKeys, serviceNames } from '../catalog/services.ts'
import { type Cents, formatMoney } from '../pricing/money.ts'
import type { PricedService } from '../pricing/price.ts'
import { type Size, sizeLabel } from '../pricing/units.ts'
import { referralCoupon } from '../referrals/referral.ts'

/** One line of a receipt, in cents; what is taken off is below zero, what is free is 0. */
export interface ReceiptLine {
  text: string
  cents: Cents
}

/** What an order or a quote costs, as the lines of its receipt need it. */
export interface ReceiptOrder {
  /** The name of its job type, "Task" without one. */
  task: string | undefined
  size: Size | null | undefined
  quoteCents: Cents
  discountCents: Cents
  /** What names the discount: the code of its coupon, or of what a friend gave. */
  discountCode: string | null | undefined
  services: Readonly<Partial<Record<ServiceKey, Pick<PricedService, 'added' | 'priceCents' | 'freeReason'>>>>
}

/**
 * The lines of an order's receipt, the same from the form to the printed one (EASE-06, PRICE-11): the task, each service that is
 * added, with why it is free, and the discount by its name. They add up to the price.
 */
export const receiptLines = (order: ReceiptOrder): ReceiptLine[] => [
  { text: taskText(order), cents: order.quoteCents },
  ...serviceLines(
    order,
    serviceKeys.filter((key) => order.services[key]?.added),
  ),
  ...(order.discountCents > 0 ? [{ text: discountText(order), cents: -order.discountCents }] : []),
]

/**
 * The same of services alone, which were bought later (PAY-08). Where they cost more than `dueCents`, the rest was paid
 * before and counts (HOLD-06).
 */
export function serviceLines(
  { services }: Pick<ReceiptOrder, 'services'>,
  keys: readonly ServiceKey[],
  dueCents?: Cents,
): ReceiptLine[] {
  const lines = keys.map((key) => {
    const { priceCents = 0, freeReason = null } = services[key] ?? {}
    return { text: serviceNames[key] + (freeReason === null ? '' : ` (with your ${freeReason})`), cents: priceCents }
  })
  const beforeCents = dueCents === undefined ? 0 : lines.reduce((sum, { cents }) => sum + cents, -dueCents)
  return beforeCents > 0 ? [...lines, { text: 'Already paid', cents: -beforeCents }] : lines
}

/** "Essay writing, 2 pages" */
export const taskText = ({ task = 'Task', size }: Pick<ReceiptOrder, 'task' | 'size'>): string =>
  size == null ? task : `${task}, ${sizeLabel(size)}`

const discountText = ({ discountCode: code }: ReceiptOrder): string =>
  code === referralCoupon.code ? 'From your friend' : code == null ? 'Discount' : `Coupon ${code}`

/** What stands before the sum of the lines. */
export const totalText = 'Total'

/** What the balance pays of the total, which stands above it (PAY-13); nothing where it pays nothing. */
export const balanceLines = (balanceCents: Cents): ReceiptLine[] =>
  balanceCents > 0 ? [{ text: 'From your balance', cents: -balanceCents }] : []

/** What the client gave their Nerd, which is no part of an order's total (PAY-10); nothing without a tip. */
export const tipLines = (tipCents: Cents): ReceiptLine[] =>
  tipCents > 0 ? [{ text: 'Tip for your Nerd', cents: tipCents }] : []

/** The amount of a line as it reads: "$40.00", "−$4.80", "Free". */
export function lineAmount({ cents }: Pick<ReceiptLine, 'cents'>): string {
  if (cents === 0) return 'Free'
  return cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents)
}
