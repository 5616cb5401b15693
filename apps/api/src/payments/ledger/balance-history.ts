import { type BalanceChange, type BalancePage, balanceChangesPerPage } from '@nerdify/contract/client.ts'
import type { BalanceSlice } from '@nerdify/contract/finding.ts'
import type { BalanceCause } from '@nerdify/domain/clients/balance-causes.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../../database/tables.ts'
import { isUuid } from '../../database/uuid.ts'
import { sliceOfRows, unknownCursor } from '../../http/answers/slice.ts'
import { numbersOfOrders } from '../../orders/list/own-order.ts'
import type { AppContext } from '../../app-context.ts'
import { type EntryKind, reasonsForStaff } from '../../database/entry-kinds.ts'
import { type BalanceLine, balanceLines, balanceLinesAfter, countBalanceLines } from './ledger.store.ts'

/** Cause that the client reads for each kind of ledger entry. */
const causes: Record<EntryKind, BalanceCause> = {
  order_payment: 'order_payment',
  balance_hold: 'held',
  balance_release: 'released',
  surplus_returning: 'refund',
  surplus_refund: 'refund',
  surplus_kept: 'refund_failed',
  refund: 'refund',
  refund_failed: 'refund_failed',
  cashback: 'cashback',
  cashback_taken_back: 'cashback_taken_back',
  tip: 'tip',
  tip_credit: 'tip',
  tip_refund: 'tip_taken_back',
  tip_credit_taken_back: 'tip_taken_back',
  referral_bonus: 'referral_bonus',
  referral_bonus_taken_back: 'referral_bonus_taken_back',
  plan_payment: 'plan_credit',
  plan_refund: 'refund',
  plan_refund_failed: 'refund_failed',
  plan_credit: 'plan_credit',
  plan_credit_taken_back: 'plan_credit_taken_back',
  dispute: 'dispute',
  dispute_won: 'dispute_won',
  dispute_lost: 'dispute',
  outside_refund: 'refund',
  staff_credit: 'staff_credit',
  staff_debit: 'staff_debit',
  imported_balance: 'imported',
  late_credit: 'late_credit',
  late_credit_taken_back: 'late_credit_taken_back',
}

/** A page of changes to a client's balance, newest first (INFO-04); pages count from 0. */
export async function balancePage(
  { queries }: Pick<AppContext, 'queries'>,
  clientId: string,
  page: number,
): Promise<BalancePage> {
  const most = balanceChangesPerPage
  const rows = await balanceLines(queries, clientId, { offset: page * most, most })
  const total = await countBalanceLines(queries, clientId)
  const forClient = rows.map((row) => (reasonsForStaff.includes(row.kind) ? { ...row, reason: null } : row))
  const results = await presentLines(queries, clientId, forClient)
  return { results, page, pages: Math.ceil(total / most), total }
}

/** A slice of the changes of a client's balance for staff, newest first (OPS-10). 422 for a foreign cursor. */
export async function balanceSlice(
  queries: Queries,
  clientId: string,
  cursor: string | undefined,
): Promise<BalanceSlice> {
  const most = balanceChangesPerPage
  const rows = await balanceLinesAfter(queries, clientId, { after: lineOfCursor(cursor), most: most + 1 })
  const { shown, next } = sliceOfRows(rows, most, cursorOf)
  return { results: await presentLines(queries, clientId, shown), next }
}

/** The newest changes for staff, and how many there are (OPS-10). */
export const newestChanges = async (queries: Queries, clientId: string) => ({
  ...(await balanceSlice(queries, clientId, undefined)),
  total: await countBalanceLines(queries, clientId),
})

const cursorOf = ({ id, line }: { id: string; line: number }): string => `${id}.${line}`

function lineOfCursor(cursor: string | undefined): { id: string; line: number } | undefined {
  if (cursor === undefined) return undefined
  const [, id = '', line] = /^(.*)\.(\d{1,6})$/.exec(cursor) ?? []
  if (!isUuid(id)) throw unknownCursor()
  return { id, line: Number(line) }
}

async function presentLines(
  queries: Queries,
  clientId: string,
  rows: readonly BalanceLine[],
): Promise<BalanceChange[]> {
  const orderIds = rows.flatMap((row) => (row.order_id === null ? [] : [row.order_id]))
  const numbers = await numbersOfOrders(queries, clientId, orderIds)
  return rows.map((row) => ({
    id: cursorOf(row),
    at: new Date(row.at).toISOString(),
    amount: dollarsFromCents(row.cents),
    cause: causes[row.kind],
    order_number: (row.order_id !== null && numbers.get(row.order_id)) || null,
    reason: row.reason,
  }))
}
