import type { AppContext } from '../../app-context.ts'
import { claimUnreported } from '../../database/claim-rows.ts'
import { endUnpaidAttempt, settleAttempt } from '../settle/settle-attempt.ts'
import { withOrderPayments } from './order-lease.ts'

/**
 * An attempt this old should have been told of by an event. With the minute between two rounds it is heard of within
 * two (abuse 5).
 */
const quietMs = 60_000
/** Long after its page has closed, an attempt that never got a session is over. */
const graceMs = 60 * 60_000
const batch = 20

/** Asks the provider about open attempts that no event has told of (PAY-03); answers how many it asked about. */
export async function pollStaleAttempts(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const stale = await claimUnreported(product.queries, 'payment_attempt', {
    madeBefore: now - quietMs,
    now,
    most: batch,
  })
  for (const attempt of stale) {
    product.ending.throwIfAborted()
    const asked = withOrderPayments(product, attempt.order_id, async () => {
      if (attempt.session_id !== null) {
        await settleAttempt(product, attempt, await product.cards.session(attempt.session_id))
      } else if (attempt.expires_at + graceMs < now) {
        await endUnpaidAttempt(product, attempt, 'expired')
      }
    })
    await asked.catch(product.putOff)
  }
  return stale.length
}
