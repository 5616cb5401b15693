import type { Queries } from '../database/tables.ts'

/** One movement of money: its lines, in cents, sum to zero. */
export interface LedgerEntry {
  clientId: string
  id: string
  kind: 'order_payment' | 'surplus_refund' | 'cashback'
  /** What caused it: a payment or refund at the provider, or something of ours; it takes effect once. */
  ref: string
  orderId: string
  at: number
  lines: readonly { account: string; cents: number }[]
  data?: Record<string, unknown>
}

/** Appends an entry; false, and nothing written, when its cause has taken effect before (PAY-04). */
export async function insertEntry(queries: Queries, entry: LedgerEntry): Promise<boolean> {
  const sum = entry.lines.reduce((total, line) => total + line.cents, 0)
  if (sum !== 0) throw new Error(`the lines of ledger entry ${entry.ref} sum to ${sum}, not to 0`)
  const key = { client_id: entry.clientId, entry_id: entry.id }
  const first = await queries
    .insertInto('ledger_ref')
    .values({ ref: entry.ref, ...key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ref')
    .executeTakeFirst()
  if (first === undefined) return false
  await queries
    .insertInto('ledger_entry')
    .values({
      client_id: entry.clientId,
      id: entry.id,
      kind: entry.kind,
      ref: entry.ref,
      order_id: entry.orderId,
      at: new Date(entry.at),
      data: JSON.stringify(entry.data ?? {}),
    })
    .execute()
  await queries
    .insertInto('ledger_line')
    .values(entry.lines.map(({ account, cents }, line) => ({ ...key, line, account, cents })))
    .execute()
  return true
}
