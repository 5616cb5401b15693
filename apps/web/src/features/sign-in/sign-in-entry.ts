import { recordOf, textFrom } from '@nerdify/browser/kept-values.ts'

/** A sent code or link; the history entry keeps it over a reload (ux 8). */
export interface SentMessage {
  /** The recipient's number or address, formatted. */
  to: string
  /** When "Resend" becomes possible, epoch milliseconds by this device's clock. */
  resendAt: number
  /** Sent back with the code, so that another browser's wrong guesses cannot use up its attempts (SAFE-14). */
  nonce?: string | undefined
  /** Sent to a new account, which has no other way to sign in yet. */
  isNew?: boolean | undefined
}

/** State of the sign-in's history entries: the typed value of the first step, or the sent code for the next one. */
export interface SignInEntry {
  typed?: string | undefined
  sent?: SentMessage | undefined
}

/** Reads a history entry's state; another page's state, or none, is an empty entry. */
export function signInEntry(state: unknown): SignInEntry {
  const { typed, sent } = recordOf(state)
  const { to, resendAt, nonce, isNew } = recordOf(sent)
  const isSent = typeof to === 'string' && typeof resendAt === 'number'
  return {
    typed: textFrom(typed),
    sent: isSent ? { to, resendAt, nonce: textFrom(nonce), isNew: isNew === true || undefined } : undefined,
  }
}

/** Whether the server ended the session, and not the person (AUTH-19, AUTH-23). */
export const isForced = (state: unknown): boolean => recordOf(state).forced === true
