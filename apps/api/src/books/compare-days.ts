import { type BookDay, bookDays, dayNumberAt, dayNumberOf } from '@nerdify/domain/books/book-days.ts'
import { type BookFigure, type CardFigure, cardFigures } from '@nerdify/domain/books/book-figures.ts'
import { disputeMoney } from '@nerdify/domain/payments/dispute-rules.ts'
import type { AppContext } from '../app-context.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { whenFree, withLease } from '../leases/with-lease.ts'
import { bookedCardObjects, cardObjectsBetween } from '../payments/ledger/card-objects.store.ts'
import { bookedRefs } from '../payments/ledger/ledger.store.ts'
import { type CardDispute, type CardMovement, CardObjectGone } from '../ports.ts'
import { lastComparedDay, setLastComparedDay } from './compared-days.ts'
import { batchesOf } from './compare-sums.ts'
import { cardFigureOf, figureCents, sumsOfDay } from './day-books.ts'
import { daysThatDiffer, replaceDifferences, settleDifferences } from './day-differences.store.ts'

/** Every payment is booked within this time: a comparison skips younger ones. */
export const settlingMs = 60 * 60_000
/** The most days that one round catches up after an outage. */
const mostDays = 31
/** Retries of the card may pay a bill two weeks after its creation. */
const billLifeMs = 45 * 24 * 3_600_000

interface DayDifference {
  figure: CardFigure
  oursCents: number
  theirsCents: number
}

/** Money at the card provider, with the sign of its figure. */
interface Movement {
  id: string
  figure: CardFigure
  cents: number
  /** The payment itself, or the one that was refunded or disputed. */
  paymentId: string | null
  /** Whether it belongs to an attempt or a refund of ours. */
  isOurs: boolean
}

/**
 * Compares a day of the books with the provider's payments, refunds and disputes, object by object (OPS-13). An object
 * belongs to the day of its booking, or, without one, to the day of its creation at the provider. Throws while the
 * provider does not answer.
 */
export async function compareDay(product: AppContext, day: BookDay): Promise<DayDifference[]> {
  const listed = await listMovements(product, day)
  const ids = new Set([...(await cardObjectsBetween(product.queries, day)), ...listed.keys()])
  const missing = new Map<BookFigure, number>()
  const miss = (figure: CardFigure, cents: number) => missing.set(figure, (missing.get(figure) ?? 0) + cents)
  for (const some of batchesOf([...ids])) {
    const booked = await bookedCardObjects(product.queries, some)
    for (const { id, kind, at, cents } of booked) {
      if (at < day.from || at >= day.until) continue
      product.ending.throwIfAborted()
      const figure = cardFigureOf(kind)
      const theirs = listed.get(id)?.cents ?? (await centsAtProvider(product, figure, id))
      miss(figure, theirs - figureCents(figure, cents))
    }
    const known = new Set(booked.map(({ id }) => id))
    const unbooked = some.flatMap((id) => (known.has(id) ? [] : (listed.get(id) ?? [])))
    for (const { figure, cents } of await ourMovements(product, day, unbooked)) miss(figure, cents)
  }
  const sums = await sumsOfDay(product.queries, day)
  return cardFigures
    .map((figure) => ({
      figure,
      oursCents: sums[figure],
      theirsCents: sums[figure] + (missing.get(figure) ?? 0),
    }))
    .filter(({ oursCents, theirsCents }) => oursCents !== theirsCents)
}

/** The provider's payments, refunds and disputes of a day, by id. */
async function listMovements({ cards, ending }: AppContext, day: BookDay): Promise<Map<string, Movement>> {
  const listed = new Map<string, Movement>()
  for await (const movement of cards.movementsSince(day.from, day.until)) {
    ending.throwIfAborted()
    listed.set(movement.id, movementOf(movement))
  }
  for await (const dispute of cards.disputesSince(day.from, day.until)) {
    ending.throwIfAborted()
    const { id, paymentIntentId: paymentId, attemptId } = dispute
    listed.set(id, { id, figure: 'disputes', cents: disputeCents(dispute), paymentId, isOurs: attemptId !== null })
  }
  return listed
}

const movementOf = (movement: CardMovement): Movement => {
  const { id, cents, paymentId, ours: isOurs } = movement
  return { id, figure: figureOf(movement), cents, paymentId, isOurs }
}

function figureOf({ kind, ours, isTip }: CardMovement): CardFigure {
  if (kind === 'refund') return 'refunds_to_cards'
  if (!ours) return 'plan_months'
  return isTip ? 'tips' : 'orders_by_card'
}

const disputeCents = ({ status, cents }: CardDispute): number =>
  disputeMoney({ status, cents, refundableCents: cents }).withdrawnCents

