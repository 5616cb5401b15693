import { phoneDigits } from '@nerdify/domain/sign-in/phone.ts'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { api } from '../../api/client.ts'
import { keepOrigin, keptOrigin } from '../../visit/origin.ts'
import { requestCode } from './request-code.ts'
import type { Sent } from './sign-in-entry.ts'

/** Creates an account for a new number (DOOR-02, MSG-01), and requests its code. `pathname` is the current page. */
export async function beginAccount(typed: string, pathname: string): Promise<Sent> {
  const origin = keptOrigin(pathname)
  await api.leaveNumber({ phone: phoneDigits(typed) ?? typed, ...origin })
  keepOrigin(origin)
  return { ...(await requestCode(typed)), isNew: true }
}

/** Requests a code to a number: a known one signs in, a new one gets its account first (DOOR-02). */
export async function codeForAnybody(typed: string, pathname: string): Promise<Sent> {
  try {
    return await requestCode(typed)
  } catch (thrown) {
    if (asCallError(thrown).error_type === 'phone_unknown') return beginAccount(typed, pathname)
    throw thrown
  }
}
