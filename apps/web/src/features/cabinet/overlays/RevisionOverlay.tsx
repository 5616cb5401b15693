import { acceptedEndings } from '@nerdify/domain/files/file-types.ts'
import { api } from '../../../api/client.ts'
import { useMemo, useRef } from 'react'
import { session } from '../../../session.ts'
import { overlayTexts, revisionTexts } from '../../../texts/cabinet-overlays.ts'
import { FileDrop } from '../../../ui/fields/FileDrop.tsx'
import { Stack, Text } from '../../../ui/page/Layout.tsx'
import { UploadList } from '../../../uploads/UploadList.tsx'
import type { UploadQueue } from '../../../uploads/upload-queue.ts'
import { asSent, loadedFiles } from '../../../uploads/loaded-files.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import { type OverlayProps, orderOverlay } from './OverlayDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'

/** `…/revision`: asks for a revision: what to change, with files; it is free (CAB-11). */
export const Component = orderOverlay(
  {
    title: revisionTexts.title,
    may: ({ actions }) => actions.includes('request_revision'),
    notNow: { title: revisionTexts.notNowTitle, text: revisionTexts.notNowText },
  },
  Revision,
)

const calls = () => ({
  begin: api.beginUpload,
  renew: api.renewUpload,
  arrived: api.uploadArrived,
  forget: async (id: string) => {
    await api.removeUpload(id)
  },
})

/** Files that were attached before the overlay was closed, by the order: like what was typed, they stay until it is sent. */
const left = new Map<string, UploadQueue<File>>()

session.onEnd(() => left.clear())

function Revision({ overlay, order }: OverlayProps) {
  const { _id: orderId } = order
  const isDone = useRef(false)
  const drop = useRef<HTMLButtonElement>(null)
  const kept = useMemo(
    () => ({
      find: () => left.get(orderId),
      take: () => left.delete(orderId),
      leave: (queue: UploadQueue<File>) => {
        const isKept = !isDone.current && session.clientId() !== undefined
        if (isKept && queue.items().length > 0) left.set(orderId, queue)
      },
    }),
    [orderId],
  )
  const uploads = useUploads(calls, () => [], kept)
  const { items, loading } = uploads
  const files = asSent(loadedFiles(items))
  return (
    <RequestDialog
      overlay={overlay}
      order={order}
      action="request_revision"
      texts={revisionTexts}
      more={files.length === 0 ? {} : { files }}
      waits={loading > 0 ? revisionTexts.waitingForFiles(loading, items.length) : undefined}
      sentText={revisionTexts.sentText}
      onSent={() => {
        isDone.current = true
      }}
    >
      <Stack gap={2}>
        <b aria-hidden="true">
          {revisionTexts.files} ({overlayTexts.optional})
        </b>
        <UploadList label={revisionTexts.files} uploads={uploads} adding={drop} />
        <FileDrop
          ref={drop}
          onFiles={uploads.queue.add}
          accept={acceptedEndings}
          label={revisionTexts.attach}
          hint={revisionTexts.attachHint}
        />
      </Stack>
      <Text look="small">{revisionTexts.next}</Text>
    </RequestDialog>
  )
}
