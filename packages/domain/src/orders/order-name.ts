import { wordsLine } from '../input/one-line.ts'
import { textStart } from '../input/text-start.ts'

/** The longest accepted title, in characters; the order's name from it is shorter. */
export const maxTitleLength = 300
/** Longest name of an order, in characters (UTF-16 code units). */
export const maxNameLength = 60

/**
 * UTF-16 code units of a description that its first words may need, white space included; one more shows where a
 * grapheme ends.
 */
export const nameableLength = 400

/** What an order's name derives from. */
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
  return name === '' ? undefined : shortened(name)
}

/** The words that fit, with three dots if some do not; cuts a single word that is too long. */
function shortened(text: string): string {
  if (text.length <= maxNameLength) return text
  const room = textStart(text, maxNameLength)
  const words = room.slice(0, Math.max(room.lastIndexOf(' '), 0)).replace(/[\s,;:.!?–—-]+$/u, '')
  return `${words === '' ? textStart(text, maxNameLength - 1) : words}…`
}
