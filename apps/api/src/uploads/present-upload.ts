import type { ReceivedFile } from '@nerdify/contract/files.ts'
import type { AppContext } from '../app-context.ts'
import { downloadLink, fileLinkMs } from '../keys/download-link.ts'
import type { StoredUpload } from './uploads.store.ts'

/** A file on the wire, of an order or of none; empty if it was refused. */
export function presentUpload(
  product: Pick<AppContext, 'settings' | 'clock'>,
  upload: StoredUpload,
  reader: 'client' | 'operations',
): ReceivedFile[] {
  const { status } = upload
  if (status !== 'ready' && status !== 'scanning') return []
  return [
    {
      _id: upload.id,
      name: upload.file_name,
      size: upload.bytes,
      location:
        status === 'ready'
          ? downloadLink(product.settings, {
              clientId: upload.client_id,
              uploadId: upload.id,
              reader,
              until: product.clock.now() + fileLinkMs,
            })
          : null,
      created_at: new Date(upload.attached_at ?? upload.created_at).toISOString(),
      deleted: upload.deleted_at !== null,
      status,
    },
  ]
}
