import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { isLowMark } from '@nerdify/domain/orders/mark.ts'
import { afterBusinessDays, qualityReviewDays } from '@nerdify/domain/orders/business-time.ts'
import { useState } from 'react'
import { serverNow } from '../../../api/client.ts'
import { ratingTexts } from '../../../texts/cabinet-overlays.ts'
import { Stars } from '@nerdify/ui/choices/Stars.tsx'
import { useCompanyCalendar } from './company-calendar.ts'
import { OverlayNote, type OverlayProps, RequestRevision, type Eligibility } from './OverlayDialog.tsx'

/** Orders that take a rating: the first one (STATE-08, STATE-09) or a changed one (STATE-10). */
export const ratable: Eligibility = {
  may: (order) => order.isCanShowRating || order.isCanShowRatingBtn || order.isCanShowChangeRateBtn,
  notNow: { title: ratingTexts.notNowTitle, text: ratingTexts.notNowText },
}

/** After a rating without a tip: who reviews it and when, and other actions (RATE-03, RATE-04). */
export function ThanksForRating({ overlay, order }: OverlayProps) {
  const calendar = useCompanyCalendar()
  const [reviewEnd] = useState(() => afterBusinessDays(serverNow(), qualityReviewDays, calendar))
  const isLow = isLowMark(order.mark)
  return (
    <OverlayNote
      overlay={overlay}
      title={ratingTexts.thanksTitle}
      more={isLow && <RequestRevision overlay={overlay} order={order} />}
    >
      <div>
        <Stars value={order.mark} />
      </div>
      <p>{isLow ? ratingTexts.reviewedBy(ownDates.day(reviewEnd, serverNow())) : ratingTexts.thanksText}</p>
    </OverlayNote>
  )
}
