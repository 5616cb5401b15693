import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { Elements } from '@nerdify/ui/elements.ts'
import { storedOrder, useOrder } from '../../../api/queries.ts'
import { cabinetTexts } from '../../../texts/cabinet.ts'
import { overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { productName } from '../../../texts/frame.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { type OpenOverlay, useOpenOverlay } from '../use-overlay.ts'
import { LoadError } from './LoadError.tsx'

/** A dialog over the cabinet that sets the page's title while it is open (CAB-07, ux 50). */
export function OverlayDialog(props: ComponentProps<typeof Dialog> & { title: string }) {
  const { title } = props
  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${productName}`
    return () => {
      document.title = before
    }
  }, [title])
  return <Dialog {...props} />
}

/** An overlay's order and its exits. */
export interface OverlayProps {
  overlay: OpenOverlay
  order: Order
}

/** The orders that an overlay accepts, and its note for all others. */
export interface Eligibility {
  may: (order: Order) => boolean
  notNow: { title: string; text: string }
}

interface OverlayTerms extends Partial<Eligibility> {
  /** The title while the order loads. */
  title: string
  /** Whether the address may have this part after the overlay's name; if not, it leads to the list. */
  takes?: (detail: string | undefined) => boolean
}

/** The screen of an overlay: it shows the order of its address; another client's order leads to the list. */
export const orderOverlay = (terms: OverlayTerms, Overlay: ComponentType<OverlayProps>): ComponentType =>
  function OrderOverlay() {
    const overlay = useOpenOverlay()
    const fits = overlay !== undefined && terms.takes?.(overlay.detail) !== false
    const close = useEffectEvent(() => overlay?.close())
    useEffect(() => {
      if (!fits) close()
    }, [fits])
    return fits && <OrderLoader overlay={overlay} terms={terms} Overlay={Overlay} />
  }

interface OrderLoaderProps {
  overlay: OpenOverlay
  terms: OverlayTerms
  Overlay: ComponentType<OverlayProps>
}

function OrderLoader({ overlay, terms: { title, may, notNow }, Overlay }: OrderLoaderProps) {
  const queryClient = useQueryClient()
  const { orderId } = overlay
  // The list's copy shows at once and is refetched, because a button may be for another state.
  const placeholderData = () => storedOrder(queryClient, orderId)
  const read = useOrder(orderId, { refetchOnMount: 'always', placeholderData })
  const { data: order, error, isFetching } = read
  // Once the question showed, an action here may make it invalid.
  const [wasShown, setWasShown] = useState(false)
  const isNotFound = error?.status === 404
  const close = useEffectEvent(overlay.close)
  useEffect(() => {
    if (isNotFound) close()
  }, [isNotFound])
  const isShown = wasShown || (order !== undefined && may?.(order) !== false)
  if (isShown && !wasShown) setWasShown(true)
  if (order !== undefined && isShown) return <Overlay key={overlay.detail} overlay={overlay} order={order} />
  if (order !== undefined && !isFetching && notNow !== undefined) {
    return (
      <OverlayNote overlay={overlay} title={notNow.title}>
        <p>{notNow.text}</p>
      </OverlayNote>
    )
  }
  return (
    <OverlayDialog title={title} onClose={overlay.close}>
      {error === null || isNotFound ? (
        <Skeleton label={cabinetTexts.loading}>
          <SkeletonBar width="long" />
          <SkeletonBar width="full" height="control" />
        </Skeleton>
      ) : (
        <LoadError query={read} />
      )}
    </OverlayDialog>
  )
}

interface OverlayNoteProps extends Pick<OverlayProps, 'overlay'> {
  title: string
  /** Another action next to the way back. */
  more?: Elements
  children: Elements
}

/** One message over the cabinet, such as a sent request or an impossible one, with the way back. */
export const OverlayNote = ({ overlay, title, more, children }: OverlayNoteProps) => (
  <OverlayDialog
    // Each new note moves the focus to its title.
    key={title}
    title={title}
    onClose={overlay.close}
    actions={
      <>
        <Button variant="primary" onClick={overlay.close}>
          {overlayTexts.backToTasks}
        </Button>
        {more}
      </>
    }
  >
    {children}
  </OverlayDialog>
)

/** The link to a revision, if one is possible. */
export const RequestRevision = ({ overlay, order }: OverlayProps) =>
  order.actions.includes('request_revision') && (
    <Button variant="quiet" onClick={() => overlay.switchTo('revision')}>
      {overlayTexts.requestRevision}
    </Button>
  )
