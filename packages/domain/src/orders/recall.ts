import { all, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

const hourMs = 3_600_000
/** Who has not touched an order for so long is not about to pay it by themself. */
const restMs = hourMs
/** After so long a reminder would only be a nuisance. */
const staleMs = 7 * 24 * hourMs
/** A client with several unpaid orders is reminded of one of them in this time. */
const pauseMs = 24 * hourMs

/** What decides at `now` whether a client is reminded of an unpaid order (MSG-06); all in UTC milliseconds. */
export const recallTimes = (now: number) => ({
  /** Orders that were last changed between these two. */
  changedAfter: now - staleMs,
  changedUntil: now - restMs,
  /** Clients who were not reminded since. */
  clientRestsSince: now - pauseMs,
})

const waitsForPayment: Condition = all(not(orderIs.paid), not(orderIs.hidden), orderCan.pay)

/**
 * Whether a client is to be reminded to pay an order (MSG-06): it has a price and waits for nothing but the payment, its
 * deadline is ahead, it rests, and it was never recalled.
 */
export function recallIsDue(
  order: OrderFacts,
  { changedAt, recalledAt, now }: { changedAt: number; recalledAt: number | null; now: number },
): boolean {
  const { changedAfter, changedUntil } = recallTimes(now)
  const rests = changedAt > changedAfter && changedAt <= changedUntil
  return rests && recalledAt === null && order.deadline !== null && order.deadline > now && waitsForPayment(order)
}
