import { goneText, unusedUploadDays } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api, serverNow } from '../../../api/client.ts'
import { storeOrder } from '../../../api/queries.ts'
import { session } from '../../../visit/session.ts'
import type { UploadItem } from '../../../uploads/upload-queue.ts'
import { toSentFiles, type LoadedFile, loadedFiles } from '../../../uploads/loaded-files.ts'
import { type Uploads, uploadCalls, useUploads, whenSettled } from '../../../uploads/use-uploads.ts'
import { isEmpty } from '../draft/draft.ts'
import { drafts } from '../draft/drafts.ts'
import { backgroundFiles } from './background-files.ts'
import type { FlowOrder } from '../flow-order.ts'
import type { OrderChanges } from '../draft/order-changes.ts'
import { orderChangesOf } from '../draft/order-queues.ts'

const loadedItem = (file: Omit<LoadedFile, 'location'> & { location?: string | null }): UploadItem => ({
  id: file.id,
  name: file.filename,
  ext: shownExtension(file.filename),
  size: file.size,
  status: 'loaded',
  sent: file.size,
  canRetry: false,
  uploadId: file.id,
  ...(file.type !== undefined && { type: file.type }),
  ...(file.location != null && { location: file.location }),
})

const unusedUploadMs = unusedUploadDays * 24 * 3_600_000

/** Whether a draft's upload, whose id begins with its time, is deleted by now (FLOW-17). */
const isGone = (id: string) => serverNow() - Number.parseInt(id.replace('-', '').slice(0, 12), 16) > unusedUploadMs

const draftItem = (file: LoadedFile): UploadItem => ({
  ...loadedItem(file),
  ...(isGone(file.id) && { status: 'error', text: goneText(file.filename) }),
})

/** Ids of removed files: an order that was read before the removal still names them. */
const removedFiles = new Set<string>()

/**
 * Waits until no change of the order names an upload, because the server refuses a change with a deleted file. A change
 * in flight finishes first; a failed one drops the file.
 */
async function untilNotNamed(changes: OrderChanges, uploadId: string): Promise<void> {
  if (await changes.settled()) return
  const { files = [] } = changes.state().fields
  // A location contains the id of its upload.
  const others = files.filter(({ location }) => !location.includes(uploadId))
  if (others.length < files.length) changes.change({ files: others })
}

/**
 * The files of a task (FLOW-20).
 * - Each joins the order after its upload, even if the client is on another step by then.
 * - Before the order exists they stay in its draft (FLOW-17), and join it at or after its creation.
 */
export function useTaskFiles({ stored, draftKey, draft }: Pick<FlowOrder, 'stored' | 'draftKey' | 'draft'>): Uploads {
  const queryClient = useQueryClient()
  const orderId = stored?._id
  const task = orderId ?? draftKey
  const background = useMemo(() => backgroundFiles.of(task), [task])
  const uploads = useUploads(
    (ownQueue) => ({
      ...uploadCalls(),
      forget: async (uploadId) => {
        removedFiles.add(uploadId)
        const joinedOrder = orderId ?? backgroundFiles.orderOf(ownQueue())
        if (joinedOrder !== undefined) await untilNotNamed(orderChangesOf(queryClient, joinedOrder), uploadId)
        else if (isGone(uploadId)) return
        try {
          await api.removeUpload(uploadId)
        } catch (error) {
          removedFiles.delete(uploadId)
          throw error
        }
        if (joinedOrder !== undefined) storeOrder(queryClient, await api.order(joinedOrder))
      },
    }),
    () =>
      [...(stored?.attachments ?? []).map(loadedItem), ...(draft.files ?? []).map(draftItem)].filter(
        ({ id }) => !removedFiles.has(id),
      ),
    background,
  )

  const { queue } = uploads
  const joined = useRef(new Set(stored?.attachments.map(({ id }) => id)))
  useEffect(() => {
    const owner = session.clientId()
    let isUnmounted = false
    const own = new Set<string>()
    const join = () => {
      // After a sign-out nothing is kept.
      if (session.clientId() !== owner) return
      const loaded = loadedFiles(queue.items())
      const joinedOrder = orderId ?? backgroundFiles.orderOf(queue)
      if (joinedOrder === undefined) {
        // A discarded draft must not return with a file alone.
        if (isUnmounted && isEmpty(drafts.read(draftKey))) return
        for (const { id } of loaded) own.add(id)
        // The draft's other files are from another tab (ux 18), or gone and not removed yet.
        const others = drafts.read(draftKey).files?.filter(({ id }) => !own.has(id) && !removedFiles.has(id)) ?? []
        const files = [...others, ...loaded]
        drafts.change(draftKey, { files: files.length === 0 ? undefined : files })
        return
      }
      const fresh = loaded.filter(({ id }) => !joined.current.has(id))
      if (fresh.length === 0) return
      for (const { id } of fresh) joined.current.add(id)
      // With the waiting files, which the change replaces. Others stay: one that was refused since (SAFE-15) would refuse
      // these too.
      const changes = orderChangesOf(queryClient, joinedOrder)
      changes.change({ files: [...(changes.state().fields.files ?? []), ...toSentFiles(fresh)] })
      backgroundFiles.joins(queue, changes.settled())
    }
    join()
    const stop = queue.subscribe(join)
    return () => {
      isUnmounted = true
      whenSettled(queue, stop)
    }
  }, [queue, orderId, draftKey, queryClient])

  return uploads
}
