import type { Order } from '@nerdify/contract/orders.ts'
import { UploadList } from '../../../uploads/UploadList.tsx'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { thankYouTexts } from '../../../texts/orders/order-payment.ts'
import { Question, Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import type { Draft } from '../draft/draft.ts'
import { orderDraftKey } from '../draft/drafts.ts'
import { UnsavedNotice } from '../flow/OrderNotices.tsx'
import { useTaskFiles } from '../details/use-task-files.ts'

const noDraft: Draft = {}

/** The files of a paid order, which cannot be removed, and a field to add more while the Nerd works (FLOW-25). */
export function MoreFiles({ order }: { order: Order }) {
  const uploads = useTaskFiles({ stored: order, draftKey: orderDraftKey(order._id), draft: noDraft })
  return (
    <Worksheet plain>
      <Question title={uploads.items.length > 0 ? thankYouTexts.files : thankYouTexts.noFiles}>
        <UnsavedNotice orderId={order._id} />
        <UploadList
          label={thankYouTexts.files}
          uploads={uploads}
          keepsLoaded
          addLabel={thankYouTexts.addFiles}
          addHint={orderDetailsTexts.attachHint}
        />
      </Question>
    </Worksheet>
  )
}
