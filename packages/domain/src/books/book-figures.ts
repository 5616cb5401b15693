import { type Cents, formatMoney } from '../pricing/money.ts'

/** The names of the books' figures, in row order (OPS-13). Incoming and outgoing amounts are both positive. */
export const bookFigureNames = {
  orders_by_card: 'Orders by card',
  orders_from_balances: 'Orders from balances',
  tips: 'Tips',
  plan_months: 'Plan months',
  refunds_to_cards: 'Refunds to cards',
  refunds_to_balances: 'Refunds to balances',
  refunds_outside: 'Refunds outside',
  disputes: 'Disputes',
  cashback: 'Cash-back',
  tip_credits: 'Tip credits',
  referral_bonuses: 'Referral bonuses',
  plan_credits: 'Plan credits',
  late_credits: 'Late credits',
  staff_credits: 'Staff credits',
  staff_debits: 'Staff debits',
  imported_balances: 'Imported balances',
  /** Fees of Nerds, booked at the first delivery of their work (OPS-14). */
  fees_owed: 'Fees owed',
} as const
export type BookFigure = keyof typeof bookFigureNames
export const bookFigures = Object.keys(bookFigureNames) as BookFigure[]

/** The sum of each figure over one or more days, in cents. */
export type BookSums = Readonly<Record<BookFigure, Cents>>

/** The figures of incoming money; all others are outgoing. */
export const incomeFigures: ReadonlySet<BookFigure> = new Set([
  'orders_by_card',
  'orders_from_balances',
  'tips',
  'plan_months',
  'staff_debits',
])

/** The credits to balances, except refunds. */
const creditFigures = [
  'cashback',
  'tip_credits',
  'referral_bonuses',
  'plan_credits',
  'late_credits',
  'staff_credits',
  'imported_balances',
] as const satisfies readonly BookFigure[]

export const creditCents = (sums: BookSums): Cents => creditFigures.reduce((sum, figure) => sum + sums[figure], 0)

/** Builds the sums from the cents of each figure. */
export const bookSums = (cents: (figure: BookFigure) => Cents): BookSums =>
  Object.fromEntries(bookFigures.map((figure) => [figure, cents(figure)])) as BookSums

/** Card payments less refunds and disputes: the change of our account at the card provider, before its fees. */
export const cardNetCents = (sums: BookSums): Cents =>
  sums.orders_by_card + sums.tips + sums.plan_months - sums.refunds_to_cards - sums.disputes

/** The figures that the card provider also reports, so that they can be compared. */
export const cardFigures = ['orders_by_card', 'tips', 'plan_months', 'refunds_to_cards', 'disputes'] as const
export type CardFigure = (typeof cardFigures)[number]

/** Describes a figure that differs from the card provider's (OPS-13). */
export const differenceText = (difference: { figure: CardFigure; oursCents: Cents; theirsCents: Cents }): string =>
  `${bookFigureNames[difference.figure]}: ${formatMoney(difference.oursCents)} in the books, ${formatMoney(difference.theirsCents)} at the card provider`

/** The longest period of one query of the books, in days: a leap year. */
export const mostBookDays = 366
