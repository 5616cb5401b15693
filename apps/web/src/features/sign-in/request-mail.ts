import type { CallError } from '@nerdify/contract/error-body.ts'
import { emailFault, emailFromText } from '@nerdify/domain/sign-in/email.ts'
import { api } from '../../api/client.ts'
import { requestedPage } from '../../visit/requested-page.ts'
import { mailNonce } from './mail-nonce.ts'
import type { SentMessage } from './sign-in-entry.ts'

/**
 * Requests a link to the address (AUTH-08); undefined if it has no account. Rejects with a `CallError`, without a
 * request if the text is no address. The link leads to the requested page, also in another browser.
 */
export async function requestMail(typed: string): Promise<SentMessage | undefined> {
  const email = emailFromText(typed)
  if (email === undefined) throw { status: 422, text: emailFault(typed), error_value: 'value' } satisfies CallError
  const next = requestedPage()
  const { ok, resend_after = 0 } = await api.requestCode({
    factor: 'email',
    value: email,
    nonce: mailNonce(),
    ...(next !== undefined && { next }),
  })
  return ok ? { to: email, resendAt: Date.now() + resend_after * 1000 } : undefined
}
