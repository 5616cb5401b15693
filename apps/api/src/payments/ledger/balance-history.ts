import type { BalanceCause } from '@nerdify/domain/clients/balance-causes.ts'
import type { Queries } from '../../database/tables.ts'
import { numbersOfOrders } from '../../orders/order-numbers.ts'
import { balanceLines, type EntryKind } from './ledger.store.ts'

/** One change of a balance: cents, below 0 when it was spent; `at` in epoch milliseconds. */
export interface BalanceMovement {
  id: string
  at: number
  cents: number
  cause: BalanceCause
  orderNumber: string | null
}

/** What a kind of ledger entry is to the client whose balance it changed. */
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
}

/** A page of what changed a client's balance, newest first, from the ledger (INFO-04). */
export async function balanceHistory(
  queries: Queries,
  clientId: string,
  page: { offset: number; most: number },
): Promise<{ movements: BalanceMovement[]; total: number }> {
  const { rows, total } = await balanceLines(queries, clientId, page)
  const orderIds = rows.flatMap((row) => (row.order_id === null ? [] : [row.order_id]))
  const numbers = await numbersOfOrders(queries, clientId, orderIds)
  const movements = rows.map((row) => ({
    id: `${row.id}.${row.line}`,
    at: row.at,
    cents: row.cents,
    cause: causes[row.kind as EntryKind],
    orderNumber: (row.order_id !== null && numbers.get(row.order_id)) || null,
  }))
  return { movements, total }
}
