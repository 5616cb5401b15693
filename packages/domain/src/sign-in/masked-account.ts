import { knownEmail } from './email.ts'
import { maskedEmail, maskedPhone } from './masked.ts'

/** How a client is reached, as far as it is known. */
interface Reached {
  /** E.164. */
  phone: string | null
  email: string | null
}

/**
 * An account as its owner knows it again and nobody else learns of it (SAFE-05): the end of its phone, else its e-mail
 * without the name; null where there is neither.
 */
export function maskedAccount({ phone, email }: Reached): string | null {
  if (phone !== null) return maskedPhone(phone)
  const known = knownEmail(email)
  return known === null ? null : maskedEmail(known)
}
