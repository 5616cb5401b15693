import type { Order } from '@nerdify/contract/orders.ts'
import { filesTexts, overlayTexts } from '../../../texts/cabinet-overlays.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Text } from '../../../ui/page/Layout.tsx'
import { titleOf } from '../card-facts.ts'
import { useOpenOverlay } from '../use-overlay.ts'
import { FileGroups } from './FileGroups.tsx'
import { OrderOverlay, OverlayDialog } from './OverlayDialog.tsx'

const hasFiles = ({ actions }: Order) => actions.includes('download') || actions.includes('files')
const notNow = { title: filesTexts.title, text: filesTexts.noneYet }

/** `…/files`: the files of an order (CAB-05). */
export function Component() {
  const overlay = useOpenOverlay()
  if (overlay === undefined) return null
  return (
    <OrderOverlay overlay={overlay} title={filesTexts.title} may={hasFiles} notNow={notNow}>
      {(order) => (
        <OverlayDialog
          title={filesTexts.title}
          onClose={overlay.close}
          actions={
            <>
              <Button onClick={overlay.close}>{overlayTexts.backToTasks}</Button>
              {order.actions.includes('request_revision') && (
                <Button variant="quiet" onClick={() => overlay.goOn('revision')}>
                  {overlayTexts.requestRevision}
                </Button>
              )}
            </>
          }
        >
          <Text look="muted">{overlayTexts.orderNumber(titleOf(order), order.number)}</Text>
          <FileGroups order={order} />
        </OverlayDialog>
      )}
    </OrderOverlay>
  )
}
