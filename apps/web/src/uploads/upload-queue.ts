import type { CallError } from '@nerdify/contract/error-body.ts'
import type { UploadArrival, UploadForm } from '@nerdify/contract/files.ts'
import { unknownErrorText } from '@nerdify/contract/error-texts.ts'
import { type ChosenFile, fileFault, uploadStallMs } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension, safeFileName } from '@nerdify/domain/files/file-name.ts'
import { createListeners } from '../listeners.ts'

/**
 * - `loading`: on its way
 * - `loaded`: in the bucket and looked at
 * - `error`: refused, or the server said no; `text` says why
 * - `failed`: its progress stopped, or the network is gone (FILE-02)
 */
type UploadStatus = 'loading' | 'loaded' | 'error' | 'failed'

/** A file on a screen that uploads (FILE-02). A new object after each step. */
export interface UploadItem {
  /** Key on this screen. */
  readonly id: string
  readonly name: string
  readonly ext: string
  /** In bytes. */
  readonly size: number
  readonly status: UploadStatus
  /** Bytes that have left, never more than `size`. */
  readonly sent: number
  readonly text?: string
  /** Whether sending it again can help: what a rule refused stays refused. */
  readonly canRetry: boolean
  /** Key of the upload on the server. */
  readonly uploadId?: string
  /** What the browser knew of its kind, a MIME type or empty; undefined for a file that was there already. */
  readonly type?: string
  /** What names the file to the server from now on. */
  readonly location?: string
}

/** What the queue needs of the outside. Rejections of calls are `CallError`s. */
export interface UploadPorts<File extends ChosenFile> {
  begin: (file: { filename: string; size: number; type: string }) => Promise<UploadForm>
  /** A new form for an upload that was begun; without it a broken one begins anew. */
  renew: ((uploadId: string) => Promise<UploadForm>) | undefined
  /** Posts the form with the file; rejects when it did not arrive whole. */
  post: (
    form: UploadForm,
    file: File,
    watch: { progress: (sent: number) => void; signal: AbortSignal },
  ) => Promise<void>
  arrived: (uploadId: string) => Promise<UploadArrival>
  /** Takes the file away on the server. */
  forget: (uploadId: string) => Promise<unknown>
  newId: () => string
  /** Calls back once after so many milliseconds, unless cancelled. */
  later: (ms: number, call: () => void) => () => void
}

/** How many files travel at a time. */
const atATime = 3
/** How long a removed file can be brought back, in milliseconds (ux 42). */
export const undoMs = 8_000

interface Held<File> {
  item: UploadItem
  file?: File
  abort?: AbortController
  removed?: { undo: () => void; forget: () => void; at: number }
}

/** The files of one screen, and those among them that wait or travel; `publish` tells what the screen shows. */
function holdFiles<File extends ChosenFile>(ports: UploadPorts<File>, known: readonly UploadItem[]) {
  let held: Held<File>[] = known.map((item) => ({ item }))
  let items = known
  let removed: UploadItem | undefined
  const waiting: string[] = []
  let travelling = 0
  const listeners = createListeners()

  function keep(files: Held<File>[]) {
    held = files
    publish()
  }

  function publish() {
    items = held.filter((each) => each.removed === undefined).map(({ item }) => item)
    removed = held
      .filter((each) => each.removed !== undefined)
      .toSorted((a, b) => (b.removed?.at ?? 0) - (a.removed?.at ?? 0))[0]?.item
    listeners.call()
  }

  function set(upload: Held<File>, change: Partial<UploadItem>) {
    upload.item = { ...upload.item, ...change }
    publish()
  }

  const find = (id: string | undefined) => held.find(({ item }) => item.id === id)

  function next() {
    while (travelling < atATime) {
      const id = waiting.shift()
      if (id === undefined) return
      const upload = find(id)
      if (upload === undefined || upload.removed !== undefined) continue
      travelling += 1
      void travel(ports, upload, set).finally(() => {
        travelling -= 1
        next()
      })
    }
  }

  return {
    held: () => held,
    items: () => items,
    removed: () => removed,
    find,
    keep,
    publish,
    set,
    /** Has a file travel when its turn comes. */
    queue(upload: Held<File>) {
      const { text: _, ...rest } = upload.item
      upload.item = { ...rest, status: 'loading', sent: 0 }
      waiting.push(upload.item.id)
      publish()
      next()
    },
    subscribe: listeners.add,
  }
}

/** The uploads of one screen, without the screen. */
export type UploadQueue<File extends ChosenFile> = ReturnType<typeof createUploadQueue<File>>

