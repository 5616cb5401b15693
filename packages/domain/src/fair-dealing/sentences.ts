/** A word and its position in the text. */
export interface Word {
  /** Lower case, without accents and apostrophes. */
  word: string
  from: number
  to: number
  /** The boundary before the word in its sentence. A colon, a dash and a quotation mark also count as a new line. */
  after: 'nothing' | 'comma' | 'line'
}

const endsSentence = /[.!?;][\s"”]|\n\s*\n/
const endsLine = /[\n:;•–—(."“”„!?]| - /

/** Two Hangul fillers and the blank Braille pattern, which look like spaces and are none to a pattern. */
const blanks = /[\u3164\uffa0\u2800]/g

/** Splits a text into sentences of words; ignores case, width, accents, spaces and invisible marks. */
export function sentencesOf(text: string): Word[][] {
  const sentences: Word[][] = [[]]
  let end = 0
  for (const { 0: typed, index: from } of text.matchAll(/(?:(?![\u3164\uffa0])[\p{L}\p{N}\p{M}\p{Cf}'’ʼ])+/gu)) {
    const word = /^[a-z]+$/.test(typed) ? typed : plain(typed)
    if (word === '') continue
    const between = text.slice(end, from)
    // Fast path: a single space is no boundary.
    const signs = between === ' ' ? '' : between.replace(blanks, ' ').replace(/\p{DI}/gu, '')
    if (endsSentence.test(signs)) sentences.push([])
    end = from + typed.length
    const after = endsLine.test(signs) ? 'line' : signs.includes(',') ? 'comma' : 'nothing'
    sentences.at(-1)?.push({ word, from, to: end, after })
  }
  return sentences
}

const plain = (typed: string) =>
  typed
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\p{DI}'’ʼ]/gu, '')
