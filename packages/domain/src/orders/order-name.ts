import { wordsLine } from '../input/one-line.ts'
import { textStart } from '../input/text-start.ts'

/** The longest accepted title, in characters; the order's name shortens it. */
export const maxTitleLength = 300
/** The longest name of an order, in UTF-16 code units. */
export const maxNameLength = 60

/**
 * The start of a description that contains its first words, in UTF-16 code units with white space; one unit more shows
 * where a grapheme ends.
 */
export const nameableLength = 400

/** The fields that give an order its name. */
export interface NameableOrder {
  title: string | null
  details: string | null
  subject: string | null
}

/**
 * The order's name for its client and for staff (EASE-03): the title, else the first words of the description, else the
 * subject; undefined without any, for example with only a file.
 */
export function orderName({ title, details, subject }: NameableOrder): string | undefined {
  const name =
    wordsLine(title ?? '') ||
    wordsLine(textStart(details ?? '', nameableLength)).replace(/[. ]+$/, '') ||
    wordsLine(subject ?? '')
  return name === '' ? undefined : shorten(name)
}

/** Cuts after the last word that fits and adds three dots; cuts inside a single word that is too long. */
function shorten(text: string): string {
  if (text.length <= maxNameLength) return text
  const room = textStart(text, maxNameLength)
  const words = room.slice(0, Math.max(room.lastIndexOf(' '), 0)).replace(/[\s,;:.!?–—-]+$/u, '')
  return `${words === '' ? textStart(text, maxNameLength - 1) : words}…`
}
