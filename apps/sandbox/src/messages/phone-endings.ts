/** What happens to a text to a number with a known ending. */
export type PhoneEnding = {
  /** The number's last seven digits. */
  readonly ending: string
  /** In a few words, for the list on the front page. */
  readonly outcome: string
} & (
  | { readonly kind: 'refused'; readonly status: number; readonly code: number; readonly message: string }
  | { readonly kind: 'answer_lost' }
  | { readonly kind: 'undelivered'; readonly code: number }
)

const refused = (
  ending: string,
  outcome: string,
  [status, code]: readonly [number, number],
  message: string,
): PhoneEnding => ({ ending, outcome, kind: 'refused', status, code, message })

/**
 * The numbers that provoke failures, in any area code: +1 500 555 0001 as well as +1 415 555 0001. Codes and texts are
 * the SMS provider's.
 */
export const phoneEndings: readonly PhoneEnding[] = [
  refused('5550001', 'refused: invalid number (21211)', [400, 21211], "Invalid 'To' Phone Number"),
  refused('5550004', 'refused: opted out (21610)', [400, 21610], 'Attempt to send to unsubscribed recipient'),
  { ending: '5550006', outcome: 'taken, then reported undelivered (30006)', kind: 'undelivered', code: 30006 },
  { ending: '5550008', outcome: 'taken and delivered, but the answer is lost', kind: 'answer_lost' },
  refused('5550009', 'refused: not a mobile number (21614)', [400, 21614], "'To' number is not a valid mobile number"),
  refused('5550429', 'too many requests (429)', [429, 20429], 'Too Many Requests'),
  refused('5550500', 'server error (500)', [500, 20500], 'An internal server error has occurred'),
]

/** What the number's ending provokes, if anything. */
export function phoneEnding(number: string): PhoneEnding | undefined {
  const digits = number.replace(/\D/g, '')
  return phoneEndings.find(({ ending }) => digits.endsWith(ending))
}
