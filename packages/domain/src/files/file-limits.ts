import { safeFileName } from './file-name.ts'
import { nameFault } from './file-types.ts'

/** The largest accepted file, in bytes: the 100 MB of FILE-03 as MiB. */
export const maxFileBytes = 100 * 1024 * 1024
export const maxFilesOfTask = 20

/** The maximum number of files at a place, and the place's name in a sentence. */
export interface FileLimit {
  most: number
  place: string
}
const filesOfTask: FileLimit = { most: maxFilesOfTask, place: 'a task' }
/** TALK-01 */
export const filesOfMessage: FileLimit = { most: 10, place: 'a message' }

/** An upload fails after this time without progress, in milliseconds (FILE-02). */
export const uploadStallMs = 40_000

/** How long an upload waits for an order or a message that names it, in days. */
export const unusedUploadDays = 1

/** Staff get an alert if a file stays unscanned for this time, in milliseconds (SAFE-15). */
export const unscannedTooLongMs = 3_600_000

/** A file before upload: its original name and its size in bytes. */
export interface ChosenFile {
  name: string
  size: number
}

/** The message for the first file beyond a limit. */
export const tooManyText = (name: string, { most, place } = filesOfTask): string =>
  `${safeFileName(name)} was not added: ${place} takes at most ${most} files. Put several into one archive.`
/** The message for a file that is not stored any more, as after {@link unusedUploadDays}. */
export const goneText = (name: string): string =>
  `We don’t have ${safeFileName(name)} anymore. Remove it and add it again.`
/** The message for a file that cannot be sent before its virus check. */
export const unscannedText = (name: string): string =>
  `We’re still checking ${safeFileName(name)} for viruses. Please send your message again in a minute.`
/** The message for a file larger than the scanner accepts (SAFE-15). */
export const unscannableText = (name: string): string =>
  `${safeFileName(name)} is too large for our virus check, so we couldn’t take it. Make it smaller or split it.`
/** The message for a file with a virus. */
export const infectedText = (name: string): string => `${safeFileName(name)} carries a virus, so we deleted it.`

/** The message about a file that the virus check refused after it was sent; `why` is its reason (SAFE-15). */
export const refusedLateText = (why: string): string => `${why} Please send us another version of it here.`

/**
 * The reason why a file is refused, with its name and a way out (FILE-03, ux 44); undefined if it is accepted.
 * `fileCount` is the current number of files at its place.
 */
export function fileFault(file: ChosenFile, fileCount: number, limit = filesOfTask): string | undefined {
  if (fileCount >= limit.most) return tooManyText(file.name, limit)
  const fault = nameFault(file.name)
  if (fault !== undefined) return fault
  const name = safeFileName(file.name)
  if (file.size === 0) return `${name} is 0 bytes. Choose it again.`
  if (file.size > maxFileBytes) return `${name} is larger than 100 MB. Make it smaller or split it.`
  return undefined
}

/** Formats bytes as whole Kb, at least 1 (CAB-05). */
export const sizeInKb = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} Kb`
