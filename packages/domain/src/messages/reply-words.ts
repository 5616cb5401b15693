/** What somebody wants who answers a text with one of the agreed words (LAW-07). */
export type ReplyWish = 'stop' | 'start' | 'help'

/** The words that the carriers' rules name, and those that the FCC counts as a wish to end. */
const words: Record<ReplyWish, readonly string[]> = {
  stop: [
    'stop',
    'stopall',
    'stop all',
    'unsubscribe',
    'cancel',
    'end',
    'quit',
    'revoke',
    'opt out',
    'optout',
    'opt-out',
  ],
  start: ['start', 'unstop', 'yes', 'subscribe'],
  help: ['help', 'info'],
}

/** The wish in an answer, however it is capitalised, quoted or punctuated; undefined for any other text. */
export function wishIn(text: string): ReplyWish | undefined {
  const said = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return (Object.keys(words) as ReplyWish[]).find((wish) => words[wish].includes(said))
}
