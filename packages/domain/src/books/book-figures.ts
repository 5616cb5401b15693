import { type Cents, formatMoney } from '../pricing/money.ts'

/**
 * The figures of the books with their names, in the order of a row (OPS-13). What comes in and what goes out are both
 * positive.
 */
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
  /** To Nerds, for work that was first delivered (OPS-14). */
  fees_owed: 'Fees owed',
} as const
export type BookFigure = keyof typeof bookFigureNames
export const bookFigures = Object.keys(bookFigureNames) as BookFigure[]

/** The figures of a day or of several days, in cents. */
export type BookSums = Readonly<Record<BookFigure, Cents>>

/** The figures that bring money in; all others give it away. */
export const incomeFigures: ReadonlySet<BookFigure> = new Set([
  'orders_by_card',
  'orders_from_balances',
  'tips',
  'plan_months',
  'staff_debits',
])

/** The figures that put money on balances, besides refunds. */
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

/** Sums from the cents of each figure. */
export const bookSums = (cents: (figure: BookFigure) => Cents): BookSums =>
  Object.fromEntries(bookFigures.map((figure) => [figure, cents(figure)])) as BookSums

/** What cards paid less refunds and disputes: the movement of our account at the card provider, before its fees. */
export const cardNetCents = (sums: BookSums): Cents =>
  sums.orders_by_card + sums.tips + sums.plan_months - sums.refunds_to_cards - sums.disputes

/** The figures that the card provider knows too. */
export const cardFigures = ['orders_by_card', 'tips', 'plan_months', 'refunds_to_cards', 'disputes'] as const
export type CardFigure = (typeof cardFigures)[number]

/** A figure of a day that is another at the card provider, in words (OPS-13). */
export const differenceText = (difference: { figure: CardFigure; oursCents: Cents; theirsCents: Cents }): string =>
  `${bookFigureNames[difference.figure]}: ${formatMoney(difference.oursCents)} in the books, ${formatMoney(difference.theirsCents)} at the card provider`

/** The longest time that the books answer at once, in days: a year. */
export const mostBookDays = 366
