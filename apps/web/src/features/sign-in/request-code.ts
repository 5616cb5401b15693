import type { CallError } from '@nerdify/contract/error-body.ts'
import { phoneDigits, phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import type { SentCode } from './code-request.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'

/** The code was sent, or why not. */
type RequestOutcome = { sent: SentCode } | { refused: CallError }

const notANumber: CallError = { status: 422, text: phoneFaultText, error_value: 'value', error_type: 'phone_invalid' }

/** Asks for a code to the number (AUTH-02, AUTH-03); a text that is no number is refused without asking. */
export async function requestCode(typed: string): Promise<RequestOutcome> {
  const value = phoneDigits(typed)
  if (value === undefined) return { refused: notANumber }
  try {
    const { ok, resend_after = 0 } = await api.requestCode({ factor: 'phone', value })
    if (!ok) return { refused: notANumber }
    return { sent: { phone: formatPhone(typed), resendAt: Date.now() + resend_after * 1000 } }
  } catch (thrown) {
    return { refused: asCallError(thrown) }
  }
}
