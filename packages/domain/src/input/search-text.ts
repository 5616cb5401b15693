import { plainLine } from './one-line.ts'

/** Length of a search, in characters (OPS-10). */
const length = { least: 2, most: 254 }

/** The fault of a search text in words, `empty` for one without a visible character; undefined for a good one. */
export function searchFault(typed: string, empty: string): string | undefined {
  const line = plainLine(typed)
  if (line === '') return empty
  if (line.length < length.least) return `Type at least ${length.least} characters.`
  return line.length > length.most ? `Type at most ${length.most} characters.` : undefined
}

/** The words of a search text: its runs of letters and digits. */
export const searchWords = (typed: string): string[] => plainLine(typed).match(/[\p{L}\p{N}]+/gu) ?? []

/** The fault of a search by words; `empty` also for a text without letters and digits. */
export const wordsFault = (typed: string, empty: string): string | undefined =>
  searchFault(typed, empty) ?? (searchWords(typed).length === 0 ? empty : undefined)

/** The words of a text for {@link hasWords}, in lower case. */
export const wordsToFind = (text: string): string[] => searchWords(text.toLowerCase())

/** Whether each searched word begins a word of the text; letter case is ignored. */
export const hasWords = (textWords: readonly string[], words: readonly string[]): boolean =>
  words.map((word) => word.toLowerCase()).every((word) => textWords.some((each) => each.startsWith(word)))
