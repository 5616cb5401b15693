import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { refundRequestDays } from '@nerdify/domain/orders/refund-period.ts'
import { afterBusinessDays, refundReviewDays } from '@nerdify/domain/orders/business-time.ts'
import { useState } from 'react'
import { serverNow } from '../../../api/client.ts'
import { refundTexts } from '../../../texts/cabinet-overlays.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { useCompanyCalendar } from './company-calendar.ts'
import { type OverlayProps, orderOverlay } from './OverlayDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'

/** `…/refund`: requests a refund with its reason; says when it is decided (CAB-11). */
export const Component = orderOverlay(
  {
    title: refundTexts.title,
    may: ({ actions }) => actions.includes('request_refund'),
    notNow: { title: refundTexts.notNowTitle, text: refundTexts.notNowText(refundRequestDays) },
  },
  Refund,
)

function Refund({ overlay, order }: OverlayProps) {
  const calendar = useCompanyCalendar()
  const [decidedBy] = useState(() =>
    ownDates.day(afterBusinessDays(serverNow(), refundReviewDays, calendar), serverNow()),
  )
  return (
    <RequestDialog
      overlay={overlay}
      order={order}
      action="request_refund"
      texts={{ ...refundTexts, what: refundTexts.why }}
      sentText={refundTexts.sentText(decidedBy)}
    >
      {order.actions.includes('request_revision') && (
        <Stack gap={0}>
          <p>{refundTexts.revisionInstead}</p>
          <div>
            <LinkButton onClick={() => overlay.switchTo('revision')}>{refundTexts.revision}</LinkButton>
          </div>
        </Stack>
      )}
      <Text look="small">
        {`${refundTexts.next(decidedBy)} ${refundTexts.until(ownDates.day(Date.parse(order.refund_requests_end), serverNow()))}`}
      </Text>
    </RequestDialog>
  )
}
