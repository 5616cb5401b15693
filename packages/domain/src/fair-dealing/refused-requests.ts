import {
  anotherThing,
  excuses,
  lists,
  mayFollow,
  ofNobodyElse,
  others,
  type Phrase,
  phrases,
  type RefusedRequest,
} from './refused-phrases.ts'
import { sentencesOf, type Word } from './sentences.ts'

/** A request that is refused, and the words that say so, as they were typed. */
export interface FoundRequest {
  request: RefusedRequest
  words: string
}

const whatWeRefuse: Record<RefusedRequest, string> = {
  live_exam: 'sit an exam or a test for you',
  course_access: 'log in to a course or take it for you',
  impersonation: 'appear as you',
}

/** The rule by its name, the words that broke it, and the way on (LAW-05); the same beside the field and in the answer. */
export function refusedRequestText({ request, words }: FoundRequest): string {
  return `Our honour code does not let us ${whatWeRefuse[request]} (“${words}”). Please rephrase your task. We’re happy to explain or help you prepare.`
}

/** A part of a phrase: one of some words, or a gap. */
interface Part {
  choices: ReadonlySet<string>
  /** Words of the longest choice. */
  longest: number
  isOptional: boolean
  /** It is meant itself: no other thing follows. */
  isItself: boolean
  /** How many words a gap may have, and the words it may not. */
  gap: { most: number; never: ReadonlySet<string> } | undefined
}

const setOf = (words: string) => new Set(words.replaceAll('_', ' ').split('|'))
const gaps: Record<string, Part['gap']> = {
  '…': { most: 4, never: setOf(anotherThing) },
  '……': { most: 8, never: new Set() },
}

function partOf(written: string): Part {
  const choices = setOf(written.replace(/[?.]$/, '').replace(/<(\w+)>/g, (_, name: keyof typeof lists) => lists[name]))
  const longest = Math.max(...[...choices].map((choice) => choice.split(' ').length))
  return { choices, longest, isOptional: written.endsWith('?'), isItself: written.endsWith('.'), gap: gaps[written] }
}

/** The phrases that a word begins, in the table's order. */
const phrasesByWord = new Map<string, (Phrase & { parts: Part[] })[]>()
for (const phrase of phrases) {
  const parts = phrase.says.split(' ').map(partOf)
  for (const first of new Set([...(parts[0]?.choices ?? [])].map((choice) => choice.replace(/ .*/, '')))) {
    phrasesByWord.set(first, [...(phrasesByWord.get(first) ?? []), { ...phrase, parts }])
  }
}

const followers = setOf(mayFollow)
const isItself = (next: Word | undefined) => next === undefined || next.after !== 'nothing' || followers.has(next.word)

function saidBetween(sentence: readonly Word[], from: number, to: number): string | undefined {
  if (to === from + 1) return sentence[from]?.word
  return sentence.length < to
    ? undefined
    : sentence
        .slice(from, to)
        .map(({ word }) => word)
        .join(' ')
}

/** Behind which word the parts of a phrase end that stand in a sentence from a word on; nothing where they do not. */
function endOf(sentence: readonly Word[], at: number, parts: readonly Part[], next = 0): number | undefined {
  const part = parts[next]
  if (part === undefined) return at
  if (part.gap !== undefined) {
    for (let over = at; over <= at + part.gap.most && over < sentence.length; over += 1) {
      const end = endOf(sentence, over, parts, next + 1)
      if (end !== undefined) return end
      if (part.gap.never.has(sentence[over]?.word ?? '')) return undefined
    }
    return undefined
  }
  for (let to = at + 1; to <= at + part.longest; to += 1) {
    const stands = part.choices.has(saidBetween(sentence, at, to) ?? '')
    if (!stands || (part.isItself && !isItself(sentence[to]))) continue
    const end = endOf(sentence, to, parts, next + 1)
    if (end !== undefined) return end
  }
  return part.isOptional ? endOf(sentence, at, parts, next + 1) : undefined
}

const [askable, nobodyElse] = [setOf(others), setOf(ofNobodyElse)]

/** Whether somebody else is asked for what stands at a word: a line begins with it, or one of them is named before it. */
function isAsked(sentence: readonly Word[], at: number): boolean {
  for (let back = 0; back <= 5; back += 1) {
    if (back <= 1 && (at === back || sentence[at - back]?.after === 'line')) return true
    const before = sentence[at - back - 1]?.word ?? ''
    if (askable.has(before)) return true
    if (nobodyElse.has(before)) return false
  }
  return false
}

const excusing = excuses.map(({ words, upTo, ended }) => ({ words: setOf(words), upTo, ended: setOf(ended) }))

/** Whether what stands before a word in its sentence excuses what follows. */
function isExcused(sentence: readonly Word[], at: number): boolean {
  return excusing.some(({ words, upTo, ended }) => {
    const before = sentence.slice(Math.max(0, at - upTo), at)
    const excuse = before.findLastIndex(({ word }) => words.has(word))
    return excuse >= 0 && !before.slice(excuse).some(({ word }) => ended.has(word))
  })
}

/**
 * The first request of a text that we refuse (LAW-05), or nothing. What a person did or must do themself, and what a text
 * is about, is none. Takes time in proportion to the text's length: each word is looked at with a fixed number of others.
 */
export function findRefusedRequest(text: string): FoundRequest | undefined {
  for (const sentence of sentencesOf(text)) {
    for (const [at, { word, from }] of sentence.entries()) {
      for (const { request, asked, parts } of phrasesByWord.get(word) ?? []) {
        const end = endOf(sentence, at, parts)
        if (end === undefined || (asked && !isAsked(sentence, at)) || isExcused(sentence, at)) continue
        const said = text.slice(from, sentence[end - 1]?.to)
        return { request, words: said.replace(/\s+/g, ' ').replace(/\p{Cf}/gu, '') }
      }
    }
  }
  return undefined
}
