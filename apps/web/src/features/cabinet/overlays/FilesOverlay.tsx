import { filesTexts, overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { titleOf } from '../card-facts.ts'
import { FileGroups } from './FileGroups.tsx'
import { OverlayDialog, orderOverlay, RequestRevision } from './OverlayDialog.tsx'

/** `…/files`: the files of an order (CAB-05). */
export const Component = orderOverlay(
  {
    title: filesTexts.title,
    may: ({ actions }) => actions.includes('download') || actions.includes('files'),
    notNow: { title: filesTexts.title, text: filesTexts.noneYet },
  },
  ({ overlay, order }) => (
    <OverlayDialog
      title={filesTexts.title}
      onClose={overlay.close}
      actions={
        <>
          <Button onClick={overlay.close}>{overlayTexts.backToTasks}</Button>
          <RequestRevision overlay={overlay} order={order} />
        </>
      }
    >
      <Text look="muted">{overlayTexts.orderNumber(titleOf(order), order.number)}</Text>
      <FileGroups order={order} />
    </OverlayDialog>
  ),
)
