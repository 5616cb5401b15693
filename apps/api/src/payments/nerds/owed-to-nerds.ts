import type { NerdPayout } from '@nerdify/contract/nerds.ts'
import { changedMeanwhile } from '@nerdify/contract/version-words.ts'
import { monthAt, owedByMonth, owedCents } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { type Cents, centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { instantOfWallTime } from '@nerdify/domain/pricing/zoned-time.ts'
import type { Queries } from '../../database/tables.ts'
import { notFound, Refusal, unacceptable } from '../../http/refusal.ts'
import { changeNerd, lockNerd, nerdById, type StoredNerd } from '../../nerds/register.ts'
import type { HistoryEvent } from '../../orders/history/event-kinds.ts'
import { historyOf } from '../../orders/list/find-any-order.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { feesOfNerds, followNewName, giveOrders, openOrdersOfNerds } from '../../orders/nerd-work.ts'
import { mailMovedSheets } from '../../orders/work-sheet.ts'
import { tipsOfNerds } from '../ledger/ledger.store.ts'
import { givePayouts, insertPayout, payoutsOf } from './payouts.store.ts'

/** What is owed by month, with its fees and payouts (OPS-14): to a Nerd, or to all in one month; `zone` is the company's. */
export async function readOwed(queries: Queries, scope: { nerdId: string } | { month: string }, zone: string) {
  const earned = 'month' in scope ? instantsOfMonth(scope.month, zone) : scope
  const [payouts, tips, fees] = [
    await payoutsOf(queries, scope),
    await tipsOfNerds(queries, earned),
    await feesOfNerds(queries, earned),
  ]
  return { months: owedByMonth({ tips, fees, payouts, zone }), fees, payouts }
}

/** The instants (epoch milliseconds) of a month's ("2026-11") start and end. */
function instantsOfMonth(month: string, zone: string): { from: number; until: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const startOf = (index: number) => instantOfWallTime(Date.UTC(year, index), zone)
  return { from: startOf(number - 1), until: startOf(number) }
}

/**
 * Records in the caller's transaction that a Nerd's whole owed amount for a month was paid out (OPS-14). 404 for an
 * unknown Nerd; 409 nothing_owed if nothing is owed, changed_meanwhile if another amount (dollars) is owed.
 */
export async function payNerd(
  queries: Queries,
  payout: NerdPayout & { nerdId: string; author: string; now: number; zone: string },
): Promise<void> {
  const { nerdId, month, amount, reference, author, now, zone } = payout
  await lockNerd(queries, nerdId)
  const { months, fees } = await readOwed(queries, { nerdId }, zone)
  const sums = months.find((row) => row.month === month)
  const nothingOwed = () =>
    new Refusal(409, 'Nothing is owed for this month.', { type: 'nothing_owed', value: 'month' })
  if (sums === undefined || owedCents(sums) <= 0) throw nothingOwed()
  const [before_cents, cents, at] = [sums.paidOutCents, owedCents(sums), new Date(now)]
  if (amount !== undefined && centsFromDollars(amount) !== cents) throw otherAmountOwed(cents)
  const feesPaid = fees.filter((fee) => fee.cents > 0 && monthAt(fee.at, zone) === month)
  const fee_orders = feesPaid.map(({ orderId }) => orderId)
  const row = { nerd_id: nerdId, month, before_cents, cents, fee_orders, reference, author, at }
  if (!(await insertPayout(queries, row))) throw nothingOwed()
}

const otherAmountOwed = (cents: Cents) =>
  new Refusal(409, `Now ${formatMoney(cents)} is owed for this month. Compare it with your transfer, then book it.`, {
    type: changedMeanwhile,
    value: 'amount',
  })

/**
 * Merges two entries of one Nerd in the caller's transaction (OPS-14): orders, with their tips, fees and marks, and
 * payouts go to the Nerd `into`, who gets the work sheets of orders in work and replaces the other name as preferred Nerd.
 * The other entry stays in the register, inactive and without work. 404 for an unknown Nerd, 422 for the Nerd itself.
 */
export async function mergeNerds(
  queries: Queries,
  { nerdId, into, now }: { nerdId: string; into: string; now: number },
): Promise<void> {
  const unknown = () => unacceptable('The register has no other Nerd of this id.', 'into', 'nerd_unknown')
  if (nerdId === into) throw unknown()
  // In the same order for all callers, so that two merges do not deadlock.
  const found = new Map<string, StoredNerd | undefined>()
  for (const id of [nerdId, into].toSorted()) found.set(id, await nerdById(queries, id, { lock: true }))
  const [from, to] = [found.get(nerdId), found.get(into)]
  if (from === undefined) throw notFound()
  if (to === undefined) throw unknown()
  const open = await openOrdersOfNerds(queries, [nerdId])
  await giveOrders(queries, nerdId, into)
  await mailMovedSheets(queries, open, now)
  await followNewName(queries, from.name, to.name)
  await givePayouts(queries, nerdId, into)
  await changeNerd(queries, nerdId, { active: false })
}

/**
 * Whether an order had a fee at an instant (epoch milliseconds), for payouts that do not list their fees. A new
 * assignment starts without the former fee. Without fees in the history, as after an erasure, the answer is yes.
 */
function hadFee(history: readonly HistoryEvent[], instant: number): boolean {
  const fees = history.flatMap(({ event, at, data }) => {
    if (event === 'changed') return data.fee === undefined ? [] : { at, fee: data.fee }
    return event === 'nerd_found' || event === 'reassign' ? { at, fee: data.fee ?? null } : []
  })
  if (fees.every(({ fee }) => fee === null)) return true
  return Boolean(fees.findLast(({ at }) => at <= instant)?.fee)
}

/** 409 fee_paid_out for an order whose fee was paid out (OPS-14). Locks the Nerd against a concurrent payout. */
export async function refusePaidOutFee(queries: Queries, order: StoredOrder, zone: string): Promise<void> {
  const { id, nerd_id: nerdId, nerd_fee_cents: feeCents, sent_at: sentAt } = order
  if (nerdId === null || feeCents === null || sentAt === null) return
  await lockNerd(queries, nerdId)
  const owed = (await feesOfNerds(queries, { nerdId })).find(({ orderId }) => orderId === id)
  if (owed === undefined) return
  const payouts = await payoutsOf(queries, { nerdId })
  const history = await historyOf(queries, order)
  const isPaidOut = payouts.some(({ month, at, fee_orders: paid }) =>
    paid === null ? month === monthAt(owed.at, zone) && at >= owed.at && hadFee(history, at) : paid.includes(id),
  )
  if (isPaidOut) throw new Refusal(409, 'This fee was paid out to the Nerd.', { type: 'fee_paid_out', value: 'fee' })
}
