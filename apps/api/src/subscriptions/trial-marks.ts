import { createHmac } from 'node:crypto'
import { isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import { mailboxOf } from '@nerdify/domain/sign-in/mailbox.ts'
import type { TrialMark } from './trial-uses.store.ts'

/** Whose trial it is. */
export interface TrialPerson {
  clientId: string
  phone: string | null
  email: string | null
  /** The provider's mark of the card, known once it was typed. */
  cardFingerprint?: string | null
}

/**
 * What a trial is known again by (SUB-06, abuse 22). Phones, e-mails and cards are kept as hashes with the server's secret:
 * they outlive the account, and tell of nobody.
 */
export function trialMarksOf(secret: string, person: TrialPerson): TrialMark[] {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`trial ${kind}:${value}`).digest('base64url')
  const { clientId, phone, email, cardFingerprint } = person
  return [
    { kind: 'client', mark: clientId },
    ...(phone === null ? [] : [{ kind: 'phone' as const, mark: hash('phone', phone) }]),
    ...(email === null || isPlaceholderEmail(email)
      ? []
      : [{ kind: 'email' as const, mark: hash('email', mailboxOf(email)) }]),
    ...(cardFingerprint == null ? [] : [{ kind: 'card' as const, mark: hash('card', cardFingerprint) }]),
  ]
}