/** The cents of an object booked on another day than the provider created it; 0 if it does not exist there. */
async function centsAtProvider({ cards }: AppContext, figure: CardFigure, id: string): Promise<number> {
  if (figure !== 'disputes') {
    const kind = figure === 'refunds_to_cards' ? 'refund' : 'payment'
    return (await cards.movement({ kind, id }))?.cents ?? 0
  }
  const dispute = await cards.disputeOf(id).catch((error: unknown) => {
    if (error instanceof CardObjectGone) return undefined
    throw error
  })
  return dispute === undefined ? 0 : disputeCents(dispute)
}

/**
 * The movements of our payments: of an attempt, a plan's bill, or a payment in the books. Other products may use the same
 * account at the provider.
 */
async function ourMovements(product: AppContext, day: BookDay, unbooked: readonly Movement[]): Promise<Movement[]> {
  const unknown = unbooked.filter(({ isOurs }) => !isOurs)
  if (unknown.length === 0) return [...unbooked]
  const payments = new Set<string | null>(
    await bookedRefs(
      product.queries,
      unknown.flatMap(({ paymentId }) => paymentId ?? []),
    ),
  )
  for (const { isOurs, paymentId } of unbooked) if (isOurs) payments.add(paymentId)
  if (unknown.some(({ figure }) => figure === 'plan_months')) {
    for await (const { paymentIntentId } of product.cards.paidInvoices(day.from - billLifeMs)) {
      if (paymentIntentId !== null) payments.add(paymentIntentId)
    }
  }
  return unbooked.filter(({ isOurs, paymentId }) => isOurs || payments.has(paymentId))
}

/** Compares a day under a lease; `keep` stores the differences in a separate transaction. */
async function compareAndKeep<Kept>(
  product: AppContext,
  day: BookDay,
  keep: (replace: (queries: Queries) => Promise<void>) => Promise<Kept>,
): Promise<Kept> {
  return withLease(product, `compare ${day.date}`, async () => {
    const differences = await compareDay(product, day)
    const compared_at = new Date(product.clock.now())
    const rows = differences.map(({ figure, oursCents: ours_cents, theirsCents: theirs_cents }) => ({
      figure,
      ours_cents,
      theirs_cents,
      compared_at,
    }))
    return keep((queries) => replaceDifferences(queries, day.date, rows))
  })
}

const dayOf = ({ settings }: AppContext, number: number): BookDay =>
  bookDays({ first: number, last: number, zone: settings.companyZone })[0] as BookDay

/** The number of the last day whose payments must be booked by now. */
const lastClosedDay = ({ clock, settings }: AppContext): number =>
  dayNumberAt(clock.now() - settlingMs, settings.companyZone) - 1

/** Compares a day on demand. 422 for a day that does not exist or is not over. */
export async function compareDate<Kept>(
  product: AppContext,
  date: string,
  keep: (replace: (queries: Queries) => Promise<void>) => Promise<Kept>,
): Promise<Kept> {
  const number = dayNumberOf(date)
  if (number === undefined) throw unacceptable('There is no such day.', 'day')
  if (number > lastClosedDay(product)) throw unacceptable('A day can be compared an hour after its end.', 'day')
  return compareAndKeep(product, dayOf(product, number), keep)
}

/** Settles a day's open differences with a reason, in the caller's transaction; 409 no_difference if there are none. */
export async function settleDay(
  queries: Queries,
  day: string,
  settlement: { person: string; reason: string; now: number },
): Promise<void> {
  const settled = await settleDifferences(queries, day, settlement)
  if (settled === 0) throw new Refusal(409, 'This day has no open difference.', { type: 'no_difference' })
}

/** Daily, in one process: compares the days since the last round and those with open differences; returns 1 if it was due. */
export async function compareDaysDaily(product: AppContext): Promise<number> {
  return (await whenFree(product, 'compare days', () => compareWhenDue(product))) ?? 0
}

async function compareWhenDue(product: AppContext): Promise<number> {
  const { queries, settings } = product
  const last = lastClosedDay(product)
  const before = (await lastComparedDay(queries, settings.companyZone)) ?? last - 1
  if (before >= last) return 0
  const openDays = (await daysThatDiffer(queries)).map((date) => dayNumberOf(date) ?? last)
  const first = Math.max(before + 1, last - mostDays + 1)
  const newDays = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  for (const number of new Set([...openDays, ...newDays])) {
    await compareAndKeep(product, dayOf(product, number), (replace) => transaction(queries, replace))
  }
  await setLastComparedDay(queries, dayOf(product, last))
  return 1
}
