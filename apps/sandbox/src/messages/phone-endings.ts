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

/**
 * The numbers that provoke failures, in any area code: +1 500 555 0001 as well as +1 415 555 0001. Codes and texts are
 * the SMS provider's.
 */
export const phoneEndings: readonly PhoneEnding[] = [
  {
    ending: '5550001',
    outcome: 'refused: invalid number (21211)',
    kind: 'refused',
    status: 400,
    code: 21211,
    message: "Invalid 'To' Phone Number",
  },
  {
    ending: '5550002',
    outcome: 'refused: no route (21612)',
    kind: 'refused',
    status: 400,
    code: 21612,
    message: 'Message cannot be sent with the current combination of To and From',
  },
  {
    ending: '5550003',
    outcome: 'refused: country not enabled (21408)',
    kind: 'refused',
    status: 400,
    code: 21408,
    message: 'Permission to send an SMS has not been enabled for the region indicated by the To number',
  },
  {
    ending: '5550004',
    outcome: 'refused: opted out (21610)',
    kind: 'refused',
    status: 400,
    code: 21610,
    message: 'Attempt to send to unsubscribed recipient',
  },
  { ending: '5550006', outcome: 'taken, then reported undelivered (30006)', kind: 'undelivered', code: 30006 },
  { ending: '5550008', outcome: 'taken and delivered, but the answer is lost', kind: 'answer_lost' },
  {
    ending: '5550009',
    outcome: 'refused: not a mobile number (21614)',
    kind: 'refused',
    status: 400,
    code: 21614,
    message: "'To' number is not a valid mobile number",
  },
  {
    ending: '5550429',
    outcome: 'too many requests (429)',
    kind: 'refused',
    status: 429,
    code: 20429,
    message: 'Too Many Requests',
  },
  {
    ending: '5550500',
    outcome: 'server error (500)',
    kind: 'refused',
    status: 500,
    code: 20500,
    message: 'An internal server error has occurred',
  },
]

/** What the number's ending provokes, if anything. */
export function phoneEnding(number: string): PhoneEnding | undefined {
  const digits = number.replace(/\D/g, '')
  return phoneEndings.find(({ ending }) => digits.endsWith(ending))
}
