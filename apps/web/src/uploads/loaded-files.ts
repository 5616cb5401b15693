import type { SentFile } from '@nerdify/contract/files.ts'
import { uploadTexts } from '../texts/orders/uploads.ts'
import type { UploadItem } from './upload-queue.ts'

/** An uploaded file with all fields that a body may need (API-04, API-12), and the `id` of its upload. */
export type LoadedFile = SentFile & { id: string; filename: string; size: number }

/** The files of a screen that have arrived. */
export const loadedFiles = (items: readonly UploadItem[]): LoadedFile[] =>
  items.flatMap(({ status, uploadId: id, name: filename, size, type, location }) =>
    status === 'loaded' && id !== undefined && location !== undefined
      ? [{ id, filename, size, location, ...(type !== undefined && { type }) }]
      : [],
  )

/** Why files cannot be sent: one of them did not upload, and would be missing without a word. */
export const filesFault = (items: readonly UploadItem[]): string | undefined =>
  items.some(({ status }) => status === 'error' || status === 'failed') ? uploadTexts.notAllLoaded : undefined

/** The files in the form of request bodies. */
export const toSentFiles = (files: readonly LoadedFile[]): SentFile[] => files.map(({ id: _, ...file }) => file)
