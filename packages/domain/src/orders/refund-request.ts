import type { OrderFacts } from './order-facts.ts'
import { eventFits } from './order-progress.ts'
import { isTooLateForRefund } from './refund-period.ts'

/** Whether part of the payment is not refunded. */
const hasRefundableMoney = ({ paidCents, refundedCents }: OrderFacts) => paidCents > refundedCents

/** Reasons to refuse a refund request, by wire name; the first match is reported. */
const refundRequestFaults = {
  /** CAB-11: the 30 days are over. */
  refund_too_late: isTooLateForRefund,
  /** STATE-20. */
  transition_not_allowed: (order) => !eventFits(order, { name: 'request_refund', by: 'client' }),
  /** PAY-11: everything is refunded, maybe in parts, or nothing was paid. */
  nothing_to_refund: (order) => !hasRefundableMoney(order),
} satisfies Record<string, (order: OrderFacts, now: number) => boolean>

export type RefundRequestFault = keyof typeof refundRequestFaults

const faultNames = Object.keys(refundRequestFaults) as readonly RefundRequestFault[]

/**
 * Why a client may not request a refund at `now`, in UTC milliseconds; undefined if they may. The cabinet and the
 * server use the same rule.
 */
export function refundRequestFault(order: OrderFacts, now: number): RefundRequestFault | undefined {
  return faultNames.find((name) => refundRequestFaults[name](order, now))
}
