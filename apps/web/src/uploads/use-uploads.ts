import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { listen } from '../ui/listen.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import { postForm } from './post-form.ts'
import { createUploadQueue, type UploadItem, type UploadPorts, type UploadQueue } from './upload-queue.ts'

/** The calls that an upload needs: those of a client, or those of the upload page. */
type UploadCalls = Pick<UploadPorts<File>, 'begin' | 'renew' | 'arrived' | 'forget'>

/** The calls of a client's uploads. */
export const uploadCalls = (): UploadCalls => ({
  begin: api.beginUpload,
  renew: api.renewUpload,
  arrived: api.uploadArrived,
  forget: api.removeUpload,
})

/** Where a queue is kept that its screen was left with, if that is worth it, and found again by the next one. */
export interface LeftQueue {
  find(): UploadQueue<File> | undefined
  take(): void
  leave(queue: UploadQueue<File>): void
}

const isUnderWay = (queue: UploadQueue<File>): boolean => queue.items().some(({ status }) => status === 'loading')

/** Calls once nothing of the queue is on its way any more, which may be now. */
export function whenSettled(queue: UploadQueue<File>, call: () => void): void {
  if (!isUnderWay(queue)) return call()
  const stop = queue.subscribe(() => {
    if (isUnderWay(queue)) return
    stop()
    call()
  })
}

const later = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/**
 * The uploads of a screen (FILE-02, FILE-05).
 * - What the network broke is sent again when the network is back.
 * - Leaving the page asks first, but only while something is on its way (ux 45).
 * - With `left`, leaving the screen within the app stops nothing: coming back finds the files. It must be the same object
 *   for the same place.
 * - `known` are the files that are there already.
 * - The calls may outlive the screen, so they are given their queue.
 */
export function useUploads(
  calls: (ownQueue: () => UploadQueue<File>) => UploadCalls,
  known: () => readonly UploadItem[],
  left?: LeftQueue,
) {
  const [queue] = useState(() => {
    const own: UploadQueue<File> =
      left?.find() ??
      createUploadQueue<File>({ ...calls(() => own), post: postForm, newId: () => crypto.randomUUID(), later }, known())
    return own
  })
  const place = useRef(left)
  useEffect(() => {
    place.current = left
    left?.take()
  }, [left])
  useEffect(() => {
    const stop = listen({ pagehide: queue.settle })
    return () => {
      stop()
      queue.settle()
      place.current?.leave(queue)
    }
  }, [queue])
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  const removed = useSyncExternalStore(queue.subscribe, queue.removed)
  /** How many are on their way. */
  const loading = items.filter(({ status }) => status === 'loading').length

  useEffect(() => listen({ online: queue.retryFailed }), [queue])

  const isBusy = loading > 0
  useEffect(() => {
    if (!isBusy) return
    const stop = askBeforeLeaving()
    return left === undefined ? stop : () => whenSettled(queue, stop)
  }, [isBusy, queue, left])

  return { items, removed, queue, loading }
}

/** The files of a screen and what can be done with them. */
export type Uploads = ReturnType<typeof useUploads>
