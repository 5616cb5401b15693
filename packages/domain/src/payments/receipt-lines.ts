import { type ServiceKey, serviceKeys, serviceNames } from '../catalog/services.ts'
import { type Cents, formatMoney } from '../pricing/money.ts'
import type { PricedService } from '../pricing/price.ts'
import { type Size, sizeLabel } from '../pricing/units.ts'
import { referralCoupon } from '../referrals/referral.ts'

/** In cents; deductions are negative, free lines are 0. */
export interface ReceiptLine {
  text: string
  cents: Cents
}

/** Whether a payment's receipt is mailed (PAY-14): one that cost nothing has none. */
export const isReceiptMailed = (totalCents: Cents): boolean => totalCents > 0

/** The fields of an order or a quote that a receipt needs. */
export interface ReceiptOrder {
  /** The name of the job type; "Task" without one. */
  task: string | undefined
  size: Size | null | undefined
  quoteCents: Cents
  discountCents: Cents
  /** The code of the coupon or of the friend's gift. */
  discountCode: string | null | undefined
  services: Readonly<Partial<Record<ServiceKey, Pick<PricedService, 'added' | 'priceCents' | 'freeReason'>>>>
}

/**
 * The lines of an order's receipt, from the form to the printout (EASE-06, PRICE-11): the task, each added service with
 * the reason why it is free, and the discount by its code. They add up to the price.
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
 * The lines for services bought later (PAY-08). If they cost more than `dueCents`, earlier payments cover the rest
 * (HOLD-06).
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
  const earlierCents = dueCents === undefined ? 0 : lines.reduce((sum, { cents }) => sum + cents, -dueCents)
  return earlierCents > 0 ? [...lines, { text: 'Already paid', cents: -earlierCents }] : lines
}

/** "Essay writing, 2 pages" */
export const taskText = ({ task = 'Task', size }: Pick<ReceiptOrder, 'task' | 'size'>): string =>
  size == null ? task : `${task}, ${sizeLabel(size)}`

const discountText = ({ discountCode: code }: ReceiptOrder): string =>
  code === referralCoupon.code ? 'From your friend' : code == null ? 'Discount' : `Coupon ${code}`

/** The label of a receipt's sum. */
export const totalText = 'Total'

/** The balance's part of the total, shown above it (PAY-13); empty if 0. */
export const balanceLines = (balanceCents: Cents): ReceiptLine[] =>
  balanceCents > 0 ? [{ text: 'From your balance', cents: -balanceCents }] : []

/** The tip, which is not part of the total (PAY-10); empty without one. */
export const tipLines = (tipCents: Cents): ReceiptLine[] =>
  tipCents > 0 ? [{ text: 'Tip for your Nerd', cents: tipCents }] : []

/** Formats a line's amount: "$40.00", "−$4.80", "Free". */
export function lineAmount({ cents }: Pick<ReceiptLine, 'cents'>): string {
  return cents === 0 ? 'Free' : formatMoney(cents).replace('-', '−')
}
