/** The outcome of a text to a number with a known ending. */
export interface PhoneEnding {
  /** The number's last seven digits. */
  readonly ending: string
  /** In a few words, for the list on the front page. */
  readonly outcome: string
  /** HTTP status of the refusal; without one the text is accepted and later reported as undelivered. */
  readonly status?: number
  /** The SMS provider's error code and words. */
  readonly code: number
  readonly message?: string
}

/** Numbers that provoke failures, in any area code: +1 500 555 0001 as well as +1 415 555 0001. */
export const phoneEndings: readonly PhoneEnding[] = [
  { ending: '5550001', outcome: 'invalid number', status: 400, code: 21211, message: "Invalid 'To' Phone Number" },
  { ending: '5550004', outcome: 'opted out', status: 400, code: 21610, message: 'Unsubscribed recipient' },
  { ending: '5550006', outcome: 'taken, then reported undelivered', code: 30006 },
  { ending: '5550034', outcome: 'our number is not registered: taken, then reported undelivered', code: 30034 },
  { ending: '5550009', outcome: 'not a mobile number', status: 400, code: 21614, message: 'Not a mobile number' },
  { ending: '5550429', outcome: 'too many requests', status: 429, code: 20429, message: 'Too Many Requests' },
  { ending: '5550500', outcome: 'server error', status: 500, code: 20500, message: 'An internal server error' },
]

/** The failure of a number's ending, if any. */
export function phoneEnding(number: string): PhoneEnding | undefined {
  const digits = number.replace(/\D/g, '')
  return phoneEndings.find(({ ending }) => digits.endsWith(ending))
}
