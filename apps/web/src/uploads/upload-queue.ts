import type { CallError } from '@nerdify/contract/error-body.ts'
import type { UploadArrival, UploadForm } from '@nerdify/contract/files.ts'
import { unknownErrorText } from '@nerdify/contract/error-texts.ts'
import { type ChosenFile, fileFault, uploadStallMs } from '@nerdify/domain/files/file-limits.ts'
import { extensionOf, safeFileName } from '@nerdify/domain/files/file-name.ts'

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
  removed?: { undo: () => void; settle: () => void; at: number }
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
  let held: Held<File>[] = known.map((item) => ({ item }))
  let items: readonly UploadItem[] = known
  let removed: UploadItem | undefined
  const waiting: string[] = []
  let travelling = 0
  const listeners = new Set<() => void>()

  const find = (id: string) => held.find(({ item }) => item.id === id)

  function publish() {
    items = held.filter((one) => one.removed === undefined).map(({ item }) => item)
    removed = held
      .filter((one) => one.removed !== undefined)
      .toSorted((one, other) => (other.removed?.at ?? 0) - (one.removed?.at ?? 0))[0]?.item
    for (const listener of listeners) listener()
  }

  function set(one: Held<File>, change: Partial<UploadItem>) {
    one.item = { ...one.item, ...change }
    publish()
  }

  function next() {
    while (travelling < atATime) {
      const id = waiting.shift()
      if (id === undefined) return
      const one = find(id)
      if (one === undefined || one.removed !== undefined) continue
      travelling += 1
      void travel(one).finally(() => {
        travelling -= 1
        next()
      })
    }
  }

  async function travel(one: Held<File>) {
    const { file } = one
    if (file === undefined) return
    const abort = new AbortController()
    one.abort = abort
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
      const { uploadId } = one.item
      const type = (file as { type?: string }).type ?? ''
      const form = await raced(
        uploadId === undefined || ports.renew === undefined
          ? ports.begin({ filename: file.name, size: file.size, type })
          : ports.renew(uploadId),
        abort.signal,
      )
      set(one, { uploadId: form.id, location: form.location })
      let sent = 0
      await ports.post(form, file, {
        signal: abort.signal,
        progress: (bytes) => {
          if (bytes <= sent) return
          sent = bytes
          watch()
          set(one, { sent: Math.min(bytes, file.size) })
        },
      })
      watch()
      const arrival = await raced(ports.arrived(form.id), abort.signal)
      if (arrival.status === 'rejected' || arrival.status === 'infected') {
        set(one, { status: 'error', text: arrival.text ?? unknownErrorText, canRetry: false })
      } else {
        set(one, { status: 'loaded', sent: file.size })
      }
    } catch (thrown) {
      if (one.removed !== undefined && !stalled) return
      const { status = 0, text = unknownErrorText } = (thrown ?? {}) as Partial<CallError>
      // An answer of the server is final for this file; anything else is the network's doing.
      if (status >= 400 && status < 500 && status !== 409 && !stalled)
        set(one, { status: 'error', text, canRetry: status === 429 })
      else set(one, { status: 'failed', text: unknownErrorText, canRetry: true })
    } finally {
      cancel?.()
    }
  }

  const queue = (one: Held<File>) => {
    const { text: _, ...rest } = one.item
    one.item = { ...rest, status: 'loading', sent: 0 }
    waiting.push(one.item.id)
    publish()
    next()
  }

  return {
    /** The files that the screen shows. */
    items: () => items,
    /** The last file that was removed and can be brought back. */
    removed: () => removed,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Adds files; what cannot be taken stands there with its reason and is not sent (FILE-03, ux 44). */
    add(files: readonly File[]) {
      for (const file of files) {
        const taken = held.filter((one) => one.removed === undefined && one.item.status !== 'error').length
        const fault = fileFault(file, taken)
        const name = safeFileName(file.name)
        const item: UploadItem = {
          id: ports.newId(),
          name,
          ext: extensionOf(name),
          size: file.size,
          status: 'loading',
          sent: 0,
          canRetry: true,
        }
        const one: Held<File> = { item, file }
        held = [...held, one]
        if (fault === undefined) queue(one)
        else set(one, { status: 'error', text: fault, canRetry: false })
      }
    },
    /** Sends one file again, and only that. */
    retry(id: string) {
      const one = find(id)
      if (one?.file !== undefined && one.item.canRetry && one.item.status !== 'loading' && one.item.status !== 'loaded')
        queue(one)
    },
    /** Sends again what the network broke, as when it is back (ux 43). */
    retryFailed() {
      for (const one of held)
        if (one.item.status === 'failed' && one.removed === undefined && one.file !== undefined) queue(one)
    },
    /** Takes a file away: one on its way is broken off; a loaded one can be brought back for a while. */
    remove(id: string) {
      const one = find(id)
      if (one === undefined) return
      const isLoaded = one.item.status === 'loaded'
      const forget = () => {
        held = held.filter((other) => other !== one)
        publish()
        const { uploadId } = one.item
        // What is left over goes with the bucket's janitor.
        if (uploadId !== undefined) ports.forget(uploadId).catch(() => undefined)
      }
      const undo = ports.later(isLoaded ? undoMs : 0, forget)
      const settle = () => {
        undo()
        forget()
      }
      one.removed = { undo, settle, at: isLoaded ? Date.now() : 0 }
      if (!isLoaded) held = held.filter((other) => other !== one)
      one.abort?.abort()
      publish()
    },
    /** Brings the last removed file back. */
    undo() {
      const one = held.find(({ item }) => item.id === removed?.id)
      if (one === undefined) return
      one.removed?.undo()
      delete one.removed
      publish()
    },
    /** Takes away at once what could still be brought back: its screen is left, and what was removed is not to stay behind. */
    settle() {
      for (const { removed: waits } of held) waits?.settle()
    },
    /** Forgets all files of this screen; they stay where they are. */
    clear() {
      for (const one of held) one.abort?.abort()
      held = []
      waiting.length = 0
      publish()
    },
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
