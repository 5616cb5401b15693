import type { Order, OrderFilter } from '@nerdify/contract/orders.ts'
import { useOrder } from '../../api/queries.ts'
import { useBackFromCardPage } from '../../back-from-card-page.ts'

/** How the visit to the card page ended, as the server knows it (PAY-03, ux 40). */
type ShownReturn = { status: 'none' } | { status: 'asking' } | { status: 'unpaid' | 'confirming'; order: Order }

/**
 * Tells somebody who is back from the card page whether they were charged: the server is asked, not the way they
 * came. `none` for everybody else, in a list that the order is not for, and once it was paid, here or elsewhere.
 */
export function useReturnInList(filter: OrderFilter): ShownReturn {
  const { orderId, check } = useBackFromCardPage()
  const { data, isPending, isError } = check

  // As it stands by now: it may be paid in another window meanwhile (CAB-08).
  const { data: order = data?.order } = useOrder(orderId ?? '', { enabled: data !== undefined })

  if (orderId === undefined || isError) return { status: 'none' }
  if (isPending || order === undefined) return { status: 'asking' }
  const { status } = data
  const isPaidSince = order.isPaid || order.client_paid > data.order.client_paid
  return status === 'paid' || isPaidSince || !standsIn(order, filter) ? { status: 'none' } : { status, order }
}

/** Whether a list may show an order on top. One whose deadline has passed is only in the list of the unpaid (STATE-14). */
const standsIn = ({ lists }: Order, filter: OrderFilter): boolean =>
  lists.includes(filter) || (filter === 'active' && lists.includes('unpaid'))
