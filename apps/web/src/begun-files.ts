import { begunFilesDatabase } from './draft-prefix.ts'

/** The last set that this page kept: all there is where the browser keeps none (private windows, no room left). */
let held: { key: string; files: readonly File[] } | undefined

/** Settles with the event that comes first. */
const until = (target: EventTarget, good: string, bad: string): Promise<void> =>
  new Promise((resolve, reject) => {
    target.addEventListener(good, () => resolve())
    target.addEventListener(bad, reject)
  })

/** What the one store answers; undefined where the browser refuses it. */
async function inStore<Result>(ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open(begunFilesDatabase)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('sets'))
    await until(opening, 'success', 'error')
    const database = opening.result
    const work = database.transaction('sets', 'readwrite')
    const request = ask(work.objectStore('sets'))
    // One that stays open would keep a sign-out from deleting it.
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
  /** Keeps them in the place of those before; answers their key. */
  async keep(files: readonly File[]): Promise<string> {
    const key = crypto.randomUUID()
    held = { key, files }
    await inStore((store) => {
      store.clear()
      return store.put(files, key)
    })
    return key
  },
  /** None where the key's set is gone. */
  async read(key: string): Promise<readonly File[]> {
    if (held?.key === key) return held.files
    const files = await inStore<unknown>((store) => store.get(key))
    return Array.isArray(files) ? files.filter((file) => file instanceof File) : []
  },
  /** The order has them now. */
  forget(key: string): void {
    if (held?.key === key) held = undefined
    void inStore((store) => store.delete(key))
  },
}
