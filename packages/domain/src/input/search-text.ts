import { plainLine } from './one-line.ts'

/** The length of a search text, in UTF-16 code units (OPS-10). */
const length = { min: 2, max: 254 }

/** Why a search text is refused, in words: `empty` if nothing is visible; undefined if accepted. */
export function searchFault(typed: string, empty: string): string | undefined {
  const line = plainLine(typed)
  if (line === '') return empty
  if (line.length < length.min) return `Type at least ${length.min} characters.`
  return line.length > length.max ? `Type at most ${length.max} characters.` : undefined
}

/** The words of a search text: its runs of letters and digits. */
export const searchWords = (typed: string): string[] => plainLine(typed).match(/[\p{L}\p{N}]+/gu) ?? []

/** {@link searchFault} of a search by words: also `empty` for a text without letters and digits. */
export const wordsFault = (typed: string, empty: string): string | undefined =>
  searchFault(typed, empty) ?? (searchWords(typed).length === 0 ? empty : undefined)

/** The words of a text for {@link hasWords}, in lower case. */
export const wordsToFind = (text: string): string[] => searchWords(text.toLowerCase())

/** Whether each searched word begins a word of the text; letter case is ignored. */
export const hasWords = (textWords: readonly string[], words: readonly string[]): boolean =>
  words.map((word) => word.toLowerCase()).every((word) => textWords.some((textWord) => textWord.startsWith(word)))
