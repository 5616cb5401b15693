import { knownEmail } from './email.ts'
import { maskedEmail, maskedPhone } from './masked.ts'

/**
 * An account as its owner knows it again and nobody else learns of it (SAFE-05): the end of its phone, else its e-mail
 * without the name; null where there is neither. `phone` is E.164.
 */
export function maskedAccount({ phone, email }: { phone: string | null; email: string | null }): string | null {
  if (phone !== null) return maskedPhone(phone)
  const known = knownEmail(email)
  return known === null ? null : maskedEmail(known)
}
