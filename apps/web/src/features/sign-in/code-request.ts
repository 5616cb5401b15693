import { recordOf, textFrom } from '../../kept-values.ts'

/** What the code step must know of the code that was sent; kept in the history entry, so that a reload stays (ux 8). */
export interface SentCode {
  /** The number that the code went to, as it is shown. */
  phone: string
  /** When "Resend" may be pressed, epoch milliseconds by this device's clock. */
  resendAt: number
  /** What goes back with the code, so that nobody else's guesses end it (SAFE-14). */
  nonce?: string | undefined
}

/** What the history entries of `/login/phone` carry: the number typed at step 1, or the code sent for step 2. */
export interface PhoneEntry {
  typed?: string | undefined
  sent?: SentCode | undefined
}

/** A history entry's state, however it came about: another page's state, or none, is an empty entry. */
export function phoneEntry(state: unknown): PhoneEntry {
  const { typed, sent } = recordOf(state)
  const { phone, resendAt, nonce } = recordOf(sent)
  return {
    typed: textFrom(typed),
    sent:
      typeof phone === 'string' && typeof resendAt === 'number'
        ? { phone, resendAt, nonce: textFrom(nonce) }
        : undefined,
  }
}
