import type { OrderFacts } from './order-facts.ts'
import { eventFits } from './order-progress.ts'

/**
 * The later deadline that the client may accept or refuse at `now`, in UTC milliseconds (OPS-12). Null without an offer,
 * and once the offered time has passed.
 */
export function deadlineOnOffer(order: OrderFacts, now: number): number | null {
  const { offeredDeadline } = order
  const isOpen = eventFits(order, { name: 'accept_deadline', by: 'client' })
  return isOpen && offeredDeadline !== null && offeredDeadline > now ? offeredDeadline : null
}
