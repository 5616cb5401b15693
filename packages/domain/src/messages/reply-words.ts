import { plainLine } from '../input/one-line.ts'

/** What somebody wants who answers a text with one of the agreed words (LAW-07). */
export type ReplyWish = 'stop' | 'start' | 'help'

/** What an incoming text asks for, and whether it says more than that: then a person has to read it too. */
export interface Reply {
  wish: ReplyWish | undefined
  saysMore: boolean
}

/** The words that the carriers' rules name, and those that the FCC counts as a wish to end. */
const words: Record<ReplyWish, readonly string[]> = {
  stop: [
    'stop',
    'stopall',
    'stop all',
    'unsubscribe',
    'unsubscribe me',
    'cancel',
    'end',
    'quit',
    'revoke',
    'remove me',
    'opt out',
    'opt me out',
    'optout',
    'opt-out',
    'do not text me',
    'dont text me',
  ],
  start: ['start', 'unstop', 'yes', 'subscribe'],
  help: ['help', 'info'],
}

/** What people add to a wish to end the texts, without another meaning. */
const courtesies = /\b(?:please|pls|plz|kindly|thanks|thank you|thx|hi|hello|ok|okay|now|nerdify)\b/g
const theTexts =
  / (?:sending|texting|messaging)(?: me| us)?\b| (?:(?:all|any|more|these|the|your) )*(?:texts?|text messages?|messages?|sms)\b/g

const wordsOf = (text: string): string =>
  plainLine(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether the whole text is a wish to end, however politely it is put: "please stop", "Stop texting me. Thank you". */
const isStop = (text: string): boolean =>
  words.stop.includes(wordsOf(wordsOf(text).replace(courtesies, '')).replace(theTexts, ''))

/**
 * What an incoming text asks for, however it is capitalised, quoted or punctuated (LAW-07). A wish to end also counts as one
 * sentence of several: "Stop. I found a tutor". The others must be the whole text, or a client's answer would be lost.
 */
export function readReply(text: string): Reply {
  const whole = wordsOf(text)
  const wish = (Object.keys(words) as ReplyWish[]).find((each) => words[each].includes(whole))
  if (wish !== undefined) return { wish, saysMore: false }
  if (isStop(text)) return { wish: 'stop', saysMore: false }
  return { wish: text.split(/[.!?\n]+/).some(isStop) ? 'stop' : undefined, saysMore: true }
}
