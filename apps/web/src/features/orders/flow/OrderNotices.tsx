import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../../api/failure-text.ts'
import { useBroughtIntoView } from '../../../frame/scroll-restoration.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { Banner } from '../../../ui/surfaces/Banner.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { FailureBanner } from '../../../ui/surfaces/FailureBanner.tsx'
import { AlertIcon, RetryIcon, UndoIcon } from '../../../ui/actions/Icons.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx'
import { LossOfCoupon } from '../coupon/CouponRefusal.tsx'
import { clearLostCoupon, hasLostCoupon } from '../coupon/lost-coupon.ts'
import { drafts, orderDraftKey, useWasKept } from '../draft/drafts.ts'
import type { FlowOrder } from '../flow-order.ts'
import styles from './OrderNotices.module.css'
import { useOrderChanges } from '../changes/order-queues.ts'
import { type PriceNews, priceNews, usePriceNews } from '../price/price-news.ts'
import { useLeaving } from './use-leaving.ts'
import type { Pay } from '../payment/use-pay.ts'

/** What a person must know of what they changed: it is not saved, was overtaken, repriced, or kept from last time. */
export function OrderNotices({ order }: { order: FlowOrder }) {
  return (
    <>
      {order.stored !== null && <UnsavedNotice orderId={order.stored._id} />}
      {order.stored !== null && <RepricedNotice order={order.stored} />}
      <KeptDraftNotice draftKey={order.draftKey} />
    </>
  )
}

/** Stays in view while one goes on answering below; what a press came to is brought there. */
function InView({
  pressed = true,
  above = false,
  children,
}: {
  pressed?: boolean
  above?: boolean
  children: ReactNode
}) {
  return (
    <div ref={useBroughtIntoView(pressed)} className={joinClasses(styles.inView, above && styles.notice)}>
      {children}
    </div>
  )
}

/** What {@link PressFailure} takes. */
interface PressFailureProps {
  title: string
  /** Why. */
  children: ReactNode
  onRetry: () => void
}

/** The press of a step's button led nowhere: said where it is seen, however far from the button (ux 32, UI-08). */
export const PressFailure = (props: PressFailureProps) => (
  <InView>
    <FailureBanner {...props} />
  </InView>
)

/** A change that did not get through keeps what was chosen and offers to try again; see FLOW-18. */
export function UnsavedNotice({ orderId }: { orderId: string }) {
  const { changes, state } = useOrderChanges(orderId)
  const reload = () => {
    const key = orderDraftKey(orderId)
    const { details = state.fields.details } = drafts.read(key)
    // What was typed is not lost: beside the newest version it is offered again.
    if (state.fields.details !== undefined) {
      drafts.change(key, { details: undefined, detailsFrom: undefined, overtakenDetails: details })
    }
    changes.discard()
    // The notice goes with its button; what comes is the page as it is now (ux 55).
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  if (state.phase === 'failed') {
    return (
      <InView pressed={state.isAwaited} above>
        <FailureBanner title={orderFlowTexts.notSaved} onRetry={changes.retry}>
          {state.fault && failureText(state.fault)}
        </FailureBanner>
      </InView>
    )
  }
  if (state.phase === 'changed_elsewhere') {
    return (
      <InView pressed={state.isAwaited} above>
        <Banner
          kind="bad"
          icon={<RetryIcon />}
          title={orderFlowTexts.changedElsewhere}
          actions={
            <Button size="small" onClick={reload}>
              {orderFlowTexts.reload}
            </Button>
          }
        >
          {orderFlowTexts.changedElsewhereText}
        </Banner>
      </InView>
    )
  }
  return null
}

/** What {@link PayNotices} takes. */
interface PayNoticesProps {
  pay: Pay
  stored: Order | null
  /** Why the price is another one than before, as long as no press of the button says more. */
  repriced?: PriceNews | undefined
}

/** What a press of the payment button came to, unless it led to the card page. */
export function PayNotices({ pay, stored, repriced }: PayNoticesProps) {
  const news = pay.repriced ?? repriced
  return (
    <>
      <VisuallyHidden role="status">{news === undefined ? '' : priceNewsWords(news).said}</VisuallyHidden>
      {news !== undefined && (
        <InView key={pay.repriced} pressed={pay.repriced !== undefined}>
          <PriceNewsBanner news={news} order={stored} />
        </InView>
      )}
      {pay.failure !== undefined && (
        <PressFailure title={extraServicesTexts.notPlaced} onRetry={pay.retry}>
          {pay.failure}
        </PressFailure>
      )}
    </>
  )
}

/** What there is to say of a price, on the screen and to a screen reader; why a coupon was lost its own refusal tells. */
function priceNewsWords(news: PriceNews): { title: string; text?: string; said: string } {
  if (news === 'coupon_lost') return { title: couponTexts.takenAway, said: couponTexts.takenAway }
  const { repriced: title, repricedBecause } = extraServicesTexts
  return { title, text: repricedBecause[news], said: `${title}. ${repricedBecause[news]}` }
}

/** That the price is another one, and why (PRICE-12, DISC-15). */
function PriceNewsBanner({ news, order, onClose }: { news: PriceNews; order: Order | null; onClose?: () => void }) {
  const { title, text } = priceNewsWords(news)
  return (
    <Banner icon={<AlertIcon />} title={title} onClose={onClose}>
      {news === 'coupon_lost' && order !== null ? <LossOfCoupon order={order} /> : text} {extraServicesTexts.totalHere}
    </Banner>
  )
}

/**
 * A change may cost the order its coupon (DISC-15), or make a new price though it says nothing of one, after the quote's 30
 * minutes (PRICE-12). That stays in view until it is closed or the page is left (DISC-12).
 */
function RepricedNotice({ order }: { order: Order }) {
  const queryClient = useQueryClient()
  const noted = usePriceNews(order._id)
  const news = hasLostCoupon(order) ? 'coupon_lost' : noted
  const forget = () => {
    priceNews.forget(order._id)
    void clearLostCoupon(queryClient, order._id)
  }
  useLeaving(forget)
  return (
    <div role="status" className={news && joinClasses(styles.inView, styles.notice)}>
      {news !== undefined && <PriceNewsBanner news={news} order={order} onClose={forget} />}
    </div>
  )
}

/** What was typed is back, and may be given up (ux 17). */
function KeptDraftNotice({ draftKey }: { draftKey: string }) {
  const wasKept = useWasKept(draftKey)
  const [closed, setClosed] = useState(false)
  if (!wasKept || closed) return null
  return (
    <div className={styles.notice}>
      <Banner
        icon={<UndoIcon />}
        title={orderFlowTexts.keptDraft}
        actions={
          <Button size="small" onClick={() => drafts.clear(draftKey)}>
            {orderFlowTexts.discard}
          </Button>
        }
        onClose={() => setClosed(true)}
      >
        {orderFlowTexts.keptDraftText}
      </Banner>
    </div>
  )
}
