import type { OrderFacts } from './order-facts.ts'
import { eventFits } from './order-progress.ts'
import { isTooLateForRefund } from './refund-period.ts'

/** Whether something of what was paid is still with us. */
const keepsMoney = ({ paidCents, refundedCents }: OrderFacts) => paidCents > refundedCents

/** Why a client may not ask for a refund, the first reason that holds being told; by its name on the wire. */
const refundRequestFaults = {
  /** CAB-11: the 30 days are over. */
  refund_too_late: isTooLateForRefund,
  /** STATE-20. */
  transition_not_allowed: (order) => !eventFits(order, { name: 'request_refund', by: 'client' }),
  /** PAY-11: all has gone back already, maybe bit by bit, or nothing was paid. */
  nothing_to_refund: (order) => !keepsMoney(order),
} satisfies Record<string, (order: OrderFacts, now: number) => boolean>

/** Why a client may not ask for a refund of an order. */
export type RefundRequestFault = keyof typeof refundRequestFaults

const faultNames = Object.keys(refundRequestFaults) as readonly RefundRequestFault[]

/**
 * Why a client may not ask for a refund at `now`, in UTC milliseconds; undefined where the cabinet offers it and the
 * server takes it.
 */
export function refundRequestFault(order: OrderFacts, now: number): RefundRequestFault | undefined {
  return faultNames.find((name) => refundRequestFaults[name](order, now))
}
