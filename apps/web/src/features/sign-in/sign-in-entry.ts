import { recordOf, textFrom } from '../../kept-values.ts'

/** A code or a link that was sent; kept in the history entry, so that a reload stays (ux 8). */
export interface Sent {
  /** The number or the address that it went to, as it is shown. */
  to: string
  /** When "Resend" may be pressed, epoch milliseconds by this device's clock. */
  resendAt: number
  /** What goes back with the code, so that nobody else's guesses end it (SAFE-14). */
  nonce?: string | undefined
}

/** What the history entries of the sign-in carry: what was typed at the first step, or what was sent for the next one. */
export interface SignInEntry {
  typed?: string | undefined
  sent?: Sent | undefined
}

/** A history entry's state, however it came about: another page's state, or none, is an empty entry. */
export function signInEntry(state: unknown): SignInEntry {
  const { typed, sent } = recordOf(state)
  const { to, resendAt, nonce } = recordOf(sent)
  const isSent = typeof to === 'string' && typeof resendAt === 'number'
  return { typed: textFrom(typed), sent: isSent ? { to, resendAt, nonce: textFrom(nonce) } : undefined }
}

/** Whether a history entry's state says that the server ended the session, and not the person (AUTH-19, AUTH-23). */
export const isForced = (state: unknown): boolean => recordOf(state).forced === true
