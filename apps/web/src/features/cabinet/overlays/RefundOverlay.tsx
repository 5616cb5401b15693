import type { Order } from '@nerdify/contract/orders.ts'
import { refundRequestDays } from '@nerdify/domain/orders/refund-period.ts'
import { afterBusinessDays, refundReviewDays, usualCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { useState } from 'react'
import { serverNow } from '../../../api/client.ts'
import { refundTexts } from '../../../texts/cabinet-overlays.ts'
import { Stack, Text } from '../../../ui/page/Layout.tsx'
import { LinkButton } from '../../../ui/actions/TextLink.tsx'
import { ownDateTexts } from '../date-texts.ts'
import { type OpenOverlay, useOpenOverlay } from '../use-overlay.ts'
import { OrderOverlay, OverlayNote } from './OverlayDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'

const mayAsk = ({ actions }: Order) => actions.includes('request_refund')
const notNow = { title: refundTexts.notNowTitle, text: refundTexts.notNowText(refundRequestDays) }

/** `…/refund`: asks for a refund, with the reason; says by when it is decided (CAB-11). */
export function Component() {
  const overlay = useOpenOverlay()
  if (overlay === undefined) return null
  return (
    <OrderOverlay overlay={overlay} title={refundTexts.title} may={mayAsk} notNow={notNow}>
      {(order) => <Refund overlay={overlay} order={order} />}
    </OrderOverlay>
  )
}

function Refund({ overlay, order }: { overlay: OpenOverlay; order: Order }) {
  const [decidedBy] = useState(() =>
    ownDateTexts.weekday(new Date(afterBusinessDays(serverNow(), refundReviewDays.to, usualCompanyZone)).toISOString()),
  )
  const [isSent, setSent] = useState(false)
  if (isSent) {
    return <OverlayNote overlay={overlay} title={refundTexts.sentTitle} text={refundTexts.sentText(decidedBy)} />
  }
  return (
    <RequestDialog
      overlay={overlay}
      order={order}
      action="request_refund"
      texts={{ ...refundTexts, what: refundTexts.why }}
      onSent={() => setSent(true)}
    >
      {order.actions.includes('request_revision') && (
        <Stack gap={0}>
          <p>{refundTexts.revisionInstead}</p>
          <div>
            <LinkButton onClick={() => overlay.goOn('revision')}>{refundTexts.revision}</LinkButton>
          </div>
        </Stack>
      )}
      <Text look="small">
        {refundTexts.next(decidedBy)} {refundTexts.until(ownDateTexts.day(order.refund_requests_end))}
      </Text>
    </RequestDialog>
  )
}
