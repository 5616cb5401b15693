import type { Order } from '@nerdify/contract/orders.ts'
import { useServerTime } from '../../api/server-time.ts'
import { isOrderLate } from '../../orders/late-order.ts'
import type { CSSProperties } from 'react'
import { ClientOrderCard } from './ClientOrderCard.tsx'
import styles from './OrderCards.module.css'
import type { useOverlayLinks } from './use-overlay.ts'

interface OrderCardsProps {
  orders: readonly Order[]
  overlays: ReturnType<typeof useOverlayLinks>
}

/**
 * Size of a group that the browser skips while it is out of sight. It checks each group at every frame, so groups of
 * one would make a thousand cards scroll slowly.
 */
const cardsPerGroup = 10

/** The orders in groups, in their order. */
function groupsOf(orders: readonly Order[]): (readonly Order[])[] {
  const count = Math.ceil(orders.length / cardsPerGroup)
  return Array.from({ length: count }, (_, index) => orders.slice(index * cardsPerGroup, (index + 1) * cardsPerGroup))
}

/** Orders as cards below one another (CAB-01). */
export function OrderCards({ orders, overlays }: OrderCardsProps) {
  const now = useServerTime()
  return (
    // Not a <ul>, whose items would have to be its children.
    <div role="list" className={styles.list}>
      {groupsOf(orders).map((group, index) => (
        <div key={index} className={styles.group} style={{ '--cards': group.length } as CSSProperties}>
          {group.map((order) => (
            <div key={order._id} role="listitem">
              <ClientOrderCard order={order} overlays={overlays} now={changesWithTime(order, now) ? now : undefined} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Whether a card changes with the time (WAIT-04); the others do not rerender. */
const changesWithTime = (order: Order, now: number): boolean =>
  isOrderLate(order, now) || [order.deadline, order.revision_deadline].some((at) => at !== null && Date.parse(at) > now)
