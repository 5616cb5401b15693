import { createHmac } from 'node:crypto'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { isUuid } from '../database/uuid.ts'
import { isSameHash } from '../keys/derived-key.ts'
import type { Settings } from '../settings.ts'
import { encoded } from './s3-signature.ts'

/** Lifetime of a file's `location`, in milliseconds (FILE-04). */
const linkMs = 10 * 60_000

interface Download {
  clientId: string
  uploadId: string
  /** Operations may also read what the client may not see yet. */
  reader: 'client' | 'operations'
  until: number
}

const signature = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`file-link\n${text}`).digest('base64url')

/** The signed address of a file, for its reader, for ten minutes. */
export function downloadLink(
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  file: { clientId: string; uploadId: string; reader: Download['reader']; now: number },
): string {
  const text = [file.clientId, file.uploadId, file.reader, (file.now + linkMs).toString(36)].join('.')
  return settings.publicUrl + apiPaths.fileDownload(`${text}.${signature(settings.secret, text)}`)
}

/** Verifies a download token; undefined if it is forged or expired. */
export function readDownloadToken(
  { secret }: Pick<Settings, 'secret'>,
  token: string,
  now: number,
): Download | undefined {
  const [clientId = '', uploadId = '', reader = '', until = '', signed = ''] = token.split('.')
  if (!isSameHash(signed, signature(secret, [clientId, uploadId, reader, until].join('.')))) return undefined
  if (reader !== 'client' && reader !== 'operations') return undefined
  const download = { clientId, uploadId, reader, until: Number.parseInt(until, 36) } as const
  return isUuid(clientId) && isUuid(uploadId) && now <= download.until ? download : undefined
}

/** The header that saves a file under its name (FILE-04): plain ASCII, with the real name encoded beside it. */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(fileName)}`
}
