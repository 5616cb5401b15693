import { textStart } from '../input/text-start.ts'

/** Longest file name that is kept, in UTF-16 code units; a longer one loses its middle, never its ending. */
export const maxFileNameLength = 200

/**
 * A file's name as it is kept and shown (FILE-04): without folders, control characters, and marks that turn the direction
 * of writing (with which "gpj.exe" reads as "exe.jpg"); NFC; never empty, never a dot file.
 */
export function safeFileName(raw: string): string {
  const base = raw.split(/[/\\]/).at(-1) ?? ''
  const plain = trimmed(
    base
      // The joiner of emoji is kept; every other invisible character goes.
      .replace(/(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '')
      .normalize('NFC')
      .replace(/\s+/g, ' '),
  )
  if (plain.length <= maxFileNameLength) return plain === '' ? 'file' : plain
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 && plain.length - dot <= longestEnding ? plain.slice(dot) : ''
  const start = trimmed(textStart(plain, maxFileNameLength - ending.length))
  return trimmed(start + ending) || 'file'
}

/** An ending that is longer is none, in characters with its dot. */
const longestEnding = 16

/** Without blanks and dots at its ends. */
const trimmed = (text: string) => text.replace(/^[\s.]+|[\s.]+$/g, '')

/** The ending of a name as far as it fits on the small picture of a file. */
export const shownExtension = (name: string): string => /^[a-z\d]{0,4}/.exec(extensionOf(name))?.[0] ?? ''

/** The ending of a name in small letters without its dot; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}
