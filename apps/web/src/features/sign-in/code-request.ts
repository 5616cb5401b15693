/** What the code step must know of the code that was sent; kept in the history entry, so that a reload stays (ux 8). */
export interface SentCode {
  /** The number that the code went to, as it is shown. */
  phone: string
  /** When "Resend" may be pressed, epoch milliseconds by this device's clock. */
  resendAt: number
  /** What goes back with the code, so that nobody else's guesses end it (SAFE-14). */
  nonce?: string
}

/** What the history entries of `/login/phone` carry: the number typed at step 1, or the code sent for step 2. */
export interface PhoneEntry {
  typed?: string
  sent?: SentCode
}

/** A history entry's state, however it came about: another page's state, or none, is an empty entry. */
export function phoneEntry(state: unknown): PhoneEntry {
  if (typeof state !== 'object' || state === null) return {}
  const { typed, sent } = state as { typed?: unknown; sent?: Partial<SentCode> }
  return {
    ...(typeof typed === 'string' && { typed }),
    ...(typeof sent?.phone === 'string' &&
      typeof sent.resendAt === 'number' && {
        sent: {
          phone: sent.phone,
          resendAt: sent.resendAt,
          ...(typeof sent.nonce === 'string' && { nonce: sent.nonce }),
        },
      }),
  }
}
