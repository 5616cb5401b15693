import { all, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

const hourMs = 3_600_000
/** An order unchanged for this long will not be paid without a reminder. */
const restMs = hourMs
/** Beyond this age a reminder is only a nuisance. */
const staleMs = 7 * 24 * hourMs
/** Minimum time between two reminders to one client. */
const pauseMs = 24 * hourMs

/** The time limits for reminders about unpaid orders at `now` (MSG-06); all in UTC milliseconds. */
export const recallTimes = (now: number) => ({
  /** The last change lies between these two. */
  changedAfter: now - staleMs,
  changedUntil: now - restMs,
  /** No reminder to the client since then. */
  clientRestsSince: now - pauseMs,
})

const waitsForPayment: Condition = all(not(orderIs.paid), not(orderIs.hidden), orderCan.pay)

/**
 * Whether to remind a client to pay an order (MSG-06): it lacks only the payment, its deadline is ahead, it rested long
 * enough, and it had no reminder before.
 */
export function recallIsDue(
  order: OrderFacts,
  { changedAt, recalledAt, now }: { changedAt: number; recalledAt: number | null; now: number },
): boolean {
  const { changedAfter, changedUntil } = recallTimes(now)
  const rests = changedAt > changedAfter && changedAt <= changedUntil
  return rests && recalledAt === null && order.deadline !== null && order.deadline > now && waitsForPayment(order)
}
