import { existingUploads, removeUnused } from './uploads.store.ts'
import { uploadOfKey } from './start-upload.ts'
import { withLease } from '../leases/with-lease.ts'
import type { Product } from '../product.ts'

/** An upload that nothing was done with for so long is removed, in milliseconds. */
const unusedMs = 24 * 3_600_000
const batch = 100

/**
 * Removes uploads that were never used, and objects that no row wants: what a crash left, what was refused or deleted
 * (FILE-04). Answers how many objects went. An object whose upload began within a day always has its row.
 */
export async function cleanBucket(product: Product): Promise<number> {
  return withLease(product, 'files janitor', async () => {
    const { queries, files, clock } = product
    let removed = 0
    for (;;) {
      const unused = await removeUnused(queries, clock.now() - unusedMs, batch)
      for (const { object_key, kept_key } of unused) {
        await files.remove(object_key)
        await files.remove(kept_key)
        removed += 1
      }
      if (unused.length < batch) break
    }
    let keys: string[] = []
    const sweep = async () => {
      const named = keys.map((key) => ({ key, id: uploadOfKey(key) }))
      const wanted = await existingUploads(
        queries,
        named.flatMap(({ id }) => (id === undefined ? [] : [id])),
      )
      for (const { key, id } of named) {
        if (id !== undefined && wanted.has(id)) continue
        await files.remove(key)
        removed += 1
      }
      keys = []
    }
    for await (const key of files.keys()) {
      keys.push(key)
      if (keys.length === batch) await sweep()
    }
    await sweep()
    return removed
  })
}
