import { plainLine } from '../input/one-line.ts'

/** The request in a reply to a text message (LAW-07). */
export type ReplyWish = 'stop' | 'start' | 'help'

/** The request in an incoming text, and whether the text says more, so that a person must read it too. */
export interface Reply {
  wish: ReplyWish | undefined
  saysMore: boolean
}

/** Keywords of the carriers' rules, plus the FCC's opt-out words. */
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

/** Polite words and objects that do not change the meaning of an opt-out. */
const courtesies = /\b(?:please|pls|plz|kindly|thanks|thank you|thx|hi|hello|ok|okay|now|nerdify)\b/g
const objects =
  / (?:sending|texting|messaging)(?: me| us)?\b| (?:(?:all|any|more|these|the|your) )*(?:texts?|text messages?|messages?|sms)\b/g

const wordsOf = (text: string): string =>
  plainLine(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether the whole text is an opt-out, however polite: "please stop", "Stop texting me. Thank you". */
const isStop = (text: string): boolean =>
  words.stop.includes(wordsOf(wordsOf(text).replace(courtesies, '')).replace(objects, ''))

/**
 * Reads the request in an incoming text, ignoring case, quotes and punctuation (LAW-07). An opt-out also counts as one
 * sentence of several: "Stop. I found a tutor". Other keywords must be the whole text, so that no client's answer is
 * lost: "Yes" from a number that has not opted out answers a question of ours.
 */
export function readReply(text: string, { hasOptedOut }: { hasOptedOut: boolean }): Reply {
  const whole = wordsOf(text)
  const wish = (Object.keys(words) as ReplyWish[]).find((key) => words[key].includes(whole))
  if (wish === 'start' && !hasOptedOut) return { wish: undefined, saysMore: true }
  if (wish !== undefined) return { wish, saysMore: false }
  if (isStop(text)) return { wish: 'stop', saysMore: false }
  return { wish: text.split(/[.!?\n]+/).some(isStop) ? 'stop' : undefined, saysMore: true }
}
