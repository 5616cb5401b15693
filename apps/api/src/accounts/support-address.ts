import { canonicalEmail } from '@nerdify/domain/sign-in/email.ts'

/**
 * Whether an address is the one at which our people are told of every client. No account may have it: what is sent to an
 * account's address is shown to its client, and is forgotten with the account (LAW-06).
 */
export function isSupportAddress({ supportEmail }: { supportEmail: string }, email: string): boolean {
  return canonicalEmail(email) === canonicalEmail(supportEmail)
}
