import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { Elements } from '../../../ui/elements.ts'
import { storedOrder, useOrder } from '../../../api/queries.ts'
import { cabinetTexts } from '../../../texts/cabinet.ts'
import { overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { productName } from '../../../texts/frame.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Dialog } from '../../../ui/surfaces/Dialog.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/surfaces/Skeleton.tsx'
import { type OpenOverlay, useOpenOverlay } from '../use-overlay.ts'
import { LoadError } from './LoadError.tsx'

/** A dialog over the cabinet that names the page while it is open (CAB-07, ux 50). */
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

/** What every overlay shows: its order, and the ways out. */
export interface OverlayProps {
  overlay: OpenOverlay
  order: Order
}

/** For which orders an overlay asks its question, and what it says of the others. */
export interface Standing {
  may: (order: Order) => boolean
  notNow: { title: string; text: string }
}

interface OverlayTerms extends Partial<Standing> {
  /** The title while the order is read. */
  title: string
  /** Whether the address may say this after the overlay's name; what it may not leads to the list. */
  takes?: (detail: string | undefined) => boolean
}

/** Makes the screen of an overlay: it shows the order that its address names; one that is not the client's leads to the list. */
export const orderOverlay = (terms: OverlayTerms, Overlay: ComponentType<OverlayProps>): ComponentType =>
  function OrderOverlay() {
    const overlay = useOpenOverlay()
    const fits = overlay !== undefined && terms.takes?.(overlay.detail) !== false
    const close = useEffectEvent(() => overlay?.close())
    useEffect(() => {
      if (!fits) close()
    }, [fits])
    return fits && <OfOrder overlay={overlay} terms={terms} Overlay={Overlay} />
  }

interface OfOrderProps {
  overlay: OpenOverlay
  terms: OverlayTerms
  Overlay: ComponentType<OverlayProps>
}

function OfOrder({ overlay, terms: { title, may, notNow }, Overlay }: OfOrderProps) {
  const queryClient = useQueryClient()
  const { orderId } = overlay
  // As a list has it at once, and asked for anew, since a button may be about another state.
  const placeholderData = () => storedOrder(queryClient, orderId)
  const read = useOrder(orderId, { refetchOnMount: 'always', placeholderData })
  const { data: order, error, isFetching } = read
  // Once the question stood, what was done here may end that.
  const [stood, setStood] = useState(false)
  const isNobodys = error?.status === 404
  const close = useEffectEvent(overlay.close)
  useEffect(() => {
    if (isNobodys) close()
  }, [isNobodys])
  const stands = stood || (order !== undefined && may?.(order) !== false)
  if (stands && !stood) setStood(true)
  if (order !== undefined && stands) return <Overlay key={overlay.detail} overlay={overlay} order={order} />
  if (order !== undefined && !isFetching && notNow !== undefined) {
    return (
      <OverlayNote overlay={overlay} title={notNow.title}>
        <p>{notNow.text}</p>
      </OverlayNote>
    )
  }
  return (
    <OverlayDialog title={title} onClose={overlay.close}>
      {error === null || isNobodys ? (
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
  /** Another way on, beside the one back. */
  more?: Elements
  children: Elements
}

/** Says one thing over the cabinet, such as that a request is sent or does not stand now, and leads back. */
export const OverlayNote = ({ overlay, title, more, children }: OverlayNoteProps) => (
  <OverlayDialog
    // Another note takes the focus to its title.
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

/** The way to a revision, where one may be asked for. */
export const RequestRevision = ({ overlay, order }: OverlayProps) =>
  order.actions.includes('request_revision') && (
    <Button variant="quiet" onClick={() => overlay.goOn('revision')}>
      {overlayTexts.requestRevision}
    </Button>
  )
