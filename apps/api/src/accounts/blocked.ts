import type { Queries } from '../database/tables.ts'
import { blockedText } from '../http/answers/blocked-text.ts'
import { unacceptable } from '../http/refusal.ts'
import { blockedAtOf, updateClient } from './clients.store.ts'

/**
 * 422 for a client whom operations have blocked (SAFE-04). Locks the client's row until the transaction ends, so that a
 * concurrent block also ends the session that this transaction opens.
 */
export async function refuseBlocked(queries: Queries, clientId: string): Promise<void> {
  if ((await blockedAtOf(queries, clientId)) !== null) {
    throw unacceptable(blockedText, 'value', 'account_blocked')
  }
}

export { blockedAtOf, blockClient } from './clients.store.ts'

/** Lifts the block of a client (SAFE-04). */
export const unblockClient = (queries: Queries, clientId: string): Promise<void> =>
  updateClient(queries, clientId, { blocked_at: null })
