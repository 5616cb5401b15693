import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another living process has the data directory. */
export class DataDirectoryInUse extends Error {}

/** SQLite's code for a lock of another process. */
const busy = 5

/**
 * Locks a data directory for this process, or throws {@link DataDirectoryInUse}. It is a kernel lock, taken by SQLite
 * (HOLD-03, decision 0052): it works between containers that share a volume, and the kernel releases it however the
 * process dies. The lock file is never deleted; its existence means nothing.
 *
 * @returns the function that releases the lock
 */
export function lockDataDirectory(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'database.lock'))
  try {
    // Nothing is ever written, so it needs no journal file.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new DataDirectoryInUse(
      `The data directory ${dataDir} is in use by another process; stop it or set DATA_DIR to another directory.`,
    )
  }
  return () => lock.close()
}
