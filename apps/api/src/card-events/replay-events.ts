import type { AppContext } from '../app-context.ts'
import { insertCardEvent } from './card-events.store.ts'
import { readMark, setMark } from '../payments/settle/payment-marks.store.ts'

const mark = 'card events'
/** The provider's retention of events. */
const retentionMs = 30 * 24 * 3_600_000
/** Events of the same time may appear late in the list. */
const overlapMs = 10 * 60_000

/**
 * Stores the events since the last replay that no webhook has delivered (abuse 6). Known events are skipped, so a
 * second replay is a no-op. Returns the number of events read.
 */
export async function replayCardEvents(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const since = (await readMark(product.queries, mark)) ?? now - retentionMs
  let newest = since
  let count = 0
  for await (const event of product.cards.eventsSince(since - overlapMs)) {
    product.ending.throwIfAborted()
    await insertCardEvent(product.queries, { ...event, now })
    newest = Math.max(newest, event.createdAt)
    count += 1
  }
  await setMark(product.queries, mark, newest)
  if (count > 0) product.wake.payments()
  return count
}
