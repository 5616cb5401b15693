import type { Queries } from '../database/tables.ts'
import { unacceptable } from '../http/refusal.ts'
import { blockedAtOf, updateClient } from './clients.store.ts'

/** What whoever is blocked reads where they would sign in (SAFE-04). */
const blockedText = 'This account is blocked. Please contact us, and we will look at it together.'

/**
 * 422 for a client whom operations have blocked (SAFE-04). In a transaction: the client's row stays as it is until its end, so
 * that a block that comes at the same moment ends the session that this one opens.
 */
export async function refuseBlocked(queries: Queries, clientId: string): Promise<void> {
  if ((await blockedAtOf(queries, clientId)) !== null) {
    throw unacceptable(blockedText, 'value', 'account_blocked')
  }
}

/** Blocks a client (SAFE-04); who is blocked already stays so since then. */
export { setBlocked as blockClient } from './clients.store.ts'

/** Lifts the block of a client. */
export const unblockClient = (queries: Queries, clientId: string): Promise<void> =>
  updateClient(queries, clientId, { blocked_at: null })
