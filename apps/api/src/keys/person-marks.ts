import { createHmac } from 'node:crypto'
import { isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import { mailboxOf } from '@nerdify/domain/sign-in/mailbox.ts'

export interface Person {
  /** E.164. */
  phone?: string | null
  email?: string | null
  /** The provider's fingerprint of a card. */
  cardFingerprint?: string | null
}

/** A keyed hash of a phone, a mailbox or a card. */
export interface PersonMark {
  kind: 'phone' | 'email' | 'card'
  mark: string
}

/**
 * Marks that recognize a person after the account was erased: hashes with the server's secret that identify nobody.
 * Each purpose hashes differently, so that tables cannot be joined (HOLD-09, SUB-06, SAFE-08).
 */
export function personMarks(
  secret: string,
  purpose: 'trial' | 'first orders' | 'referral',
  { phone = null, email = null, cardFingerprint = null }: Person,
): PersonMark[] {
  const markOf = (kind: PersonMark['kind'], value: string): PersonMark => ({
    kind,
    mark: createHmac('sha256', secret).update(`${purpose} ${kind}:${value}`).digest('base64url'),
  })
  return [
    ...(phone === null ? [] : [markOf('phone', phone)]),
    ...(email === null || isPlaceholderEmail(email) ? [] : [markOf('email', mailboxOf(email))]),
    ...(cardFingerprint === null ? [] : [markOf('card', cardFingerprint)]),
  ]
}
