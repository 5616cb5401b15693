import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An object on the disk; `etag` changes with its bytes. */
export interface StoredObject {
  bytes: number
  etag: string
  modifiedAt: number
}

/** The objects of the embedded bucket: files below one folder. Objects are written atomically. */
export type BucketStorage = Awaited<ReturnType<typeof openBucketStorage>>

/** We make all keys: letters, digits and dashes, so that none can leave its folder (FILE-04). */
const keyPattern = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/

/**
 * Opens the storage in a folder, and creates the folder if needed. Other processes may write to it too: the old version
 * beside the new one, or the doctor (OPS-03).
 */
export async function openBucketStorage(folder: string) {
  const objects = join(folder, 'objects')
  const unfinished = join(folder, 'unfinished')
  await mkdir(objects, { recursive: true, mode: 0o700 })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('This is no key of an object.')
    return join(objects, ...key.split('/'))
  }
  const statPath = async (path: string): Promise<StoredObject | undefined> => {
    try {
      const { size, mtimeMs, ino } = await stat(path)
      return {
        bytes: size,
        etag: `"${ino.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`,
        modifiedAt: mtimeMs,
      }
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return undefined
      throw error
    }
  }
  const place = async (from: string, key: string) => {
    const path = pathOf(key)
    const newFolder = await mkdir(dirname(path), { recursive: true })
    await rename(from, path)
    await flush(dirname(path))
    // A new folder survives a power cut only once its parent is flushed.
    if (newFolder === undefined) return
    for (let inside = dirname(path); inside !== dirname(newFolder); inside = dirname(inside))
      await flush(dirname(inside))
  }

  return {
    /** Writes an object and flushes it to the disk; an error of `check` at the end removes it. */
    async write(key: string, content: Readable, check: (bytes: number) => void | Promise<void>): Promise<StoredObject> {
      const path = join(unfinished, randomBytes(16).toString('hex'))
      try {
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(content, file)
        await check(file.bytesWritten)
        // Stat before publishing: others may move the object at once.
        const stored = (await statPath(path)) as StoredObject
        await place(path, key)
        return stored
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    stat: async (key: string) => statPath(pathOf(key)),
    read: (key: string): Readable => createReadStream(pathOf(key)),
    /** Moves an object; false if it is missing or its etag has changed. */
    async move(from: string, to: string, etag: string): Promise<boolean> {
      if ((await statPath(pathOf(from)))?.etag !== etag) return false
      await place(pathOf(from), to)
      return true
    },
    remove: async (key: string) => rm(pathOf(key), { force: true }),
    async keys(): Promise<string[]> {
      const entries = await readdir(objects, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(objects, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    },
    /** Removes partial objects without a write since an instant (epoch milliseconds): a crash left them. */
    async removeUnfinished(before: number): Promise<void> {
      for (const name of await readdir(unfinished)) {
        const path = join(unfinished, name)
        const begun = await statPath(path)
        if (begun !== undefined && begun.modifiedAt < before) await rm(path, { force: true })
      }
    },
  }
}

/** Flushes a folder, so that the name of a new file survives a crash. */
export async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
