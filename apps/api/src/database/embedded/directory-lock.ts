import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data directory belongs to another process that is alive. */
export class DataDirectoryInUse extends Error {}

/** What SQLite says when another process has the lock. */
const busy = 5

/**
 * Takes a data directory for this process, or throws {@link DataDirectoryInUse}. The lock is the kernel's, which SQLite
 * asks for (HOLD-03, decision 0052): it holds between containers that share a volume, and a process that dies gives it
 * back, however it dies. The file stays; only the lock on it says anything.
 *
 * @returns gives the directory back
 */
export function lockDataDirectory(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'database.lock'))
  try {
    // Nothing is ever written, so there need be no journal on the disk either.
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
