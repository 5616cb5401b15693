import { createHmac } from 'node:crypto'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { isUuid } from '../database/uuid.ts'
import { isSameHash } from './derived-key.ts'
import type { Settings } from '../settings.ts'

/** Lifetime of a file's `location`, in milliseconds (FILE-04). */
export const fileLinkMs = 10 * 60_000

/**
 * The reader of a file's link: operations may also read files hidden from the client, a Nerd reads only the client's
 * files, while assigned to the order (OPS-14).
 */
export type FileReader = 'client' | 'operations' | { nerdId: string }

/** A reader as a part of a token; a Nerd is their id. */
const readerText = (reader: FileReader): string => (typeof reader === 'string' ? reader : reader.nerdId)

function readerOf(text: string): FileReader | undefined {
  if (text === 'client' || text === 'operations') return text
  return isUuid(text) ? { nerdId: text } : undefined
}

interface Download {
  clientId: string
  uploadId: string
  reader: FileReader
  until: number
}

const signature = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`file-link\n${text}`).digest('base64url')

/** The signed address of a file for its reader, until an instant (epoch milliseconds). */
export function downloadLink(settings: Pick<Settings, 'secret' | 'publicUrl'>, file: Download): string {
  const text = [file.clientId, file.uploadId, readerText(file.reader), file.until.toString(36)].join('.')
  return settings.publicUrl + apiPaths.fileDownload(`${text}.${signature(settings.secret, text)}`)
}

/** Verifies a download token; undefined if it is forged or expired. */
export function readDownloadToken(
  { secret }: Pick<Settings, 'secret'>,
  token: string,
  now: number,
): Download | undefined {
  const [clientId = '', uploadId = '', readBy = '', until = '', signed = ''] = token.split('.')
  if (!isSameHash(signed, signature(secret, [clientId, uploadId, readBy, until].join('.')))) return undefined
  const reader = readerOf(readBy)
  if (reader === undefined) return undefined
  const download = { clientId, uploadId, reader, until: Number.parseInt(until, 36) }
  return isUuid(clientId) && isUuid(uploadId) && now <= download.until ? download : undefined
}
