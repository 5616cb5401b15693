import { knownEmail } from './email.ts'
import { maskedEmail, maskedPhone } from './masked.ts'

/**
 * An account's name that only its owner recognizes (SAFE-05): the end of its phone, else its e-mail without the name;
 * null without either. `phone` is E.164.
 */
export function maskedAccount({ phone, email }: { phone: string | null; email: string | null }): string | null {
  if (phone !== null) return maskedPhone(phone)
  const ownEmail = knownEmail(email)
  return ownEmail === null ? null : maskedEmail(ownEmail)
}
