import { canonicalEmail } from '@nerdify/domain/sign-in/email.ts'

/**
 * Whether this is the staff mailbox, which gets notices about every client. No account may have it: messages to an
 * account's address are shown to its client, and erased with the account (LAW-06).
 */
export function isSupportAddress({ supportEmail }: { supportEmail: string }, email: string): boolean {
  return canonicalEmail(email) === canonicalEmail(supportEmail)
}
