import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '../database/uuid.ts'
import type { ErasedAccounts } from '../ports.ts'
import { flush } from '../uploads/embedded-bucket/bucket-storage.ts'

/** Stores the ids of erased accounts as names of empty files in a folder, so that several processes can add to it. */
export function erasedInFolder(folder: string): ErasedAccounts {
  return {
    async add(clientId) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(join(folder, clientId), 'w', 0o600)
      await file.close()
      // The file is empty, so flushing the folder makes its name durable.
      await flush(folder)
    },
    async all() {
      try {
        return (await readdir(folder)).filter(isUuid)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
  }
}
