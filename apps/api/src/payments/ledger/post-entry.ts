import { creditBalance } from '../../accounts/credit-balance.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { accounts, insertEntry, type LedgerEntry } from './ledger.store.ts'

/** Money that moves; see {@link accounts}. Lines of nothing are left out, unless nothing else is there. */
export type Movement = Omit<LedgerEntry, 'id'>

/**
 * Writes a movement to the ledger, and with it the client's balance, which is the sum of its account (PAY-13). False, and
 * nothing written, when its cause has taken effect before. Whoever moves an order's money holds the lock of its row; of money without an order, the lock of the client's.
 */
export async function postEntry(queries: Queries, movement: Movement): Promise<boolean> {
  const { lines, ...entry } = movement
  const moving = lines.filter(({ cents }) => cents !== 0)
  const written = await insertEntry(queries, {
    ...entry,
    id: uuidv7(movement.at),
    lines: moving.length > 0 ? moving : lines,
  })
  if (!written) return false
  const onBalance = moving
    .filter(({ account }) => account === accounts.balance(movement.clientId))
    .reduce((sum, { cents }) => sum + cents, 0)
  if (onBalance !== 0) await creditBalance(queries, movement.clientId, onBalance)
  return true
}
