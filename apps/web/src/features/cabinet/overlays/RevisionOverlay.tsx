import { useMemo } from 'react'
import { overlayTexts, revisionTexts } from '../../../texts/cabinet-overlays.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { UploadList } from '../../../uploads/UploadList.tsx'
import { createBackgroundQueues } from '../../../uploads/background-queues.ts'
import { filesFault, toSentFiles, loadedFiles } from '../../../uploads/loaded-files.ts'
import { uploadCalls, useUploads } from '../../../uploads/use-uploads.ts'
import { type OverlayProps, orderOverlay } from './OverlayDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'

/** `…/revision`: requests a free revision: what to change, with files (CAB-11). */
export const Component = orderOverlay(
  {
    title: revisionTexts.title,
    may: ({ actions }) => actions.includes('request_revision'),
    notNow: { title: revisionTexts.notNowTitle, text: revisionTexts.notNowText },
  },
  Revision,
)

/** Attached files by order: like the typed text they outlive the overlay until they are sent. */
const attachedFiles = createBackgroundQueues((queue) => queue.items().length > 0)

function Revision({ overlay, order }: OverlayProps) {
  const { _id: orderId } = order
  const uploads = useUploads(
    uploadCalls,
    () => [],
    useMemo(() => attachedFiles.of(orderId), [orderId]),
  )
  const { items, loading } = uploads
  const files = toSentFiles(loadedFiles(items))
  return (
    <RequestDialog
      overlay={overlay}
      order={order}
      action="request_revision"
      texts={revisionTexts}
      more={files.length === 0 ? {} : { files }}
      waits={loading > 0 ? revisionTexts.waitingForFiles(loading, items.length) : undefined}
      filesFault={filesFault(items)}
      sentText={revisionTexts.sentText}
      onSent={() => uploads.queue.forgetSent(items)}
    >
      <Stack gap={2}>
        <b aria-hidden="true">
          {revisionTexts.files} ({overlayTexts.optional})
        </b>
        <UploadList
          label={revisionTexts.files}
          uploads={uploads}
          addLabel={revisionTexts.attach}
          addHint={revisionTexts.attachHint}
        />
      </Stack>
      <Text look="small">{revisionTexts.next}</Text>
    </RequestDialog>
  )
}
