import { useEffect, useState, useSyncExternalStore } from 'react'
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

/** Queues that were left with files under way, by their place: coming back finds them as they are by then. */
const left = new Map<string, UploadQueue<File>>()

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
 * first while something is on its way, and only then (ux 45). With a `place`, walking on within the app breaks nothing off:
 * the files go on, and coming back to the same place finds them. `known` are the files that are there already.
 */
export function useUploads(
  calls: () => UploadCalls,
  known: () => readonly UploadItem[],
  { place }: { place?: string } = {},
): Uploads {
  const [queue] = useState(
    () =>
      (place === undefined ? undefined : left.get(place)) ??
      createUploadQueue<File>({ ...calls(), post: postForm, newId: () => crypto.randomUUID(), later }, known()),
  )
  useEffect(() => {
    if (place === undefined) return
    left.delete(place)
    return () => {
      if (queue.items().some(({ status }) => status === 'loading' || status === 'failed')) left.set(place, queue)
    }
  }, [queue, place])
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
    return place === undefined ? stop : () => whenSettled(queue, stop)
  }, [isBusy, queue, place])

  return { items, removed, queue, loading }
}
