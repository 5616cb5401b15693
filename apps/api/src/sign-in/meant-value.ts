import type { Factor } from '@nerdify/contract/sign-in.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { isMasked, maskedEmail, maskedPhone, unmasked } from '@nerdify/domain/sign-in/masked.ts'
import { readClient } from '../accounts/find-client.ts'
import type { Product } from '../product.ts'
import { openSessionOf } from '../sessions/sessions.ts'

/**
 * The phone or e-mail that a code or link is asked for: the masked one of the open session's own client stands for theirs,
 * since a session of one order is shown no other (SAFE-03). It is compared with that client's alone, so it asks about nobody.
 */
export async function meantValue(
  product: Product,
  { factor, value }: { factor: Factor; value: string },
  token: string | undefined,
): Promise<string> {
  if (!isMasked(value)) return value
  const session = await openSessionOf(product, token)
  if (session === undefined) return value
  const { phone, email } = await readClient(product.queries, session.clientId)
  if (factor === 'phone') return unmasked(value, phone, maskedPhone)
  return factor === 'email' ? unmasked(value, knownEmail(email), maskedEmail) : value
}
