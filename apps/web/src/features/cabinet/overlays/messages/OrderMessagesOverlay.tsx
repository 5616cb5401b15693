import { messageTexts } from '../../../../texts/messages.ts'
import { overlayTexts } from '../../../../texts/cabinet-overlays.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { titleOf } from '../../card-facts.ts'
import { OverlayDialog, type OverlayProps, orderOverlay } from '../OverlayDialog.tsx'
import { Thread } from './Thread.tsx'

/** `…/messages`: the conversation about an order (TALK-02). */
export const Component = orderOverlay({ title: messageTexts.title }, ({ overlay, order }: OverlayProps) => (
  <OverlayDialog title={messageTexts.title} onClose={overlay.close}>
    <Text look="muted">{overlayTexts.orderNumber(titleOf(order), order.number)}</Text>
    <Thread orderId={order._id} />
  </OverlayDialog>
))
