import { removeUnused, wantedObjects } from './uploads.store.ts'
import { uploadOfKey } from './start-upload.ts'
import { whenFree } from '../leases/with-lease.ts'
import { keptObjects } from '../retention/retention.ts'
import { timeOfUuid } from '../database/uuid.ts'
import type { AppContext } from '../app-context.ts'

const dayMs = 24 * 3_600_000
/** An upload that nothing was done with for so long is removed, in milliseconds. */
const unusedMs = keptObjects.unused.days * dayMs
/**
 * An object of which the database knows nothing stays for so long after its upload began, in milliseconds: the database
 * may be that of a backup, and the object what a client sent since then.
 */
const unknownMs = keptObjects.unknown.days * dayMs
/** A half-written object to which nothing came for so long is a crash's, in milliseconds: its line would long be cut. */
const unfinishedMs = 3_600_000
const batch = 100

/**
 * Removes unused uploads, and objects that no row refers to (FILE-04): refused or deleted ones, second copies that were
 * sent after the first was checked (SAFE-07), and what a crash left behind. Answers how many objects were removed. Keys
 * that are not ours are left alone.
 */
export async function cleanBucket(product: AppContext): Promise<number> {
  const done = await whenFree(product, 'files janitor', async () => {
    const { queries, files, clock } = product
    let removed = 0
    await files.removeUnfinished(clock.now() - unfinishedMs)
    for (;;) {
      const unused = await removeUnused(queries, clock.now() - unusedMs, batch)
      for (const { object_key, kept_key } of unused) {
        product.ending.throwIfAborted()
        await files.remove(object_key)
        await files.remove(kept_key)
        removed += 1
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
      const wanted = await wantedObjects(queries, ids)
      const forgottenBefore = clock.now() - unknownMs
      for (const { key, id, madeAt } of ours) {
        product.ending.throwIfAborted()
        if (wanted.get(id)?.has(key) ?? madeAt > forgottenBefore) continue
        await files.remove(key)
        removed += 1
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
  return done ?? 0
}
