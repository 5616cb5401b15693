import { textStart } from '../input/text-start.ts'

/** The longest stored file name, in UTF-16 code units; a longer name loses its middle and keeps its extension. */
export const maxFileNameLength = 200

/**
 * A file's name for storage and display (FILE-04): without folders, control characters and bidirectional marks (which
 * make "gpj.exe" read as "exe.jpg"); NFC; never empty, never a dot file.
 */
export function safeFileName(raw: string): string {
  const base = raw.split(/[/\\]/).at(-1) ?? ''
  const plain = trim(
    base
      // Keeps the joiner of emoji and drops every other invisible character.
      .replace(/(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, '')
      .normalize('NFC')
      .replace(/\s+/g, ' '),
  )
  if (plain.length <= maxFileNameLength) return plain === '' ? 'file' : plain
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 && plain.length - dot <= longestEnding ? plain.slice(dot) : ''
  const start = trim(textStart(plain, maxFileNameLength - ending.length))
  return trim(start + ending) || 'file'
}

/** The longest extension with its dot, in characters. */
const longestEnding = 16

/** Trims blanks and dots. */
const trim = (text: string) => text.replace(/^[\s.]+|[\s.]+$/g, '')

/** The extension on a file's icon: at most four characters. */
export const shownExtension = (name: string): string => /^[a-z\d]{0,4}/.exec(extensionOf(name))?.[0] ?? ''

/** The extension in lower case without its dot; '' without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}
