import type { NerdFiles } from '@nerdify/domain/orders/nerd-files.ts'
import type { Queries } from '../database/tables.ts'
import { readyNerdFiles } from './uploads.store.ts'

/** What of their Nerds is there to be read of some orders of a client, by the order's id (STATE-12); none is not named. */
export async function nerdFilesOf(
  queries: Queries,
  clientId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, NerdFiles>> {
  const found = new Map<string, NerdFiles>()
  if (orderIds.length === 0) return found
  for (const { order_id: orderId, order_file_type: type } of await readyNerdFiles(queries, clientId, orderIds)) {
    if (orderId === null) continue
    const known = found.get(orderId) ?? { draft: false, work: false }
    found.set(orderId, {
      draft: known.draft || type === 'file_draft_paper',
      work: known.work || type === 'file_final_draft',
    })
  }
  return found
}
