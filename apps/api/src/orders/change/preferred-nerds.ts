import { mayPreferNerd, type Nerd, nerdMissingText } from '@nerdify/domain/orders/preferred-nerd.ts'
import { readClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { unacceptable } from '../../http/refusal.ts'
import { nerdNames } from '../../nerds/register.ts'
import { hasRatedOrder, nerdsFound } from '../orders.store.ts'

/**
 * The active Nerds that a client may choose from, by their present names, latest first; none if the plan offers no
 * preferred Nerd (SRV-05).
 */
export async function nerdsToPrefer(queries: Queries, clientId: string): Promise<Nerd[]> {
  const { tags } = await readClient(queries, clientId)
  if (!mayPreferNerd({ tags, hasRated: await hasRatedOrder(queries, clientId) })) return []
  const found = await nerdsFound(queries, clientId)
  // The history keeps the name of the assignment, and a Nerd may have another by now.
  const ids = found.map(({ nerdId }) => nerdId)
  const names = await nerdNames(queries, ids, { activeOnly: true })
  const nerds = new Map<string, Nerd>()
  for (const { nerdId, rating } of found) {
    const name = names.get(nerdId)
    if (name !== undefined && !nerds.has(name)) nerds.set(name, { name, rating })
  }
  return [...nerds.values()]
}

/** The name of the Nerd chosen by a client (SRV-05); 422 at the field for a Nerd of none of their orders. */
export async function preferredNerd(queries: Queries, clientId: string, name: string | undefined): Promise<string> {
  const nerds = await nerdsToPrefer(queries, clientId)
  if (nerds.length === 0) throw unacceptable('This service can’t be added here.', 'tag')
  if (name === undefined || !nerds.some((nerd) => nerd.name === name)) {
    throw unacceptable(nerdMissingText, 'worker', 'worker_unknown')
  }
  return name
}
