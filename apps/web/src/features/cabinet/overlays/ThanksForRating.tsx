import type { Order } from '@nerdify/contract/orders.ts'
import { isLowMark } from '@nerdify/domain/orders/mark.ts'
import { afterBusinessDays, qualityReviewDays, usualCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { useState } from 'react'
import { serverNow } from '../../../api/client.ts'
import { overlayTexts, ratingTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Stars } from '../../../ui/choices/Stars.tsx'
import { ownDateTexts } from '../date-texts.ts'
import type { OpenOverlay } from '../use-overlay.ts'
import { OverlayDialog } from './OverlayDialog.tsx'

/** Whether the order takes a rating: the first one (STATE-08, STATE-09) or another (STATE-10). */
export const isRatable = (order: Order): boolean =>
  order.isCanShowRating || order.isCanShowRatingBtn || order.isCanShowChangeRateBtn

/** Said where it takes none. */
export const ratingNotNow = { title: ratingTexts.notNowTitle, text: ratingTexts.notNowText }

/** After a rating that leads to no tip: who reviews it, until when, and what else there is (RATE-03, RATE-04). */
export function ThanksForRating({ overlay, order }: { overlay: OpenOverlay; order: Order }) {
  const [reviewEnd] = useState(() =>
    new Date(afterBusinessDays(serverNow(), qualityReviewDays.to, usualCompanyZone)).toISOString(),
  )
  const isLow = isLowMark(order.mark)
  return (
    <OverlayDialog
      title={ratingTexts.thanksTitle}
      onClose={overlay.close}
      actions={
        <>
          <Button variant="primary" onClick={overlay.close}>
            {overlayTexts.backToTasks}
          </Button>
          {isLow && order.actions.includes('request_revision') && (
            <Button variant="quiet" onClick={() => overlay.goOn('revision')}>
              {overlayTexts.requestRevision}
            </Button>
          )}
        </>
      }
    >
      <div>
        <Stars value={order.mark} />
      </div>
      <p>{isLow ? ratingTexts.reviewedBy(ownDateTexts.weekday(reviewEnd)) : ratingTexts.thanksText}</p>
    </OverlayDialog>
  )
}