/**
 * Uploads files one screen's worth (FILE-01, FILE-02): a few at a time, each with true progress; one whose progress does
 * not move for 40 s has failed and keeps its place; sending it again touches no other. `known` are files that are there
 * already.
 */
export function createUploadQueue<File extends ChosenFile>(
  ports: UploadPorts<File>,
  known: readonly UploadItem[] = [],
) {
  const files = holdFiles(ports, known)
  const { queue, set } = files

  return {
    /** The files that the screen shows. */
    items: files.items,
    /** The last file that was removed and can be brought back. */
    removed: files.removed,
    subscribe: files.subscribe,
    /** Adds files; what cannot be taken stands there with its reason and is not sent (FILE-03, ux 44). */
    add(chosen: readonly File[]) {
      for (const file of chosen) {
        const taken = files.held().filter((each) => each.removed === undefined && each.item.status !== 'error').length
        const fault = fileFault(file, taken)
        const upload: Held<File> = { item: newItem(ports.newId(), file), file }
        files.keep([...files.held(), upload])
        if (fault === undefined) queue(upload)
        else set(upload, { status: 'error', text: fault, canRetry: false })
      }
    },
    /** Sends one file again, and only that. */
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
    /** Sends again what the network broke, as when it is back (ux 43). */
    retryFailed() {
      for (const upload of files.held())
        if (upload.item.status === 'failed' && upload.removed === undefined && upload.file !== undefined) queue(upload)
    },
    /** Takes a file away: one on its way is broken off; a loaded one can be brought back for a while. */
    remove(id: string) {
      const upload = files.find(id)
      if (upload === undefined) return
      const isLoaded = upload.item.status === 'loaded'
      const withoutIt = () => files.held().filter((other) => other !== upload)
      const forget = () => {
        files.keep(withoutIt())
        const { uploadId } = upload.item
        // What is left over goes with the bucket's janitor.
        if (uploadId !== undefined) ports.forget(uploadId).catch(() => undefined)
      }
      const undo = ports.later(isLoaded ? undoMs : 0, forget)
      upload.removed = { undo, forget, at: Date.now() }
      upload.abort?.abort()
      files.keep(isLoaded ? files.held() : withoutIt())
    },
    /** Brings the last removed file back. */
    undo() {
      const upload = files.find(files.removed()?.id)
      if (upload === undefined) return
      upload.removed?.undo()
      delete upload.removed
      files.publish()
    },
    /** Takes away at once what could still be brought back: its screen is left, and what was removed is not to stay behind. */
    settle() {
      for (const { removed: waits } of files.held()) {
        waits?.undo()
        waits?.forget()
      }
    },
    /** Forgets files that were sent to where they belong; what was added meanwhile stays. */
    forgetSent(sent: readonly UploadItem[]) {
      files.keep(files.held().filter(({ item }) => !sent.some(({ id }) => id === item.id)))
    },
  }
}

function newItem(id: string, file: ChosenFile): UploadItem {
  const name = safeFileName(file.name)
  const { size, type = '' } = file as ChosenFile & { type?: string }
  return { id, name, ext: shownExtension(name), size, type, status: 'loading', sent: 0, canRetry: true }
}

/** Brings one file to the bucket; each step of it is told by `set`. */
async function travel<File extends ChosenFile>(
  ports: UploadPorts<File>,
  upload: Held<File>,
  set: (upload: Held<File>, change: Partial<UploadItem>) => void,
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
    const { uploadId, type = '' } = upload.item
    const form = await raced(
      uploadId === undefined || ports.renew === undefined
        ? ports.begin({ filename: file.name, size: file.size, type })
        : ports.renew(uploadId),
      abort.signal,
    )
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
    watch()
    const arrival = await raced(ports.arrived(form.id), abort.signal)
    if (arrival.status === 'rejected' || arrival.status === 'infected') {
      set(upload, { status: 'error', text: arrival.text ?? unknownErrorText, canRetry: false })
    } else {
      set(upload, { status: 'loaded', sent: file.size })
    }
  } catch (thrown) {
    if (upload.removed !== undefined && !stalled) return
    const { status = 0, text = unknownErrorText } = (thrown ?? {}) as Partial<CallError>
    // An answer of the server is final for this file; anything else is the network's doing.
    if (status >= 400 && status < 500 && status !== 409 && !stalled)
      set(upload, { status: 'error', text, canRetry: status === 429 })
    else set(upload, { status: 'failed', text: unknownErrorText, canRetry: true })
  } finally {
    cancel?.()
  }
}

/** A promise that also ends when the signal says so. */
function raced<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Error('broken off'))
    signal.addEventListener('abort', () => reject(new Error('broken off')), { once: true })
    work.then(resolve, reject)
  })
}
