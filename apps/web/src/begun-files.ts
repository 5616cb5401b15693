import { begunFilesDatabase } from './draft-prefix.ts'

/** The last set that this page kept: the only copy where the browser stores none (private windows, no room left). */
let lastSet: { key: string; files: readonly File[] } | undefined

/** Settles with the first of the two events. */
const until = (target: EventTarget, good: string, bad: string): Promise<void> =>
  new Promise((resolve, reject) => {
    target.addEventListener(good, () => resolve())
    target.addEventListener(bad, reject)
  })

/** The result of a request to the store; undefined if the browser refuses it. */
async function inStore<Result>(ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open(begunFilesDatabase)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('sets'))
    await until(opening, 'success', 'error')
    const database = opening.result
    const work = database.transaction('sets', 'readwrite')
    const request = ask(work.objectStore('sets'))
    // An open connection would block the deletion at sign-out.
    await until(work, 'complete', 'abort').finally(() => database.close())
    return request.result
  } catch {
    return undefined
  }
}

/**
 * The files chosen at `/start`, before there is an account to upload them for (DOOR-02). They stay in this browser,
 * across reloads, under a key that travels with the other choices. There is one set at a time; a chosen sign-out
 * deletes it (AUTH-23).
 */
export const begunFiles = {
  /** Replaces the kept files; answers their key. */
  async keep(files: readonly File[]): Promise<string> {
    const key = crypto.randomUUID()
    lastSet = { key, files }
    await inStore((store) => {
      store.clear()
      return store.put(files, key)
    })
    return key
  },
  /** Empty if the key's set is gone. */
  async read(key: string): Promise<readonly File[]> {
    if (lastSet?.key === key) return lastSet.files
    const files = await inStore<unknown>((store) => store.get(key))
    return Array.isArray(files) ? files.filter((file) => file instanceof File) : []
  },
  /** Deletes the files once the order has them. */
  forget(key: string): void {
    if (lastSet?.key === key) lastSet = undefined
    void inStore((store) => store.delete(key))
  },
}
