import type { Order } from '@nerdify/contract/orders.ts'
import { useEffect, useRef } from 'react'
import type { useOrders } from '../../api/queries.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { OrderCards } from './OrderCards.tsx'
import type { useOverlayLinks } from './use-overlay.ts'

/** `topOrder` shows first, wherever the list has it. */
interface OrderListProps {
  list: ReturnType<typeof useOrders>
  topOrder: Order | undefined
  overlays: ReturnType<typeof useOverlayLinks>
}

/**
 * The orders, newest first, and the button for the next page (CAB-01); then the focus moves to its first order (ux 55).
 */
export function OrderList({ list, topOrder, overlays }: OrderListProps) {
  const { orders, total } = list.data ?? { orders: [], total: 0 }
  const shown = topOrder === undefined ? orders : [topOrder, ...orders.filter(({ _id }) => _id !== topOrder._id)]
  const cards = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLDivElement>(null)
  const scrolledTo = useRef<number>(undefined)
  const { length } = shown

  useEffect(() => {
    const first = scrolledTo.current
    if (first === undefined || first >= length) return
    scrolledTo.current = undefined
    if (!mayMoveFocus(more.current)) return
    const card = cards.current?.querySelectorAll('article')[first]
    card?.setAttribute('tabindex', '-1')
    card?.focus()
  }, [length])

  const showMore = () => {
    scrolledTo.current = length
    void list.fetchNextPage()
  }

  return (
    <Stack gap={5}>
      <div ref={cards}>
        <OrderCards orders={shown} overlays={overlays} />
      </div>
      <VisuallyHidden role="status">{cabinetTexts.shown(shown.length, Math.max(total, shown.length))}</VisuallyHidden>
      {list.isFetchNextPageError && <ErrorText role="alert">{failureText(list.error)}</ErrorText>}
      {list.hasNextPage && (
        <div ref={more}>
          <Button busy={list.isFetchingNextPage && cabinetTexts.loadingMore} onClick={showMore}>
            {list.isFetchNextPageError ? cabinetTexts.tryAgain : cabinetTexts.showMore}
          </Button>
        </div>
      )}
    </Stack>
  )
}
