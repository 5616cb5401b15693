import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { failureText } from '../../../api/failure-text.ts'
import { useBroughtIntoView } from '../../../frame/scroll-restoration.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { Banner } from '../../../ui/surfaces/Banner.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { FailureBanner } from '../../../ui/surfaces/FailureBanner.tsx'
import { RetryIcon, UndoIcon } from '../../../ui/actions/Icons.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { clearLostCoupon, hasLostCoupon } from '../coupon/lost-coupon.ts'
import { drafts, orderDraftKey, useWasRestored } from '../draft/drafts.ts'
import type { FlowOrder } from '../flow-order.ts'
import styles from './OrderNotices.module.css'
import { useOrderChanges } from '../changes/order-queues.ts'
import { priceNews, usePriceNews } from '../price/price-news.ts'
import { useLeaving } from './use-leaving.ts'

/** Loaded where there is something to tell, which is rare. */
const PriceNewsBanner = lazy(async () => ({ default: (await import('./PriceNewsBanner.tsx')).PriceNewsBanner }))

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
export function InView({
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

interface PressFailureProps {
  title: string
  /** Why; undefined while it did not fail. */
  failure: string | undefined
  onRetry: () => void
}

/** The press of a step's button led nowhere: said where it is seen, however far from the button (ux 32, UI-08). */
export const PressFailure = ({ failure, ...banner }: PressFailureProps) =>
  failure !== undefined && (
    <InView>
      <FailureBanner {...banner}>{failure}</FailureBanner>
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
  }
  if (state.phase !== 'failed' && state.phase !== 'changed_elsewhere') return null
  return (
    <InView pressed={state.isAwaited} above>
      {state.phase === 'failed' ? (
        <FailureBanner title={orderFlowTexts.notSaved} onRetry={() => changes.retry()}>
          {state.fault && failureText(state.fault)}
        </FailureBanner>
      ) : (
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
      )}
    </InView>
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
      {news !== undefined && (
        <Suspense>
          <PriceNewsBanner news={news} order={order} onClose={forget} />
        </Suspense>
      )}
    </div>
  )
}

/** What was typed is back, and may be given up (ux 17). */
function KeptDraftNotice({ draftKey }: { draftKey: string }) {
  if (!useWasRestored(draftKey)) return null
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
        onClose={() => drafts.noticed(draftKey)}
      >
        {orderFlowTexts.keptDraftText}
      </Banner>
    </div>
  )
}
