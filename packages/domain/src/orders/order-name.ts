/** Longest title that is taken, in characters; the name made of it is shorter. */
export const maxTitleLength = 300
/** Longest name of an order, in characters. */
export const maxNameLength = 60

/** How much of a description its first words may take, in UTF-16 code units, white space included. */
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
  const given = wordsOf(title) || wordsOf(details?.slice(0, nameableLength)).replace(/[. ]+$/, '') || wordsOf(subject)
  return given === '' ? undefined : shortened(given)
}

/** A text in one line, without what is no sign. */
const wordsOf = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** The words that fit, and three dots where some do not; a single word that is longer is cut. */
function shortened(text: string): string {
  const characters = [...text]
  if (characters.length <= maxNameLength) return text
  const room = characters.slice(0, maxNameLength).join('')
  const words = room.slice(0, room.lastIndexOf(' ')).replace(/[\s,;:.!?–—-]+$/u, '')
  return `${words === '' ? characters.slice(0, maxNameLength - 1).join('') : words}…`
}
