import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { insertMessage, type OutboxMessage } from './outbox.store.ts'

/** Writes a message in the transaction of what causes it; it leaves in the background (MSG-05). */
export async function enqueue(queries: Queries, now: number, message: OutboxMessage): Promise<void> {
  await insertMessage(queries, uuidv7(now), now, message)
}
