import { transaction } from '../../database/transaction.ts'
import type { Queries } from '../../database/tables.ts'
import { takeDeferredErrors } from '../../discounts/code-uses.ts'
import { mailStaff } from '../../outbox/enqueue.ts'
import type { AppContext } from '../../app-context.ts'
import { numbersOfOrders } from '../orders.store.ts'

const hourMs = 3_600_000
/** Lines of a digest; the errors beyond them are counted. */
const mostLines = 100

/**
 * Mails support one digest of the coupon errors beyond the hourly limit of mails (DISC-13); returns the number of
 * reported errors.
 */
export async function mailCouponDigest({ queries, clock, settings, wake }: AppContext): Promise<number> {
  const now = clock.now()
  const count = await transaction(queries, async (within) => {
    const errors = await takeDeferredErrors(within, now - hourMs)
    const [first] = errors
    if (first === undefined) return 0
    const shown = errors.slice(0, mostLines)
    const numbers = await numbersOf(within, shown)
    const times = errors.reduce((sum, error) => sum + error.times, 0)
    await mailStaff(within, now, settings, {
      template: 'coupon-digest',
      variables: {
        count: String(times),
        more: errors.length > mostLines ? String(errors.length - mostLines) : '',
        // Erasing an account finds the mail by these (LAW-06).
        numbers: [...new Set(numbers.values())].join(' '),
        lines: shown
          .map(
            ({ orderId, errorType, times: often, code }) => `${numbers.get(orderId)} ${errorType} ${often}x: ${code}`,
          )
          .join('\n'),
      },
      dedupeKey: `coupon-digest:${now}`,
    })
    return errors.length
  })
  if (count > 0) wake.outbox()
  return count
}

async function numbersOf(queries: Queries, errors: readonly { clientId: string; orderId: string }[]) {
  const numbers = new Map<string, string>()
  for (const [clientId, ofClient] of Map.groupBy(errors, (error) => error.clientId)) {
    const ids = ofClient.map(({ orderId }) => orderId)
    for (const [id, number] of await numbersOfOrders(queries, clientId, ids)) numbers.set(id, number)
  }
  return numbers
}
