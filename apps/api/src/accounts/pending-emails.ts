import type { Queries } from '../database/tables.ts'
import { pendingChange } from './clients.store.ts'

export { endPendingChanges } from './clients.store.ts'

/** The address of a client whose link is still to be opened; null when none is. */
export async function pendingEmailOf(queries: Queries, clientId: string): Promise<string | null> {
  return (await pendingChange(queries, clientId))?.to_email ?? null
}
