import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { extraServicesTexts } from '../../texts/order-extra-services.ts'
import { orderFlowTexts } from '../../texts/order-flow.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { AlertIcon, RetryIcon, UndoIcon } from '../../ui/Icons.tsx'
import { drafts, useWasKept } from './drafts.ts'
import type { OrderInHand } from './order-in-hand.ts'
import styles from './OrderNotices.module.css'
import { useOrderChanges } from './order-queues.ts'
import type { Pay } from './use-pay.ts'

/** What a person must know of what they changed: it is not saved, was overtaken, or was kept from last time. */
export function OrderNotices({ order }: { order: OrderInHand }) {
  return (
    <>
      {order.stored !== null && <UnsavedNotice orderId={order.stored._id} />}
      <KeptDraftNotice draftKey={order.draftKey} />
    </>
  )
}

/** A change that did not get through keeps what was chosen and offers to try again; see FLOW-18. */
export function UnsavedNotice({ orderId }: { orderId: string }) {
  const { changes, state } = useOrderChanges(orderId)
  if (state.phase === 'failed') {
    return (
      <div className={styles.inView}>
        <FailureBanner title={orderFlowTexts.notSaved} onRetry={changes.retry}>
          {state.fault && failureText(state.fault)}
        </FailureBanner>
      </div>
    )
  }
  if (state.phase === 'changed_elsewhere') {
    return (
      <div className={styles.inView}>
        <Banner
          kind="bad"
          icon={<RetryIcon />}
          title={orderFlowTexts.changedElsewhere}
          actions={
            <Button size="small" onClick={changes.discard}>
              {orderFlowTexts.reload}
            </Button>
          }
        >
          {orderFlowTexts.changedElsewhereText}
        </Banner>
      </div>
    )
  }
  return null
}

/** What a press of the payment button came to, unless it led to the card page. */
export function PayNotices({ pay }: { pay: Pay }) {
  return (
    <>
      {pay.isRepriced && (
        <Banner kind="info" icon={<AlertIcon />} title={extraServicesTexts.repriced}>
          {extraServicesTexts.changedElsewhere}
        </Banner>
      )}
      {pay.failure !== undefined && (
        <FailureBanner title={extraServicesTexts.notPlaced} onRetry={pay.retry}>
          {pay.failure}
        </FailureBanner>
      )}
    </>
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
