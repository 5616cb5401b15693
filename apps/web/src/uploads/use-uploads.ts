import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { refusal } from '@nerdify/browser/call-error.ts'
import { api } from '../api/client.ts'
import { session } from '../visit/session.ts'
import { listen } from '@nerdify/ui/listen.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import { createUploadQueue, type UploadItem, type UploadPorts, type UploadQueue } from './upload-queue.ts'
import type { UploadForm } from '@nerdify/contract/files.ts'

/** The calls of an upload: a client's, or the upload page's. */
type UploadCalls = Pick<UploadPorts<File>, 'begin' | 'renew' | 'arrived' | 'forget' | 'limit'>

/** The upload calls of the signed-in client; a file that still waits never goes out for the next person (AUTH-15). */
export function uploadCalls(): UploadCalls {
  const owner = session.clientId()
  return {
    begin: (file) =>
      session.clientId() === owner ? api.beginUpload(file) : Promise.reject(refusal('You have signed out.')),
    renew: api.renewUpload,
    arrived: api.uploadArrived,
    forget: api.removeUpload,
  }
}

/** Keeps the queue of a screen that the client left, if it has unfinished work, for the next screen. */
export interface BackgroundQueue {
  find(): UploadQueue<File> | undefined
  take(): void
  leave(queue: UploadQueue<File>): void
}

const isUploading = (queue: UploadQueue<File>): boolean => queue.items().some(({ status }) => status === 'loading')

/** Calls back once no file is uploading, which may be at once. */
export function whenSettled(queue: UploadQueue<File>, call: () => void): void {
  if (!isUploading(queue)) return call()
  const stop = queue.subscribe(() => {
    if (isUploading(queue)) return
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
 * - Uploads that the network broke are retried when it is back.
 * - Leaving the page asks for confirmation during an upload (ux 45).
 * - With `background`, uploads continue after the client leaves the screen within the app, and returning finds the
 * files. It must be the same object for the same place.
 * - `initialItems` are earlier uploads.
 * - The calls may outlive the screen, so their queue is an argument.
 */
export function useUploads(
  calls: (ownQueue: () => UploadQueue<File>) => UploadCalls,
  initialItems: () => readonly UploadItem[],
  background?: BackgroundQueue,
) {
  const [queue] = useState(() => {
    const own: UploadQueue<File> =
      background?.find() ??
      createUploadQueue<File>(
        { ...calls(() => own), post: postForm, newId: () => crypto.randomUUID(), later },
        initialItems(),
      )
    return own
  })
  const place = useRef(background)
  useEffect(() => {
    place.current = background
    background?.take()
  }, [background])
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
  const loading = items.filter(({ status }) => status === 'loading').length

  useEffect(() => listen({ online: queue.retryFailed }), [queue])

  const isBusy = loading > 0
  useEffect(() => {
    if (!isBusy) return
    const stop = askBeforeLeaving()
    return background === undefined ? stop : () => whenSettled(queue, stop)
  }, [isBusy, queue, background])

  return { items, removed, queue, loading }
}

export type Uploads = ReturnType<typeof useUploads>

/**
 * Posts a signed form with its file straight to the bucket (FILE-01): the fields in their order, then the file.
 * XMLHttpRequest, because fetch reports no upload progress. Rejects unless the bucket takes the whole file.
 */
export function postForm(
  form: UploadForm,
  file: Blob,
  { progress, signal }: { progress: (sent: number) => void; signal: AbortSignal },
): Promise<void> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new Error('The bucket did not take the file.'))
    request.upload.addEventListener('progress', ({ loaded }) => progress(loaded))
    request.addEventListener('load', () => (request.status >= 200 && request.status < 300 ? resolve() : fail()))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) {
      fail()
      return
    }
    request.open('POST', form.url)
    request.send(body)
  })
}
