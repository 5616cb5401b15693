import type { AdditionalFlag, OrderFacts, OrderTag } from './order-facts.ts'
import type { ClientStatus, SystemStatus } from './order-status.ts'

/** A predicate over an order's facts. */
export type Condition = (order: OrderFacts) => boolean

/** The system status is one of these. */
export const system =
  (...statuses: SystemStatus[]): Condition =>
  (order) =>
    order.systemStatus !== null && statuses.includes(order.systemStatus)

/** The client status is one of these. */
export const client =
  (...statuses: ClientStatus[]): Condition =>
  (order) =>
    order.clientStatus !== null && statuses.includes(order.clientStatus)

/** The order has the tag. */
export const tagged =
  (tag: OrderTag): Condition =>
  (order) =>
    order.tags.includes(tag)

/** The order has the flag in `additional`. */
export const flagged =
  (flag: AdditionalFlag): Condition =>
  (order) =>
    order.additional.includes(flag)

/** At least one condition holds. */
export const any =
  (...conditions: Condition[]): Condition =>
  (order) => {
    for (const holds of conditions) if (holds(order)) return true
    return false
  }

/** Every condition holds. */
export const all =
  (...conditions: Condition[]): Condition =>
  (order) => {
    for (const holds of conditions) if (!holds(order)) return false
    return true
  }

/** The condition does not hold. */
export const not =
  (condition: Condition): Condition =>
  (order) =>
    !condition(order)
