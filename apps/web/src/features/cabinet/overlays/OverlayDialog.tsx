import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { failureText } from '../../../api/failure-text.ts'
import { queryKeys } from '../../../api/queries.ts'
import { cabinetTexts } from '../../../texts/cabinet.ts'
import { overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { productName } from '../../../texts/frame.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Dialog } from '../../../ui/surfaces/Dialog.tsx'
import { ErrorText } from '../../../ui/fields/Field.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/surfaces/Skeleton.tsx'
import type { OpenOverlay } from '../use-overlay.ts'

/** What {@link OverlayDialog} takes. */
interface OverlayDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
}

/** A dialog over the cabinet that names the page while it is open (CAB-07, ux 50). */
export function OverlayDialog({ title, onClose, children, actions }: OverlayDialogProps) {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${productName}`
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <Dialog key={title} title={title} onClose={onClose} actions={actions}>
      {children}
    </Dialog>
  )
}

/** The order of an overlay: as a list has it at once, and asked for anew, since a button may be about another state. */
function useFreshOrder(orderId: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: queryKeys.order(orderId),
    queryFn: () => api.order(orderId),
    refetchOnMount: 'always',
    placeholderData: () =>
      queryClient
        .getQueriesData<InfiniteData<OrderPage, number>>({ queryKey: queryKeys.orders })
        .flatMap(([, list]) => list?.pages.flatMap(({ results }) => results) ?? [])
        .find(({ _id }) => _id === orderId),
  })
}

/** What {@link OrderOverlay} takes. */
interface OrderOverlayProps {
  overlay: OpenOverlay
  /** The title while the order is read. */
  title: string
  /** Whether the overlay's question stands for the order; once it did, what was done here may end that. */
  may: (order: Order) => boolean
  /** Said where it does not. */
  notNow: { title: string; text: string }
  children: (order: Order) => ReactNode
}

/** Shows an overlay for the order that its address names; one that is not the client's leads to the list. */
export function OrderOverlay({ overlay, title, may, notNow, children }: OrderOverlayProps) {
  const { data: order, error, isFetching, refetch } = useFreshOrder(overlay.orderId)
  const [stood, setStood] = useState(false)
  const isNobodys = error?.status === 404
  const close = useEffectEvent(overlay.close)
  useEffect(() => {
    if (isNobodys) close()
  }, [isNobodys])

  const stands = stood || (order !== undefined && may(order))
  if (stands && !stood) setStood(true)
  if (order !== undefined && stands) return children(order)
  if (order !== undefined && !isFetching) return <OverlayNote overlay={overlay} {...notNow} />
  return (
    <OverlayDialog title={title} onClose={overlay.close}>
      {error === null || isNobodys ? (
        <Skeleton label={cabinetTexts.loading}>
          <SkeletonBar width="long" />
          <SkeletonBar width="full" height="control" />
        </Skeleton>
      ) : (
        <>
          <ErrorText>{failureText(error)}</ErrorText>
          <div>
            <Button busy={isFetching && cabinetTexts.loadingMore} onClick={() => void refetch()}>
              {cabinetTexts.tryAgain}
            </Button>
          </div>
        </>
      )}
    </OverlayDialog>
  )
}

/** Says one thing over the cabinet, such as that a request is sent or does not stand now, and leads back. */
export const OverlayNote = ({ overlay, title, text }: { overlay: OpenOverlay; title: string; text: string }) => (
  <OverlayDialog
    title={title}
    onClose={overlay.close}
    actions={
      <Button variant="primary" onClick={overlay.close}>
        {overlayTexts.backToTasks}
      </Button>
    }
  >
    <p>{text}</p>
  </OverlayDialog>
)
