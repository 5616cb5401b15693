import { removeUnused, wantedObjects } from './uploads.store.ts'
import { uploadOfKey } from './start-upload.ts'
import { whenFree } from '../leases/with-lease.ts'
import { keptObjects } from '../retention/retention.ts'
import { timeOfUuid } from '../database/uuid.ts'
import type { AppContext } from '../app-context.ts'

const dayMs = 24 * 3_600_000
/** Age at which an unused upload is removed, in milliseconds. */
const unusedMs = keptObjects.unused.days * dayMs
/**
 * Age at which an object unknown to the database is removed, in milliseconds. After the restore of a backup, the object
 * may be a client's later upload.
 */
const unknownMs = keptObjects.unknown.days * dayMs
/** Age at which a partial object is a crash's, in milliseconds: its connection would long be cut. */
const unfinishedMs = 3_600_000
const batch = 100

/**
 * Removes unused uploads, and objects without a row (FILE-04): refused or deleted ones, second copies that were sent
 * after the check (SAFE-07), and leftovers of a crash. Returns the number of removed objects. Keys that are not ours
 * stay, and an object that cannot be removed stops no other (HOLD-08).
 */
export async function cleanBucket(product: AppContext): Promise<number> {
  const removedCount = await whenFree(product, 'files janitor', async () => {
    const { queries, files, clock } = product
    let removed = 0
    const remove = async (...keys: readonly string[]) => {
      for (const key of keys) await files.remove(key)
      removed += 1
    }
    await files.removeUnfinished(clock.now() - unfinishedMs)
    for (;;) {
      const unused = await removeUnused(queries, clock.now() - unusedMs, batch)
      for (const { object_key, kept_key } of unused) {
        product.ending.throwIfAborted()
        await remove(object_key, kept_key).catch(product.putOff)
      }
      if (unused.length < batch) break
    }
    let keys: string[] = []
    const sweep = async () => {
      const ours = keys.flatMap((key) => {
        const id = uploadOfKey(key)
        const madeAt = id === undefined ? undefined : timeOfUuid(id)
        return id === undefined || madeAt === undefined ? [] : [{ key, id, madeAt }]
      })
      const ids = ours.map(({ id }) => id)
      const neededKeys = await wantedObjects(queries, ids)
      const forgottenBefore = clock.now() - unknownMs
      for (const { key, id, madeAt } of ours) {
        product.ending.throwIfAborted()
        if (neededKeys.get(id)?.has(key) ?? madeAt > forgottenBefore) continue
        await remove(key).catch(product.putOff)
      }
      keys = []
    }
    for await (const key of files.keys()) {
      product.ending.throwIfAborted()
      keys.push(key)
      if (keys.length === batch) await sweep()
    }
    await sweep()
    return removed
  })
  return removedCount ?? 0
}
