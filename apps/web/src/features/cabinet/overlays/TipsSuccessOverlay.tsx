import type { Order } from '@nerdify/contract/orders.ts'
import { centsFromDollars, formatShortMoney } from '@nerdify/domain/pricing/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'
import { tipTexts } from '../../../texts/cabinet-overlays.ts'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Cluster } from '@nerdify/ui/page/Layout.tsx'
import { Money } from '@nerdify/ui/order/Money.tsx'
import { OverlayDialog, OverlayNote, type OverlayProps, orderOverlay } from './OverlayDialog.tsx'

const pollMs = 2000
/** Maximum number of polls: after them nobody paid, or the provider is very late. */
const maxPolls = 15

/**
 * `…/tips-success/{amount?}`: after the card page. The server says whether the tip arrived, and how much (PAY-10, ux
 * 38).
 */
export const Component = orderOverlay({ title: tipTexts.confirmingTitle }, TipPaid)

/** Polls until the tip has arrived; answers whether it still polls. */
function useTipCheck({ _id: orderId, isTipsPaid }: Order): boolean {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.tipCheck(orderId)
  const { data, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: () => api.checkPayment(orderId),
    enabled: !isTipsPaid,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.order.isTipsPaid === true || state.dataUpdateCount >= maxPolls ? false : pollMs,
  })
  useEffect(() => {
    if (data === undefined) return
    storeOrder(queryClient, data.order)
    // The tip came with the credit.
    if (data.order.isTipsPaid) void queryClient.invalidateQueries({ queryKey: queryKeys.me })
  }, [queryClient, data, dataUpdatedAt])
  return (queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0) < maxPolls
}

function TipPaid({ overlay, order }: OverlayProps) {
  const isPolling = useTipCheck(order)
  if (order.isTipsPaid) {
    return (
      <OverlayNote overlay={overlay} title={tipTexts.doneTitle}>
        <Cluster>
          <NerdBadge size="large" />
          <p role="status">
            {tipTexts.credited} <Money>{formatShortMoney(centsFromDollars(order.total_tips_amount))}</Money>{' '}
            {tipTexts.creditedTo}
          </p>
        </Cluster>
      </OverlayNote>
    )
  }
  if (isPolling) {
    return (
      <OverlayDialog title={tipTexts.confirmingTitle} onClose={overlay.close}>
        <p role="status">{tipTexts.confirmingText}</p>
      </OverlayDialog>
    )
  }
  const mayTip = order.actions.includes('tip')
  return (
    <OverlayNote
      overlay={overlay}
      title={mayTip ? tipTexts.notChargedTitle : tipTexts.notTakenTitle}
      more={
        mayTip && (
          <Button variant="quiet" onClick={() => overlay.switchTo('tips')}>
            {tipTexts.choose}
          </Button>
        )
      }
    >
      <p>{mayTip ? tipTexts.notChargedText : tipTexts.notTakenText}</p>
    </OverlayNote>
  )
}
