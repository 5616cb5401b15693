import { extensionOf } from './file-name.ts'

/** What a file can be, in the words of the list (FILE-03). */
export const fileKinds = ['document', 'image', 'archive', 'audio', 'video'] as const
/** One of them. */
export type FileKind = (typeof fileKinds)[number]

/**
 * The kinds of file that are taken, by their endings (FILE-03), each with the types that a look at the bytes may find in
 * it; none means that such a file has no mark of its own (plain text).
 */
export const fileTypes: Readonly<Record<string, { kind: FileKind; found: readonly string[] }>> = {
  pdf: { kind: 'document', found: ['application/pdf'] },
  doc: { kind: 'document', found: ['application/x-cfb'] },
  docx: {
    kind: 'document',
    found: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  },
  odt: { kind: 'document', found: ['application/vnd.oasis.opendocument.text', 'application/zip'] },
  pages: { kind: 'document', found: ['application/vnd.apple.pages', 'application/zip'] },
  rtf: { kind: 'document', found: ['application/rtf'] },
  txt: { kind: 'document', found: [] },
  md: { kind: 'document', found: [] },
  tex: { kind: 'document', found: [] },
  csv: { kind: 'document', found: [] },
  tsv: { kind: 'document', found: [] },
  xls: { kind: 'document', found: ['application/x-cfb'] },
  xlsx: {
    kind: 'document',
    found: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  },
  ods: { kind: 'document', found: ['application/vnd.oasis.opendocument.spreadsheet', 'application/zip'] },
  numbers: { kind: 'document', found: ['application/vnd.apple.numbers', 'application/zip'] },
  ppt: { kind: 'document', found: ['application/x-cfb'] },
  pptx: {
    kind: 'document',
    found: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/zip'],
  },
  odp: { kind: 'document', found: ['application/vnd.oasis.opendocument.presentation', 'application/zip'] },
  key: { kind: 'document', found: ['application/vnd.apple.keynote', 'application/zip'] },
  epub: { kind: 'document', found: ['application/epub+zip', 'application/zip'] },
  jpg: { kind: 'image', found: ['image/jpeg'] },
  jpeg: { kind: 'image', found: ['image/jpeg'] },
  jfif: { kind: 'image', found: ['image/jpeg'] },
  png: { kind: 'image', found: ['image/png', 'image/apng'] },
  gif: { kind: 'image', found: ['image/gif'] },
  webp: { kind: 'image', found: ['image/webp'] },
  heic: { kind: 'image', found: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'] },
  heif: { kind: 'image', found: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'] },
  avif: { kind: 'image', found: ['image/avif'] },
  bmp: { kind: 'image', found: ['image/bmp'] },
  tif: { kind: 'image', found: ['image/tiff'] },
  tiff: { kind: 'image', found: ['image/tiff'] },
  zip: { kind: 'archive', found: ['application/zip'] },
  rar: { kind: 'archive', found: ['application/x-rar-compressed'] },
  '7z': { kind: 'archive', found: ['application/x-7z-compressed'] },
  gz: { kind: 'archive', found: ['application/gzip'] },
  tgz: { kind: 'archive', found: ['application/gzip'] },
  bz2: { kind: 'archive', found: ['application/x-bzip2'] },
  xz: { kind: 'archive', found: ['application/x-xz'] },
  tar: { kind: 'archive', found: ['application/x-tar'] },
  mp3: { kind: 'audio', found: ['audio/mpeg'] },
  m4a: { kind: 'audio', found: ['audio/x-m4a', 'audio/mp4', 'video/mp4'] },
  wav: { kind: 'audio', found: ['audio/wav'] },
  ogg: { kind: 'audio', found: ['audio/ogg', 'audio/ogg; codecs=opus', 'video/ogg', 'application/ogg'] },
  opus: { kind: 'audio', found: ['audio/ogg; codecs=opus', 'audio/ogg'] },
  flac: { kind: 'audio', found: ['audio/flac'] },
  aac: { kind: 'audio', found: ['audio/aac'] },
  amr: { kind: 'audio', found: ['audio/amr'] },
  wma: { kind: 'audio', found: ['audio/x-ms-asf', 'application/vnd.ms-asf'] },
  mp4: { kind: 'video', found: ['video/mp4', 'video/x-m4v', 'audio/mp4', 'video/quicktime'] },
  m4v: { kind: 'video', found: ['video/x-m4v', 'video/mp4'] },
  mov: { kind: 'video', found: ['video/quicktime', 'video/mp4'] },
  webm: { kind: 'video', found: ['video/webm', 'video/matroska'] },
  mkv: { kind: 'video', found: ['video/matroska', 'video/webm'] },
  avi: { kind: 'video', found: ['video/vnd.avi'] },
  wmv: { kind: 'video', found: ['video/x-ms-asf', 'audio/x-ms-asf', 'application/vnd.ms-asf'] },
  mpg: { kind: 'video', found: ['video/mpeg', 'video/MP1S', 'video/MP2P'] },
  mpeg: { kind: 'video', found: ['video/mpeg', 'video/MP1S', 'video/MP2P'] },
  '3gp': { kind: 'video', found: ['video/3gpp', 'video/3gpp2', 'video/mp4'] },
}

/** The endings for a file picker's `accept`, so that it offers only what is taken. */
export const acceptedEndings = Object.keys(fileTypes)
  .map((extension) => `.${extension}`)
  .join(',')

/** What a file with this name is; one that would not be taken any more counts as a document. */
export const fileKindOf = (name: string): FileKind => fileTypes[extensionOf(name)]?.kind ?? 'document'

/** Whether a file with this name may be taken at all (FILE-03). */
export const isTakenType = (name: string): boolean => Object.hasOwn(fileTypes, extensionOf(name))

/**
 * Whether what the bytes say agrees with the name's ending (FILE-03, abuse 29). `found` is the detected type, undefined
 * where the bytes have no known mark: then nothing speaks against the name, and it is handed out as opaque bytes anyway.
 */
export function agreesWithName(name: string, found: string | undefined): boolean {
  const type = fileTypes[extensionOf(name)]
  if (type === undefined) return false
  return found === undefined || type.found.includes(found)
}
