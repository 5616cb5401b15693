import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { openBucketStorage, type BucketStorage } from '../uploads/embedded-bucket/bucket-storage.ts'
import { embeddedBucket, type EmbeddedBucketParts } from '../uploads/embedded-bucket/embedded-bucket.ts'
import { originHeaders } from '../http/answers/security-headers.ts'
import type { Clock, Files } from '../ports.ts'
import type { Settings, BucketAccess } from '../settings.ts'
import { s3Files } from './files-s3.ts'
import { bucketAddress, downloadLinkOf } from '../uploads/s3-signature.ts'
import { specifiedForm } from '../uploads/embedded-bucket/upload-form.ts'

/** The bucket of the settings, and the handler for its port. */
export interface OpenBucket {
  files: Files
  serve(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Opens the S3-compatible bucket of the settings, else the embedded one in the data directory (FILE-01). The embedded
 * one reports its faults to `failed`; `isAwaited` says whether a form still waits for its file.
 */
export async function openBucket(
  settings: Pick<Settings, 's3' | 'filesUrl' | 'publicUrl' | 'secret' | 'dataDir' | 'trustProxy'>,
  clock: Clock,
  {
    failed,
    isAwaited = async () => true,
  }: Partial<Pick<EmbeddedBucketParts, 'isAwaited'>> & Pick<EmbeddedBucketParts, 'failed'>,
): Promise<OpenBucket> {
  if (settings.s3 !== undefined) {
    return {
      files: s3Files(settings.s3, clock),
      serve: (_request, response) => response.writeHead(404, originHeaders(settings.filesUrl)).end(),
    }
  }
  const { publicUrl, trustProxy } = settings
  const storage = await openBucketStorage(join(settings.dataDir, 'bucket'))
  const access = {
    endpoint: settings.filesUrl,
    region: 'embedded',
    bucket: 'nerdify',
    accessKeyId: 'nerdify',
    secretAccessKey: createHmac('sha256', settings.secret).update('embedded bucket').digest('base64url'),
  }
  return {
    files: embeddedFiles(access, storage),
    serve: embeddedBucket({ access, storage, clock, pageOrigin: publicUrl, trustProxy, isAwaited, failed }),
  }
}

/** The embedded bucket as the product sees it: the same folder that its HTTP side serves. */
function embeddedFiles(access: BucketAccess, storage: BucketStorage): Files {
  return {
    origin: access.endpoint,
    address: bucketAddress(access),
    form: (terms) => specifiedForm(access, terms),
    link: (terms) => downloadLinkOf(access, terms),
    stat: storage.stat,
    read: async (key) => storage.read(key),
    async write(key, content, bytes) {
      await storage.write(key, content, (storedBytes) => {
        if (storedBytes !== bytes) throw new Error('The object did not arrive whole.')
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
