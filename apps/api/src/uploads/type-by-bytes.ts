import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { TextDecoder } from 'node:util'
import { isNamedAsText } from '@nerdify/domain/files/file-types.ts'

/**
 * The MIME type that the bytes of a file show (FILE-03); undefined for valid text with a text name, and for bytes
 * without a known signature. `read` opens the file from its beginning; it is called up to twice.
 */
export async function typeByBytes(name: string, read: () => Readable | Promise<Readable>): Promise<string | undefined> {
  if (isNamedAsText(name) && (await isText(await read()))) return undefined
  return detectType(await read())
}

/** Whether these bytes are UTF-8, or UTF-16 with a byte order mark, without a NUL. */
async function isText(content: Readable): Promise<boolean> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  try {
    for await (const chunk of content) {
      // Two chunks may split the byte order mark.
      const bytes: Buffer = head === undefined ? chunk : Buffer.concat([head, chunk as Buffer])
      head = bytes.length < 2 ? bytes : undefined
      if (head !== undefined) continue
      decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true })
      if (decoder.decode(bytes, { stream: true }).includes('\0')) return false
    }
    decoder ??= new TextDecoder('utf-8', { fatal: true })
    return !decoder.decode(head).includes('\0')
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false
    throw error
  } finally {
    content.destroy()
  }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

async function detectType(content: Readable): Promise<string | undefined> {
  try {
    const { fileTypeFromStream } = await import('file-type')
    return (await fileTypeFromStream(Readable.toWeb(content) as ReadableStream<Uint8Array>))?.mime
  } catch (error) {
    // Too short, or cut off within a signature: no known type.
    if ((error as Error).name === 'EndOfStreamError') return undefined
    throw error
  } finally {
    content.destroy()
  }
}
