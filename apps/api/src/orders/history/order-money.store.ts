import type { Queries } from '../../database/tables.ts'

/** What is stored of the money of some clients' orders, in cents. */
export function moneyOfOrdersOf(queries: Queries, clientIds: readonly string[]) {
  return queries
    .selectFrom('client_order')
    .select([
      'id',
      'number',
      'client_id',
      'paid_cents',
      'refunded_cents',
      'held_cents',
      'tips_cents',
      'late_credit_cents',
    ])
    .where('client_id', 'in', clientIds)
    .execute()
}
