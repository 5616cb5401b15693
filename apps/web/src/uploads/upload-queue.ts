import type { CallError } from '@nerdify/contract/error-body.ts'
import type { UploadArrival, UploadForm } from '@nerdify/contract/files.ts'
import { unknownErrorText } from '@nerdify/contract/error-texts.ts'
import { type ChosenFile, type FileLimit, fileFault, uploadStallMs } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension, safeFileName } from '@nerdify/domain/files/file-name.ts'
import { createListeners } from '@nerdify/browser/listeners.ts'

/**
 * - `loading`: waits or uploads
 * - `loaded`: in the bucket and checked
 * - `error`: refused by a rule or the server; `text` says why
 * - `failed`: no progress, or no network (FILE-02)
 */
type UploadStatus = 'loading' | 'loaded' | 'error' | 'failed'

/** A file on a screen that uploads (FILE-02); immutable: each step makes a new object. */
export interface UploadItem {
  /** Key on this screen. */
  readonly id: string
  readonly name: string
  readonly ext: string
  /** In bytes. */
  readonly size: number
  readonly status: UploadStatus
  /** Bytes sent, at most `size`. */
  readonly sent: number
  readonly text?: string
  /** Whether a retry can help; a refusal by a rule is final. */
  readonly canRetry: boolean
  /** Key of the upload on the server. */
  readonly uploadId?: string
  /** The browser's MIME type or empty; undefined for an earlier upload. */
  readonly type?: string
  /** Names the file to the server once it is loaded. */
  readonly location?: string
}

/** The outside calls of the queue; they reject with a `CallError`. */
export interface UploadPorts<File extends ChosenFile> {
  begin: (file: { filename: string; size: number; type: string }) => Promise<UploadForm>
  /** A new form for a begun upload; without it a broken upload starts from the beginning. */
  renew: ((uploadId: string) => Promise<UploadForm>) | undefined
  /** Posts the form with the file; rejects unless the whole file arrived. */
  post: (
    form: UploadForm,
    file: File,
    watch: { progress: (sent: number) => void; signal: AbortSignal },
  ) => Promise<void>
  arrived: (uploadId: string) => Promise<UploadArrival>
  /** Deletes the file on the server. */
  forget: (uploadId: string) => Promise<unknown>
  /** How many files the place takes; without it, as many as a task. */
  limit?: FileLimit
  newId: () => string
  /** Calls back once after `ms` milliseconds, unless cancelled. */
  later: (ms: number, call: () => void) => () => void
}

/** Number of files that upload at the same time. */
const maxParallel = 3
/** How long a removed file can be brought back, in milliseconds (ux 42). */
export const undoMs = 8_000

interface QueuedFile<File> {
  item: UploadItem
  file?: File
  abort?: AbortController
  removed?: { undo: () => void; forget: () => void; at: number }
}

/** The files of one screen, and the queue of those that wait or upload; `publish` updates the screen. */
function fileStore<File extends ChosenFile>(ports: UploadPorts<File>, initialItems: readonly UploadItem[]) {
  let queued: QueuedFile<File>[] = initialItems.map((item) => ({ item }))
  let items = initialItems
  let removed: UploadItem | undefined
  const waiting: string[] = []
  let uploadCount = 0
  const listeners = createListeners()

  function keep(files: QueuedFile<File>[]) {
    queued = files
    publish()
  }

  function publish() {
    items = queued.filter((each) => each.removed === undefined).map(({ item }) => item)
    removed = queued
      .filter((each) => each.removed !== undefined)
      .toSorted((a, b) => (b.removed?.at ?? 0) - (a.removed?.at ?? 0))[0]?.item
    listeners.call()
  }

  function set(upload: QueuedFile<File>, change: Partial<UploadItem>) {
    upload.item = { ...upload.item, ...change }
    publish()
  }

  const find = (id: string | undefined) => queued.find(({ item }) => item.id === id)

  function next() {
    while (uploadCount < maxParallel) {
      const id = waiting.shift()
      if (id === undefined) return
      const upload = find(id)
      if (upload === undefined || upload.removed !== undefined) continue
      uploadCount += 1
      void uploadFile(ports, upload, set).finally(() => {
        uploadCount -= 1
        next()
      })
    }
  }

  return {
    /** Including removed files that can be brought back. */
    all: () => queued,
    items: () => items,
    removed: () => removed,
    find,
    keep,
    publish,
    set,
    /** Uploads a file when its turn comes. */
    queue(upload: QueuedFile<File>) {
      const { text: _, ...rest } = upload.item
      upload.item = { ...rest, status: 'loading', sent: 0 }
      waiting.push(upload.item.id)
      publish()
      next()
    },
    subscribe: listeners.add,
  }
}

export type UploadQueue<File extends ChosenFile> = ReturnType<typeof createUploadQueue<File>>

/**
 * Uploads one screen's files (FILE-01, FILE-02), a few at a time, each with true progress. An upload without progress
 * for 40 s has failed and keeps its place; its retry touches no other file. `initialItems` are earlier uploads.
 */
