import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { postForm } from './post-form.ts'
import { createUploadQueue, type UploadItem, type UploadPorts, type UploadQueue } from './upload-queue.ts'

/** The calls that an upload needs: those of a client, or those of the upload page. */
type UploadCalls = Pick<UploadPorts<File>, 'begin' | 'renew' | 'arrived' | 'forget'>

/** The files of a screen and what can be done with them. */
export interface Uploads {
  items: readonly UploadItem[]
  removed: UploadItem | undefined
  queue: UploadQueue<File>
  /** How many are on their way. */
  loading: number
}

/** Where a queue is kept that its screen was left with, if that is worth it, and found again by the next one. */
interface LeftQueue {
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
 * The uploads of a screen (FILE-02, FILE-05). What the network broke is sent again when it is back; leaving the page asks
 * first while something is on its way, and only then (ux 45). With `left`, walking on within the app breaks nothing off: the
 * files go on, and coming back finds them; it stays the same object as long as the place does. `known` are the files that are there
 * already; the calls may ask for the queue that they serve, which may outlive the screen.
 */
export function useUploads(
  calls: (ownQueue: () => UploadQueue<File>) => UploadCalls,
  known: () => readonly UploadItem[],
  left?: LeftQueue,
): Uploads {
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
    addEventListener('pagehide', queue.settle)
    return () => {
      removeEventListener('pagehide', queue.settle)
      queue.settle()
      place.current?.leave(queue)
    }
  }, [queue])
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  const removed = useSyncExternalStore(queue.subscribe, queue.removed)
  const loading = items.filter(({ status }) => status === 'loading').length

  useEffect(() => {
    addEventListener('online', queue.retryFailed)
    return () => removeEventListener('online', queue.retryFailed)
  }, [queue])

  const isBusy = loading > 0
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const stop = () => removeEventListener('beforeunload', ask)
    return left === undefined ? stop : () => whenSettled(queue, stop)
  }, [isBusy, queue, left])

  return { items, removed, queue, loading }
}
