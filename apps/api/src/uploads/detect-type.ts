import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** The type that the bytes of a file show, undefined where they show none (plain text); reads only what it needs. */
export async function detectType(content: Readable): Promise<string | undefined> {
  try {
    const { fileTypeFromStream } = await import('file-type')
    return (await fileTypeFromStream(Readable.toWeb(content) as ReadableStream<Uint8Array>))?.mime
  } catch (error) {
    // Too short, or cut off in the middle of a mark: then it has none.
    if ((error as Error).name === 'EndOfStreamError') return undefined
    throw error
  } finally {
    content.destroy()
  }
}
