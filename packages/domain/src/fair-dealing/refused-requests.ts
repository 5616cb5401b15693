import {
  changesMeaning,
  excuses,
  lists,
  allowedFollowers,
  statementOpeners,
  addressees,
  type Phrase,
  phrases,
  type RefusedRequest,
} from './refused-phrases.ts'

/** A refused request with its words in the text. */
export interface FoundRequest {
  request: RefusedRequest
  words: string
}

const refusedActs: Record<RefusedRequest, string> = {
  live_exam: 'take an exam or a test for you',
  course_access: 'log in to a course or take it for you',
  impersonation: 'appear as you',
}

/** Names the rule, the words that broke it and the alternative (LAW-05), at the field and in the API's answer. */
export function refusedRequestText({ request, words }: FoundRequest): string {
  return `Our honor code doesn’t let us ${refusedActs[request]} (“${words}”). Please rephrase your task. We’re happy to explain or help you prepare.`
}

/** A part of a phrase: a choice of words, or a gap. */
interface Part {
  choices: ReadonlySet<string>
  /** Word count of the longest choice. */
  longest: number
  isOptional: boolean
  /** A complete noun: it matches only if no further noun follows. */
  endsNoun: boolean
  /** The maximum number of words in a gap, and the words that it must not contain. */
  gap: { maxWords: number; forbidden: ReadonlySet<string> } | undefined
}

const setOf = (words: string) => new Set(words.replaceAll('_', ' ').split('|'))
const gaps: Record<string, Part['gap']> = {
  '…': { maxWords: 4, forbidden: setOf(changesMeaning) },
  '……': { maxWords: 8, forbidden: new Set() },
}

function partOf(pattern: string): Part {
  const choices = setOf(pattern.replace(/[?.]$/, '').replace(/<(\w+)>/g, (_, name: keyof typeof lists) => lists[name]))
  const longest = Math.max(...[...choices].map((choice) => choice.split(' ').length))
  return { choices, longest, isOptional: pattern.endsWith('?'), endsNoun: pattern.endsWith('.'), gap: gaps[pattern] }
}

/** Phrases by their first word, in the table's order. */
const phrasesByWord = new Map<string, (Phrase & { parts: Part[] })[]>()
for (const phrase of phrases) {
  const parts = phrase.says.split(' ').map(partOf)
  for (const first of new Set([...(parts[0]?.choices ?? [])].map((choice) => choice.replace(/ .*/, '')))) {
    phrasesByWord.set(first, [...(phrasesByWord.get(first) ?? []), { ...phrase, parts }])
  }
}

const followers = setOf(allowedFollowers)
const isNounEnd = (next: Word | undefined) => next === undefined || next.after !== 'nothing' || followers.has(next.word)

function wordsBetween(sentence: readonly Word[], from: number, to: number): string | undefined {
  if (to === from + 1) return sentence[from]?.word
  return sentence.length < to
    ? undefined
    : sentence
        .slice(from, to)
        .map(({ word }) => word)
        .join(' ')
}

/** The index after the phrase's last word if the phrase matches at a word; undefined otherwise. */
function endOf(sentence: readonly Word[], at: number, parts: readonly Part[], next = 0): number | undefined {
  const part = parts[next]
  if (part === undefined) return at
  if (part.gap !== undefined) {
    for (let from = at; from <= at + part.gap.maxWords && from < sentence.length; from += 1) {
      const end = endOf(sentence, from, parts, next + 1)
      if (end !== undefined) return end
      if (part.gap.forbidden.has(sentence[from]?.word ?? '')) return undefined
    }
    return undefined
  }
  for (let to = at + 1; to <= at + part.longest; to += 1) {
    const matches = part.choices.has(wordsBetween(sentence, at, to) ?? '')
    if (!matches || (part.endsNoun && !isNounEnd(sentence[to]))) continue
    const end = endOf(sentence, to, parts, next + 1)
    if (end !== undefined) return end
  }
  return part.isOptional ? endOf(sentence, at, parts, next + 1) : undefined
}

const [addresseeWords, statementWords] = [setOf(addressees), setOf(statementOpeners)]

/** Whether the phrase at a word addresses somebody else: a line starts with it, or a person is named before it. */
function isAddressed(sentence: readonly Word[], at: number): boolean {
  for (let back = 0; back <= 5; back += 1) {
    if (back <= 1 && (at === back || sentence[at - back]?.after === 'line')) return true
    const before = sentence[at - back - 1]?.word ?? ''
    if (addresseeWords.has(before)) return true
    if (statementWords.has(before)) return false
  }
  return false
}

const excuseSets = excuses.map(({ words, maxDistance, endWords }) => ({
  words: setOf(words),
  maxDistance,
  endWords: setOf(endWords),
}))

/** Whether earlier words of the sentence excuse the phrase. */
function isExcused(sentence: readonly Word[], at: number): boolean {
  return excuseSets.some(({ words, maxDistance, endWords }) => {
    const before = sentence.slice(Math.max(0, at - maxDistance), at)
    const excuse = before.findLastIndex(({ word }) => words.has(word))
    return excuse >= 0 && !before.slice(excuse).some(({ word }) => endWords.has(word))
  })
}

/**
 * The first refused request in a text (LAW-05); undefined if there is none. Statements about the client's own exams and
 * the topic of a text do not count. Linear in the text's length: each word is compared with a fixed number of
 * addressees.
 */
export function findRefusedRequest(text: string): FoundRequest | undefined {
  for (const sentence of sentencesOf(text)) {
    for (const [at, { word, from }] of sentence.entries()) {
      for (const { request, addressed, parts } of phrasesByWord.get(word) ?? []) {
        const end = endOf(sentence, at, parts)
        if (end === undefined || (addressed && !isAddressed(sentence, at)) || isExcused(sentence, at)) continue
        const words = text.slice(from, sentence[end - 1]?.to)
        return { request, words: words.replace(/\s+/g, ' ').replace(/\p{Cf}/gu, '') }
      }
    }
  }
  return undefined
}

/** A word and its position in the text. */
interface Word {
  /** Lower case, without accents and apostrophes. */
  word: string
  from: number
  to: number
  /** The boundary before the word in its sentence. A colon, a dash and a quotation mark also count as a new line. */
  after: 'nothing' | 'comma' | 'line'
}

const endsSentence = /[.!?;][\s"”]|\n\s*\n/
const endsLine = /[\n:;•–—(."“”„!?]| - /

/** Two Hangul fillers and the blank Braille pattern: they look like spaces, but `\s` does not match them. */
const blanks = /[\u3164\uffa0\u2800]/g

/** Splits a text into sentences of words; ignores case, width, accents, spaces and invisible marks. */
function sentencesOf(text: string): Word[][] {
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
