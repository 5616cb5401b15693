import type { Queries } from '../../database/tables.ts'
import { moneyOfOrdersOf } from './order-money.store.ts'

/** What the orders of some clients say of their money, in cents; each is the sum of an account of the ledger (PAY-06). */
export interface OrderMoney {
  id: string
  number: string
  clientId: string
  paid: number
  refunded: number
  held: number
  tips: number
}

/** The money of all orders of these clients. */
export async function orderMoneyOf(queries: Queries, clientIds: readonly string[]): Promise<OrderMoney[]> {
  const rows = await moneyOfOrdersOf(queries, clientIds)
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    clientId: row.client_id,
    paid: row.paid_cents,
    refunded: row.refunded_cents,
    held: row.held_cents,
    tips: row.tips_cents,
  }))
}
