import { safeFileName } from './file-name.ts'
import { nameFault } from './file-types.ts'

/** The largest accepted file, in bytes: 100 MB, read generously (FILE-03). */
export const maxFileBytes = 100 * 1024 * 1024
export const maxFilesOfTask = 20
/** An upload without progress for this long has failed, in milliseconds (FILE-02). */
export const uploadStallMs = 40_000

/** Staff get an alert for a file unscanned for this long, in milliseconds (SAFE-15). */
export const unscannedTooLongMs = 3_600_000

/** A file before upload: its original name, its size in bytes. */
export interface ChosenFile {
  name: string
  size: number
}

/** The message for the first file beyond {@link maxFilesOfTask}. */
export const tooManyText = (name: string): string =>
  `${safeFileName(name)} was not added: a task takes at most ${maxFilesOfTask} files. Put several into one archive.`
/** The message for a file larger than the scanner accepts (SAFE-15). */
export const unscannableText = (name: string): string =>
  `${safeFileName(name)} is too large for our virus check, so we couldn’t take it. Make it smaller or split it.`
/** The message for a file with a virus. */
export const infectedText = (name: string): string => `${safeFileName(name)} carries a virus, so we deleted it.`

/**
 * Why a file is refused, with its name and the way out (FILE-03, ux 44); undefined if accepted. `already` is the task's
 * current file count.
 */
export function fileFault(file: ChosenFile, already: number): string | undefined {
  if (already >= maxFilesOfTask) return tooManyText(file.name)
  const fault = nameFault(file.name)
  if (fault !== undefined) return fault
  const name = safeFileName(file.name)
  if (file.size === 0) return `${name} is 0 bytes. Choose it again.`
  if (file.size > maxFileBytes) return `${name} is larger than 100 MB. Make it smaller or split it.`
  return undefined
}

/** Formats bytes as whole Kb, at least 1 (CAB-05). */
export const sizeInKb = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} Kb`
