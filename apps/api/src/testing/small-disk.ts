import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A mebibyte in bytes. */
export const mebibyte = 1024 * 1024

/** The number of free bytes on the disk of a path. */
function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/** Writes a file until `leaving` bytes of its disk are free, and yields in between. */
export async function fillDisk(file: string, { leaving }: { leaving: number }): Promise<void> {
  for (let left = mebibyte; left > 0; left = freeBytes(dirname(file)) - leaving) {
    try {
      writeFileSync(file, Buffer.alloc(Math.min(left, mebibyte)), { flag: 'a' })
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOSPC') return
      throw error
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A small disk; undefined if we may not mount one. */
export function smallDisk(megabytes: number): { path: string; remove(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), 'nerdify-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
  if (status !== 0) return rmSync(path, { recursive: true }) as undefined
  return {
    path,
    remove() {
      execFileSync('umount', [path])
      rmSync(path, { recursive: true })
    },
  }
}
