import type { CallError } from '@nerdify/contract/error-body.ts'
import { emailFault, emailFromText } from '@nerdify/domain/sign-in/email.ts'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { recordOf, textFrom } from '../../kept-values.ts'
import { session } from '../../session.ts'

/** What the page after the sending must know; kept in its history entry, so that a reload stays. */
export interface SentMail {
  /** The address that the link went to. */
  email: string
  /** When "Resend" may be pressed, epoch milliseconds by this device's clock. */
  resendAt: number
}

/** What the history entries of `/login/email` and the pages after it carry. */
export interface EmailEntry {
  typed?: string | undefined
  sent?: SentMail | undefined
}

/** A history entry's state, however it came about: another page's state, or none, is an empty entry. */
export function emailEntry(state: unknown): EmailEntry {
  const { typed, sent } = recordOf(state)
  const { email, resendAt } = recordOf(sent)
  return {
    typed: textFrom(typed),
    sent: typeof email === 'string' && typeof resendAt === 'number' ? { email, resendAt } : undefined,
  }
}

/** The link was sent, nobody has the address, or why it was not sent. */
type MailOutcome = { sent: SentMail } | { unknown: string } | { refused: CallError }

/**
 * Asks for a link to the address (AUTH-08); a text that is no address is refused without asking. The link leads to the
 * page first asked for, also where it is opened in another browser.
 */
export async function requestMail(typed: string): Promise<MailOutcome> {
  const email = emailFromText(typed)
  if (email === undefined) return { refused: { status: 422, text: emailFault(typed), error_value: 'value' } }
  const next = session.askedFor()
  try {
    const { ok, resend_after = 0 } = await api.requestCode({
      factor: 'email',
      value: email,
      ...(next !== undefined && { next }),
    })
    return ok ? { sent: { email, resendAt: Date.now() + resend_after * 1000 } } : { unknown: email }
  } catch (thrown) {
    return { refused: asCallError(thrown) }
  }
}
