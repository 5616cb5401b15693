import type { Queries } from '../database/tables.ts'
import { takeOverCardEvents } from './card-events.store.ts'
import { takeOverRefunds } from '../payments/refund/refunds.store.ts'

/**
 * Makes the card events and refunds that a dead process had claimed due at once, so that no paid order waits for the claim
 * to lapse. Only for a database that nobody else uses, at start.
 */
export async function takeOverPayments(queries: Queries, now: number): Promise<void> {
  await takeOverCardEvents(queries, now)
  await takeOverRefunds(queries, now)
}
