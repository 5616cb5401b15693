import { webPaths } from '@nerdify/contract/web-paths.ts'
import { accountLinkKey } from '../../keys/account-links.ts'
import type { Rendering, Variables } from './template.ts'

/** The variables of a mail to an unconfirmed address; by `client`, the mail is erased with its account (LAW-06). */
export const confirmVariables = ['client', 'phoneEnd', 'confirmKeyId'] as const

/** The confirmation link in a mail about something else (SAFE-02), if any. */
export function confirmLink(
  { confirmKeyId, phoneEnd = '' }: Variables<never, (typeof confirmVariables)[number]>,
  { publicUrl, secret }: Rendering,
): { label: string; url: string } | undefined {
  if (confirmKeyId === undefined) return undefined
  return {
    label: `Confirm this address to log in by e-mail to the account whose phone ends in ${phoneEnd}`,
    url: publicUrl + webPaths.confirmEmail(accountLinkKey(secret, confirmKeyId)),
  }
}
