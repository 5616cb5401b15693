import { statfsSync } from 'node:fs'

/**
 * So many bytes of the disk stay free of the database's own writing: twice what its write-ahead log may take at once, a
 * segment of 16 MiB, and some. PostgreSQL ends where that log meets a full disk (HOLD-03).
 */
const reserve = 48 * 1024 * 1024

/** Whether the disk of a directory has room for more than the reserve. */
export function hasRoom(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize > reserve
}
