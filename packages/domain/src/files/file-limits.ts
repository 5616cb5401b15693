import { safeFileName } from './file-name.ts'
import { nameFault } from './file-types.ts'

/** The largest file that is taken, in bytes: 100 MB, read generously (FILE-03). */
export const maxFileBytes = 100 * 1024 * 1024
/** The most files of one task (FILE-03). */
export const maxFilesOfTask = 20
/** An upload whose progress has not moved for so long has failed, in milliseconds (FILE-02). */
export const uploadStallMs = 40_000

/** A file that the virus scanner has not looked at for so long is told to our people, in milliseconds (SAFE-15). */
export const unscannedTooLongMs = 3_600_000

/** A file before it is uploaded: its name as chosen, its size in bytes. */
export interface ChosenFile {
  name: string
  size: number
}

/** Said about the first file beyond {@link maxFilesOfTask}. */
export const tooManyText = (name: string): string =>
  `${safeFileName(name)} was not added: a task takes at most ${maxFilesOfTask} files. Put several into one archive.`
/** Said about a file that is larger than our scanner takes (SAFE-15). */
export const unscannableText = (name: string): string =>
  `${safeFileName(name)} is too large for our virus check, so we couldn’t take it. Make it smaller or split it.`
/** Said about a file in which the scanner found something. */
export const infectedText = (name: string): string => `${safeFileName(name)} carries a virus, so we deleted it.`

/**
 * Why a file cannot be taken, in a sentence that names it and says what to do (FILE-03, ux 44); undefined when it can.
 * `already` counts the files that the task has.
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

/** A size as it is shown: bytes in whole Kb, at least 1 (CAB-05). */
export const sizeInKb = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} Kb`
