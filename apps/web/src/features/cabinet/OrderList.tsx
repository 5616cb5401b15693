import type { Order } from '@nerdify/contract/orders.ts'
import type { CSSProperties } from 'react'
import type { useOrders } from '../../api/queries.ts'
import { failureText } from '../../api/failure-text.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorText } from '../../ui/Field.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { ClientOrderCard } from './ClientOrderCard.tsx'
import type { useOverlayLinks } from './use-overlay.ts'
import styles from './OrderList.module.css'

/** What {@link OrderList} takes: the list's answer, and the order that stands on top, wherever the list has it. */
interface OrderListProps {
  list: ReturnType<typeof useOrders>
  onTop: Order | undefined
  overlays: ReturnType<typeof useOverlayLinks>
}

/**
 * Cards that the browser skips together while they are out of sight. For each group it looks at every frame whether it
 * has come near: a thousand cards by themselves would make scrolling slow.
 */
const cardsPerGroup = 10

/** The orders in groups, in their order. */
function groupsOf(orders: readonly Order[]): (readonly Order[])[] {
  const count = Math.ceil(orders.length / cardsPerGroup)
  return Array.from({ length: count }, (_, index) => orders.slice(index * cardsPerGroup, (index + 1) * cardsPerGroup))
}

/** The orders, newest first, and the button for the next page (CAB-01). */
export function OrderList({ list, onTop, overlays }: OrderListProps) {
  const { orders, total } = list.data ?? { orders: [], total: 0 }
  const shown = onTop === undefined ? orders : [onTop, ...orders.filter(({ _id }) => _id !== onTop._id)]
  return (
    <Stack gap={5}>
      {/* No <ul>, whose items would have to be its children. */}
      <div role="list" className={styles.list}>
        {groupsOf(shown).map((group, index) => (
          <div key={index} className={styles.group} style={{ '--cards': group.length } as CSSProperties}>
            {group.map((order) => (
              <div key={order._id} role="listitem">
                <ClientOrderCard order={order} overlays={overlays} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">{cabinetTexts.shown(shown.length, Math.max(total, shown.length))}</VisuallyHidden>
      {list.isFetchNextPageError && <ErrorText>{failureText(list.error)}</ErrorText>}
      {list.hasNextPage && (
        <div>
          <Button busy={list.isFetchingNextPage && cabinetTexts.loadingMore} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? cabinetTexts.tryAgain : cabinetTexts.showMore}
          </Button>
        </div>
      )}
    </Stack>
  )
}
