import { all, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'

const hourMs = 3_600_000
/** After this long without a change, only a reminder will get the order paid. */
const idleMs = hourMs
/** Beyond this age a reminder is only a nuisance. */
const staleMs = 7 * 24 * hourMs
/** Minimum time between two reminders to one client. */
const pauseMs = 24 * hourMs

/** The time limits for reminders about unpaid orders at `now` (MSG-06); all in UTC milliseconds. */
export const recallTimes = (now: number) => ({
  /** The last change is between these two. */
  changedAfter: now - staleMs,
  changedUntil: now - idleMs,
  /** Clients with a later reminder get none. */
  lastReminderBefore: now - pauseMs,
})

/** Only the payment is missing. */
export const awaitsPayment: Condition = all(not(orderIs.paid), not(orderIs.hidden), orderCan.pay)

/**
 * Whether to remind a client at `sendAt` to pay an order (MSG-06): only the payment is missing, the deadline is ahead,
 * the order is idle `now`, and it had no reminder before.
 */
export function recallIsDue(
  order: OrderFacts,
  { changedAt, recalledAt, now, sendAt }: { changedAt: number; recalledAt: number | null; now: number; sendAt: number },
): boolean {
  const { changedAfter, changedUntil } = recallTimes(now)
  const isIdle = changedAt > changedAfter && changedAt <= changedUntil
  return isIdle && recalledAt === null && order.deadline !== null && order.deadline > sendAt && awaitsPayment(order)
}
