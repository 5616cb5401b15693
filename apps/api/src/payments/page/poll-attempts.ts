import type { AppContext } from '../../app-context.ts'
import { claimUnreported } from '../../database/claim-rows.ts'
import { endUnpaidAttempt, settleAttempt } from '../settle/settle-attempt.ts'
import { withOrderPayments } from './order-lease.ts'

/** Past this age an event should have reported an attempt. With one round a minute it is known within two (abuse 5). */
const quietMs = 60_000
/** An attempt without a session is over this long after its page closed. */
const graceMs = 60 * 60_000
const batch = 20

/** Asks the provider about open attempts without an event (PAY-03); answers how many. */
export async function pollStaleAttempts(product: AppContext): Promise<number> {
  const now = product.clock.now()
  const stale = await claimUnreported(product.queries, 'payment_attempt', {
    madeBefore: now - quietMs,
    now,
    most: batch,
  })
  for (const attempt of stale) {
    product.ending.throwIfAborted()
    const check = withOrderPayments(product, attempt.order_id, async () => {
      if (attempt.session_id !== null) {
        await settleAttempt(product, attempt, await product.cards.session(attempt.session_id))
      } else if (attempt.expires_at + graceMs < now) {
        await endUnpaidAttempt(product, attempt, 'expired')
      }
    })
    await check.catch(product.putOff)
  }
  return stale.length
}
