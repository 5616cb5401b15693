import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { useScrollIntoView } from '../../../frame/scroll-restoration.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { RetryIcon, UndoIcon } from '@nerdify/ui/actions/Icons.tsx'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { clearLostCoupon, hasLostCoupon } from '../price/lost-coupon.ts'
import { drafts, orderDraftKey, useWasRestored } from '../draft/drafts.ts'
import type { FlowOrder } from '../flow-order.ts'
import styles from './OrderNotices.module.css'
import { useOrderChanges } from '../draft/order-queues.ts'
import { priceNews, usePriceNews } from '../price/price-news.ts'
import { useLeaving } from './use-leaving.ts'

/** Loaded on demand, because it is rare. */
const PriceNewsBanner = lazy(async () => ({ default: (await import('./PriceNewsBanner.tsx')).PriceNewsBanner }))

/** Notices about the client's changes: unsaved, overtaken, repriced, or kept from last time. */
export function OrderNotices({ order }: { order: FlowOrder }) {
  return (
    <>
      {order.stored !== null && <UnsavedNotice orderId={order.stored._id} />}
      {order.stored !== null && <RepricedNotice order={order.stored} />}
      <KeptDraftNotice draftKey={order.draftKey} />
    </>
  )
}

/** Stays in view while the client answers below; a click's result scrolls there. */
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
    <div ref={useScrollIntoView(pressed)} className={joinClasses(styles.inView, above && styles.notice)}>
      {children}
    </div>
  )
}

interface PressFailureProps {
  title: string
  /** The reason; undefined without a failure. */
  failure: string | undefined
  onRetry: () => void
  /** Only a press retries. */
  byPress?: boolean
}

/** A step's button failed: the notice shows in view, however far the button is (ux 32, UI-08). */
export const PressFailure = ({ failure, ...banner }: PressFailureProps) =>
  failure !== undefined && (
    <InView>
      <FailureBanner {...banner}>{failure}</FailureBanner>
    </InView>
  )

/** A failed change keeps its values and offers a retry (FLOW-18). */
export function UnsavedNotice({ orderId }: { orderId: string }) {
  const { changes, state } = useOrderChanges(orderId)
  const reload = () => {
    const key = orderDraftKey(orderId)
    const { details = state.fields.details } = drafts.read(key)
    // The typed text is not lost: it is offered again next to the newest version.
    if (state.fields.details !== undefined) {
      drafts.change(key, { details: undefined, detailsFrom: undefined, overtakenDetails: details })
    }
    if (state.fields.title !== undefined) drafts.change(key, { title: undefined })
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
 * A change may cost the order its coupon (DISC-15), or renew its price after the quote's 30 minutes (PRICE-12). The
 * notice stays until it is closed or the page is left (DISC-12).
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

/** The typed values are restored, and can be discarded (ux 17). */
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
        onClose={() => drafts.dismissNotice(draftKey)}
      >
        {orderFlowTexts.keptDraftText}
      </Banner>
    </div>
  )
}
