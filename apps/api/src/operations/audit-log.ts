import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { insertAction } from './audit-log.store.ts'

/** Fields of a request that may be kept: none of them holds what a person wrote or is reached by. */
const keptFields: ReadonlySet<string> = new Set([
  'event',
  'deadline',
  'price',
  'amount',
  'type',
  'size',
  'subject',
  'isPromo',
  'is_complex',
  'tags',
  'tags_add',
  'tags_remove',
  'country_final',
  'adult_confirmed',
  'exp_data',
  'client_id',
  'rates',
  'services',
  'late_credit',
  'tip',
  'outside',
  'discount',
  'released',
])

/** Stands for a value that is personal: the log says that it was sent, not what it was. */
const withheld = 'withheld'

/** Writes an action of operations to the log (OPS-01) in the transaction that does it, without personal data. */
export async function logAction(
  queries: Queries,
  action: { author: string; action: string; subject: string; request: Record<string, unknown>; now: number },
): Promise<void> {
  const { now, request, ...rest } = action
  const kept = Object.entries(request).map(([field, value]) => [field, keptFields.has(field) ? value : withheld])
  const written = JSON.stringify(Object.fromEntries(kept))
  await insertAction(queries, { ...rest, id: uuidv7(now), at: new Date(now), request: written })
}
