import type { CallError } from '@nerdify/contract/error-body.ts'
import { isMasked } from '@nerdify/domain/sign-in/masked.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { phoneDigits, phoneFaultText } from '@nerdify/domain/sign-in/phone.ts'
import { newcomerApi } from '../../api/client.ts'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { keepOrigin, keptOrigin } from '../../visit/origin.ts'
import type { SentMessage } from './sign-in-entry.ts'

/** The nonce of the last sign-in here: it survives sign-out, and cannot sign in by itself (SAFE-14). */
const nonceKey = 'nerdify.signInNonce'

/** Keeps the nonce of a code that signed in. */
export function keepNonce({ nonce }: SentMessage): void {
  if (nonce !== undefined) localStore.set(nonceKey, nonce)
}

const notANumber: CallError = { status: 422, text: phoneFaultText, error_value: 'value', error_type: 'phone_invalid' }

/**
 * Requests a code to the number (AUTH-02, AUTH-03), or to the signed-in client's masked one (SAFE-03). Rejects with a
 * `CallError`, without a request if the text is neither.
 */
export async function requestCode(typed: string, begin: { begin?: true } = {}): Promise<SentMessage> {
  const value = isMasked(typed) ? typed : phoneDigits(typed)
  if (value === undefined) throw notANumber
  const known = localStore.get(nonceKey)
  const nonceHere = known === undefined ? {} : { nonce: known }
  const {
    ok,
    nonce,
    resend_after = 0,
    is_new,
  } = await newcomerApi.requestCode({ factor: 'phone', value, ...nonceHere, ...begin })
  if (!ok) throw notANumber
  return {
    to: formatPhone(typed),
    resendAt: Date.now() + resend_after * 1000,
    ...(nonce !== undefined && { nonce }),
    isNew: is_new,
  }
}

/** Requests a code to a known or a new number, which gets its account first (DOOR-02). `pathname` is the current page. */
export async function codeForAnybody(typed: string, pathname: string): Promise<SentMessage> {
  const sent = await requestCode(typed, { begin: true })
  if (sent.isNew) keepOrigin(keptOrigin(pathname))
  return sent
}
