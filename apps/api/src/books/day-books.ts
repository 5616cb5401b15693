import type { Books, BooksQuery } from '@nerdify/contract/books.ts'
import { bookDays, dateOfDay, dayNumberAt, dayNumberOf } from '@nerdify/domain/books/book-days.ts'
import {
  type BookFigure,
  bookFigureNames,
  bookFigures,
  type BookSums,
  bookSums,
  type CardFigure,
  cardNetCents,
  differenceText,
  incomeFigures,
  mostBookDays,
} from '@nerdify/domain/books/book-figures.ts'
import { centsFromDollars, dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../database/tables.ts'
import { unacceptable } from '../http/refusal.ts'
import { feesOfNerds } from '../orders/nerd-work.ts'
import type { EntryKind } from '../database/entry-kinds.ts'
import { movedByDay } from '../payments/ledger/ledger.store.ts'
import { comparedUntil } from './compared-days.ts'
import { differencesOf, type StoredDifference } from './day-differences.store.ts'

/** The accounts that the books read, by the first word of their names. */
type BookAccount = 'gateway' | 'outside' | 'balance' | 'hold'

const onBalances = (figure: BookFigure) => ({ balance: figure })
const refundFigures = { gateway: 'refunds_to_cards', balance: 'refunds_to_balances' } as const
const disputeFigures = { gateway: 'disputes', balance: 'plan_credits' } as const

/** The figure that each kind of entry moves, by the account; all other lines move money within the books. */
const figures: Record<EntryKind, Partial<Record<BookAccount, BookFigure>>> = {
  order_payment: {
    gateway: 'orders_by_card',
    balance: 'orders_from_balances',
    hold: 'orders_from_balances',
  },
  balance_hold: {},
  balance_release: {},
  surplus_returning: {},
  surplus_refund: refundFigures,
  surplus_kept: {},
  refund: refundFigures,
  refund_failed: refundFigures,
  cashback: onBalances('cashback'),
  cashback_taken_back: onBalances('cashback'),
  tip: { gateway: 'tips' },
  tip_credit: onBalances('tip_credits'),
  tip_refund: refundFigures,
  tip_credit_taken_back: onBalances('tip_credits'),
  referral_bonus: onBalances('referral_bonuses'),
  referral_bonus_taken_back: onBalances('referral_bonuses'),
  plan_payment: { gateway: 'plan_months' },
  plan_refund: refundFigures,
  plan_refund_failed: refundFigures,
  plan_credit: onBalances('plan_credits'),
  plan_credit_taken_back: onBalances('plan_credits'),
  dispute: disputeFigures,
  dispute_won: disputeFigures,
  dispute_lost: disputeFigures,
  outside_refund: { outside: 'refunds_outside' },
  staff_credit: onBalances('staff_credits'),
  staff_debit: onBalances('staff_debits'),
  imported_balance: onBalances('imported_balances'),
  late_credit: onBalances('late_credits'),
  late_credit_taken_back: onBalances('late_credits'),
}

/** The figure of a kind of entry's money on cards. */
export const cardFigureOf = (kind: EntryKind): CardFigure => figures[kind].gateway as CardFigure

/** A figure in cents from the sum of its ledger lines, where income is negative: it leaves its source. */
export const figureCents = (figure: BookFigure, cents: number): number =>
  incomeFigures.has(figure) ? 0 - cents : cents

/** The sums of one day. */
export async function sumsOfDay(queries: Queries, day: { from: number; until: number }): Promise<BookSums> {
  const moved = await movedByDay(queries, [day])
  return bookSums((figure) => centsOf(figure, moved))
}

/** The books by day in the company's zone (OPS-13). 422 for days that do not exist, are in reverse or too many. */
export async function readBooks(
  queries: Queries,
  query: BooksQuery,
  { now, zone }: { now: number; zone: string },
): Promise<Books> {
  const last = query.to === undefined ? dayNumberAt(now, zone) : numberOf(query.to, 'to')
  const first = query.from === undefined ? last : numberOf(query.from, 'from')
  if (first > last) throw unacceptable('The first day is after the last one.', 'from')
  if (last - first >= mostBookDays) throw unacceptable(`At most ${mostBookDays} days can be read at once.`, 'from')
  const days = bookDays({ first, last, zone })
  const sums: BookSums[] = []
  for (let done = 0; done < days.length; done += daysAtOnce)
    sums.push(...(await sumsOfDays(queries, days.slice(done, done + daysAtOnce))))
  const differences = await differencesOf(queries, { first: dateOfDay(first), last: dateOfDay(last) })
  return {
    zone,
    days: days.map(({ date }, day) => ({
      date,
      ...inDollars(sums[day] as BookSums),
      differences: differences.filter((row) => row.day === date).map(presentDifference),
    })),
    sum: inDollars(bookSums((figure) => sums.reduce((sum, day) => sum + day[figure], 0))),
    compared_until: await comparedUntil(queries, zone),
  }
}

/** A month: one statement over a busy year would exceed the time limit. */
const daysAtOnce = 31

/** The sums of some days, each with the fees of the work first delivered on it. */
async function sumsOfDays(queries: Queries, days: readonly { from: number; until: number }[]): Promise<BookSums[]> {
  const scope = { from: days[0]?.from ?? 0, until: days.at(-1)?.until ?? 0 }
  const moved = Map.groupBy(await movedByDay(queries, days), ({ day }) => day)
  const fees = Map.groupBy(await feesOfNerds(queries, scope), ({ at }) => days.findIndex(({ until }) => at < until))
  return days.map((_, day) =>
    bookSums((figure) =>
      figure === 'fees_owed'
        ? (fees.get(day) ?? []).reduce((sum, { cents }) => sum + cents, 0)
        : centsOf(figure, moved.get(day) ?? []),
    ),
  )
}

const presentDifference = (row: StoredDifference): Books['days'][number]['differences'][number] => ({
  figure: row.figure,
  ours: dollarsFromCents(Number(row.ours_cents)),
  theirs: dollarsFromCents(Number(row.theirs_cents)),
  compared_at: new Date(row.compared_at).toISOString(),
  settled:
    row.settled_at === null
      ? null
      : { person: row.settled_by ?? '', at: new Date(row.settled_at).toISOString(), reason: row.reason ?? '' },
})

function numberOf(date: string, field: string): number {
  const number = dayNumberOf(date)
  if (number === undefined) throw unacceptable('There is no such day.', field)
  return number
}

function centsOf(figure: BookFigure, moved: Awaited<ReturnType<typeof movedByDay>>): number {
  const isCounted = ({ kind, account }: (typeof moved)[number]) => figures[kind][account as BookAccount] === figure
  return figureCents(
    figure,
    moved.filter(isCounted).reduce((sum, row) => sum + row.cents, 0),
  )
}

const inDollars = (sums: BookSums) => ({
  ...bookSums((figure) => dollarsFromCents(sums[figure])),
  card_net: dollarsFromCents(cardNetCents(sums)),
})

/**
 * The books as CSV: a row for each day and one for the sum. All cells are dates, amounts and constant names (SAFE-11);
 * only the last one has commas.
 */
export function booksCsv({ days, sum }: Books): string {
  const head = ['Day', ...bookFigures.map((figure) => bookFigureNames[figure]), 'Card net', 'Differences']
  const row = (name: string, amounts: Books['sum'], differences: readonly string[] = []) => [
    name,
    ...[...bookFigures, 'card_net' as const].map((figure) => amounts[figure].toFixed(2)),
    differences.length === 0 ? '' : `"${differences.join('; ')}"`,
  ]
  const rows = [
    head,
    ...days.map(({ date, differences, ...amounts }) => row(date, amounts, differences.map(differenceWords))),
    row('Sum', sum),
  ]
  return rows.map((cells) => `${cells.join(',')}\r\n`).join('')
}

const differenceWords = ({ figure, ours, theirs, settled }: Books['days'][number]['differences'][number]): string => {
  const text = differenceText({ figure, oursCents: centsFromDollars(ours), theirsCents: centsFromDollars(theirs) })
  return settled === null ? text : `${text} (settled)`
}
