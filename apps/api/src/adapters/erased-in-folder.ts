import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '../database/uuid.ts'
import type { ErasedAccounts } from '../ports.ts'
import { flush } from '../uploads/bucket-storage.ts'

/** The list of erased accounts as empty files in a folder, each named by an account's key: several processes may add to it. */
export function erasedInFolder(folder: string): ErasedAccounts {
  return {
    async add(clientId) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(join(folder, clientId), 'w', 0o600)
      await file.close()
      // The name is all that there is to lose: it is on the disk once its folder is.
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