export function createUploadQueue<File extends ChosenFile>(
  ports: UploadPorts<File>,
  initialItems: readonly UploadItem[] = [],
) {
  const files = fileStore(ports, initialItems)
  const { queue, set } = files

  return {
    /** The files that the screen shows. */
    items: files.items,
    /** The last removed file that can be brought back. */
    removed: files.removed,
    subscribe: files.subscribe,
    /** Adds files; a file that a rule refuses shows its reason and is not sent (FILE-03, ux 44). */
    add(chosen: readonly File[]) {
      for (const file of chosen) {
        const count = files.all().filter((each) => each.removed === undefined && each.item.status !== 'error').length
        const fault = fileFault(file, count, ports.limit)
        const upload: QueuedFile<File> = { item: newItem(ports.newId(), file), file }
        files.keep([...files.all(), upload])
        if (fault === undefined) queue(upload)
        else set(upload, { status: 'error', text: fault, canRetry: false })
      }
    },
    /** Sends one file again. */
    retry(id: string) {
      const upload = files.find(id)
      if (
        upload?.file !== undefined &&
        upload.item.canRetry &&
        upload.item.status !== 'loading' &&
        upload.item.status !== 'loaded'
      )
        queue(upload)
    },
    /** Retries uploads that the network broke, for example when it is back (ux 43). */
    retryFailed() {
      for (const upload of files.all())
        if (upload.item.status === 'failed' && upload.removed === undefined && upload.file !== undefined) queue(upload)
    },
    /** Removes a file: aborts its upload; a loaded file can be brought back for a while. */
    remove(id: string) {
      const upload = files.find(id)
      if (upload === undefined) return
      const isLoaded = upload.item.status === 'loaded'
      const withoutIt = () => files.all().filter((other) => other !== upload)
      const forget = () => {
        const { uploadId } = upload.item
        // The bucket's janitor deletes a file that stays behind.
        if (uploadId !== undefined) ports.forget(uploadId).catch(() => undefined)
        files.keep(withoutIt())
      }
      const undo = ports.later(isLoaded ? undoMs : 0, forget)
      upload.removed = { undo, forget, at: Date.now() }
      upload.abort?.abort()
      files.keep(isLoaded ? files.all() : withoutIt())
    },
    /** Brings the last removed file back. */
    undo() {
      const upload = files.find(files.removed()?.id)
      if (upload === undefined) return
      upload.removed?.undo()
      delete upload.removed
      files.publish()
    },
    /** Deletes a removed file at once, because its screen is left and nobody can bring it back. */
    settle() {
      for (const { removed: waits } of files.all()) {
        waits?.undo()
        waits?.forget()
      }
    },
    /** Forgets files that a request took; files added meanwhile stay. */
    forgetSent(sent: readonly UploadItem[]) {
      files.keep(files.all().filter(({ item }) => !sent.some(({ id }) => id === item.id)))
    },
  }
}

function newItem(id: string, file: ChosenFile): UploadItem {
  const name = safeFileName(file.name)
  const { size, type = '' } = file as ChosenFile & { type?: string }
  return { id, name, ext: shownExtension(name), size, type, status: 'loading', sent: 0, canRetry: true }
}

/** Uploads one file to the bucket; `set` gets each step. */
async function uploadFile<File extends ChosenFile>(
  ports: UploadPorts<File>,
  upload: QueuedFile<File>,
  set: (upload: QueuedFile<File>, change: Partial<UploadItem>) => void,
): Promise<void> {
  const { file } = upload
  if (file === undefined) return
  const abort = new AbortController()
  upload.abort = abort
  let stalled = false
  let cancel: (() => void) | undefined
  const watch = () => {
    cancel?.()
    cancel = ports.later(uploadStallMs, () => {
      stalled = true
      abort.abort()
    })
  }
  try {
    watch()
    const form = await abortable(formFor(ports, upload.item, file), abort.signal)
    if (form !== undefined) {
      set(upload, { uploadId: form.id, location: form.location })
      let sent = 0
      await ports.post(form, file, {
        signal: abort.signal,
        progress: (bytes) => {
          if (bytes <= sent) return
          sent = bytes
          watch()
          set(upload, { sent: Math.min(bytes, file.size) })
        },
      })
    }
    watch()
    const arrival = await abortable(ports.arrived(upload.item.uploadId ?? ''), abort.signal)
    if (arrival.status === 'rejected' || arrival.status === 'infected') {
      set(upload, { status: 'error', text: arrival.text ?? unknownErrorText, canRetry: false })
    } else {
      set(upload, { status: 'loaded', sent: file.size })
    }
  } catch (thrown) {
    if (upload.removed !== undefined && !stalled) return
    const { status = 0, text = unknownErrorText } = (thrown ?? {}) as Partial<CallError>
    // An answer of the server is final for this file; other failures are the network's.
    if (status >= 400 && status < 500 && status !== 409 && !stalled)
      set(upload, { status: 'error', text, canRetry: status === 429 })
    else set(upload, { status: 'failed', text: unknownErrorText, canRetry: true })
  } finally {
    cancel?.()
  }
}

/** The form of a file; undefined if the server has the file, because only the answer to its arrival was lost. */
async function formFor<File extends ChosenFile>(
  { begin, renew }: UploadPorts<File>,
  { uploadId, type = '' }: UploadItem,
  { name, size }: File,
): Promise<UploadForm | undefined> {
  if (uploadId === undefined || renew === undefined) return begin({ filename: name, size, type })
  return renew(uploadId).catch((refused: CallError) => {
    if (refused.error_type === 'upload_arrived') return undefined
    throw refused
  })
}

/** The result of `work`, or a rejection when the signal aborts. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Error('broken off'))
    signal.addEventListener('abort', () => reject(new Error('broken off')), { once: true })
    work.then(resolve, reject)
  })
}
