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

const later = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/**
 * The uploads of a screen (FILE-02, FILE-05). What the network broke is sent again when it is back; leaving the page asks
 * first while something is on its way, and only then (ux 45).
 */
export function useUploads(calls: () => UploadCalls, known: () => readonly UploadItem[]): Uploads {
  const [queue] = useState(() =>
    createUploadQueue<File>({ ...calls(), post: postForm, newId: () => crypto.randomUUID(), later }, known()),
  )
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
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])

  return { items, removed, queue, loading }
}
