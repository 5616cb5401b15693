import { bucketAddress, downloadLinkOf } from '../uploads/s3-signature.ts'
import type { BucketAccess } from '../settings.ts'
import { specifiedForm } from '../uploads/upload-form.ts'
import type { BucketStorage } from '../uploads/bucket-storage.ts'
import type { Files } from '../ports.ts'

/** The embedded bucket as the product sees it: the same folder that its HTTP side serves. */
export function embeddedFiles(access: BucketAccess, storage: BucketStorage): Files {
  return {
    origin: access.endpoint,
    address: bucketAddress(access),
    form: (terms) => specifiedForm(access, terms),
    link: (terms) => downloadLinkOf(access, terms),
    stat: storage.stat,
    read: async (key) => storage.read(key),
    async write(key, content, bytes) {
      await storage.write(key, content, (written) => {
        if (written !== bytes) throw new Error('The object did not arrive whole.')
      })
    },
    move: storage.move,
    remove: storage.remove,
    async *keys() {
      yield* await storage.keys()
    },
    removeUnfinished: storage.removeUnfinished,
  }
}
