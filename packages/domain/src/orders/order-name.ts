import { wordsLine } from '../input/one-line.ts'
import { textStart } from '../input/text-start.ts'

/** Longest title that is taken, in characters; the name made of it is shorter. */
export const maxTitleLength = 300
/** Longest name of an order, in characters (UTF-16 code units). */
export const maxNameLength = 60

/** How much of a description its first words may take, in UTF-16 code units, white space included; one more tells where a character ends. */
export const nameableLength = 400

/** What an order's name is made from, as the client gave it. */
export interface NameableOrder {
  title: string | null
  details: string | null
  subject: string | null
}

/**
 * What an order is called, for its client and for staff (EASE-03): by the title that was given, else by the first words of its
 * description, else by its subject; undefined where there is none of them, as with a file alone.
 */
export function orderName({ title, details, subject }: NameableOrder): string | undefined {
  const firstWords = wordsLine(textStart(details ?? '', nameableLength)).replace(/[. ]+$/, '')
  const given = wordsLine(title ?? '') || firstWords || wordsLine(subject ?? '')
  return given === '' ? undefined : shortened(given)
}

/** The words that fit, and three dots if some do not; a single word that is longer is cut. */
function shortened(text: string): string {
  if (text.length <= maxNameLength) return text
  const room = textStart(text, maxNameLength)
  const words = room.slice(0, Math.max(room.lastIndexOf(' '), 0)).replace(/[\s,;:.!?–—-]+$/u, '')
  return `${words === '' ? textStart(text, maxNameLength - 1) : words}…`
}
